package io.poolbench.lab;

import io.poolbench.core.ProviderMetrics;
import io.poolbench.lab.HostProbe.HostSpeed;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;

/** Counters of a provider that was not started. */
public final class SampleCounters {
  private SampleCounters() {}

  /** With so many tasks in the pool, of which one runs. */
  public static Counters ofPool(int tasks) {
    CpuThrottling never = new CpuThrottling(Map.of());
    HostSpeed unknown = new HostSpeed(OptionalDouble.empty());
    return new Counters(
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
            new GaugeReading(new Histogram(2), new Histogram(2)),
            unknown,
            never,
            null));
  }
}
