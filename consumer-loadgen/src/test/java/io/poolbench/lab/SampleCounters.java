package io.poolbench.lab;

import io.poolbench.core.ProviderHistograms;
import io.poolbench.core.ProviderMetrics;
import io.poolbench.journal.Durations;
import io.poolbench.lab.HostProbe.HostSpeed;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/** CountersReading of a provider that was not started. */
public final class SampleCounters {
  private SampleCounters() {}

  /** With so many tasks in the pool, of which one runs. */
  public static CountersReading ofPool(int tasks) {
    CpuThrottling never = new CpuThrottling(Map.of());
    HostSpeed unknown = new HostSpeed();
    return new CountersReading(
        new ProviderReading(
            new ProviderCounters(
                Map.of(
                    ProviderMetrics.POOL_ACTIVE, (double) Math.min(tasks, 1),
                    ProviderMetrics.QUEUE_SIZE, (double) Math.max(tasks - 1, 0)),
                Map.of(),
                Optional.empty()),
            OptionalLong.of(ProcessHandle.current().pid()),
            true,
            RedisGauge.Reading.NONE,
            unknown,
            never,
            Optional.empty()),
        new DriverReading(
            DriverCounters.read(),
            Optional.empty(),
            new GaugeReading(Durations.NONE, Durations.NONE),
            unknown,
            never));
  }

  /** CountersReading with all that a host can report, which grow from reading to reading. */
  public static CountersReading full(int reading) {
    CpuThrottling throttled = new CpuThrottling(Map.of("/group", 1_000_000L * reading));
    HostSpeed speed = new HostSpeed();
    speed.record(900);
    Optional<ProcessThreads> threads =
        Optional.of(
            new ProcessThreads(
                List.of(
                    new ThreadUse(21, "DubboServerHandler-1", 7L * reading, 3, 2, 1, reading))));
    HostCounters host =
        new HostCounters(
            new CpuTimes(
                Map.of(0, new CpuTimes.Ticks(60L * reading, 0, reading, 39, 100L * reading))),
            new ProcessTable(
                Map.of(
                    ProcessTable.SELF,
                    new ProcessTable.Entry(ProcessTable.SELF, "java", 1, 10L * reading),
                    2L,
                    new ProcessTable.Entry(2, "kthreadd", 0, 0),
                    20L,
                    new ProcessTable.Entry(20, "java", ProcessTable.SELF, 20L * reading),
                    40L,
                    new ProcessTable.Entry(40, "make", 1, 5L * reading))));
    Map<String, Double> values = new HashMap<>();
    for (String name : List.of(ProviderMetrics.CLOCK, ProviderMetrics.CPU, ProviderMetrics.PAUSE)) {
      values.put(name, 1.5 * reading);
    }
    values.put(ProviderMetrics.POOL_COMPLETED, 50.0 * reading);
    return new CountersReading(
        new ProviderReading(
            new ProviderCounters(
                values, Map.of(ProviderHistograms.QUEUE_WAIT, values(reading)), threads),
            OptionalLong.of(20),
            true,
            new RedisGauge.Reading(values(reading), 5),
            speed,
            throttled,
            Optional.of(
                new ProviderReading.OtherHost(Optional.of(host), true, 1_000_000L * reading))),
        new DriverReading(
            new DriverCounters(
                1_000_000L * reading, 400_000L * reading, 2L * reading, (long) reading, threads),
            Optional.of(host),
            new GaugeReading(values(reading), values(2 * reading)),
            speed,
            throttled));
  }

  private static Durations values(int reading) {
    return Durations.of(
        LongStream.rangeClosed(1, 40L * reading).map(each -> 1_000 * each).toArray());
  }
}
