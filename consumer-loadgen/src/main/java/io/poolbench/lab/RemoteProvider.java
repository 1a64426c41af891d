package io.poolbench.lab;

import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Counters;
import io.poolbench.lab.CountersReading.Site;
import io.poolbench.load.Loaded;
import io.poolbench.load.Probe;
import io.poolbench.study.RemoteSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A provider that the lab did not start. Only measurements of its client are known. */
public record RemoteProvider(RemoteSettings settings, HostProbe host) implements RunningProvider {
  @Override
  public List<Integer> ports() {
    return List.of(settings.port());
  }

  @Override
  public Probe<CountersReading, LabException> probe(int endpoint, CpuPlan cpus) {
    return new Probe<>() {
      @Override
      public CountersReading read() {
        return new CountersReading(
            new SideReading(
                Side.PROVIDER,
                ProcessCounters.UNKNOWN,
                new CpuThrottling(Map.of()),
                Optional.empty(),
                System.nanoTime()),
            SideReading.ofDriver(host),
            host.readRedis(),
            new Site(OptionalLong.empty(), !settings.isOnThisHost(), Optional.empty()));
      }

      @Override
      public Counters gained(CountersReading before, CountersReading after, Loaded loaded) {
        return after.gainedSince(before, loaded, cpus);
      }
    };
  }

  /** Does nothing: the provider continues to run. */
  @Override
  public void close() {}
}
