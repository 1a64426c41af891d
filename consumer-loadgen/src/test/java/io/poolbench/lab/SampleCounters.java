package io.poolbench.lab;

import io.poolbench.core.ProviderHistograms;
import io.poolbench.core.ProviderMetrics;
import io.poolbench.journal.CounterNames;
import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Durations;
import io.poolbench.lab.CountersReading.Elsewhere;
import io.poolbench.lab.CountersReading.Site;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/** CountersReading of a provider that was not started. */
public final class SampleCounters {
  private SampleCounters() {}

  /** With so many tasks in the pool, of which one runs. */
  public static CountersReading ofPool(int tasks) {
    return reading(
        ProcessCounters.ofProvider(
            Map.of(
                ProviderMetrics.POOL_ACTIVE, (double) Math.min(tasks, 1),
                ProviderMetrics.QUEUE_SIZE, (double) Math.max(tasks - 1, 0)),
            Map.of(),
            Optional.empty()),
        ProcessCounters.UNKNOWN,
        0);
  }

  /** Without hosts, so many seconds after another one. */
  static CountersReading reading(ProcessCounters provider, ProcessCounters driver, long seconds) {
    CpuThrottling never = new CpuThrottling(Map.of());
    long nanos = TimeUnit.SECONDS.toNanos(seconds);
    return new CountersReading(
        new SideReading(Side.PROVIDER, provider, never, Optional.empty(), nanos),
        new SideReading(Side.DRIVER, driver, never, Optional.empty(), nanos),
        RedisGauge.Reading.NONE,
        new Site(OptionalLong.empty(), true, Optional.empty()));
  }

  /** CountersReading with all that a host can report, which grow from reading to reading. */
  public static CountersReading full(int reading) {
    CpuThrottling throttled = new CpuThrottling(Map.of("/group", 1_000_000L * reading));
    Optional<ProcessThreads> threads =
        Optional.of(
            new ProcessThreads(
                List.of(
                    new ThreadUse(21, "DubboServerHandler-1", 7L * reading, 3, 2, 1, reading))));
    Optional<HostCounters> host =
        Optional.of(
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
                        new ProcessTable.Entry(40, "make", 1, 5L * reading)))));
    Map<String, Double> values = new HashMap<>();
    for (String name : List.of(ProviderMetrics.CPU, ProviderMetrics.PAUSE)) {
      values.put(name, 1.5 * reading);
    }
    values.put(ProviderMetrics.POOL_COMPLETED, 50.0 * reading);
    ProcessCounters provider =
        ProcessCounters.ofProvider(
            values, Map.of(ProviderHistograms.SERVICE, values(reading)), threads);
    ProcessCounters driver =
        new ProcessCounters(
            Map.of(Side.DRIVER.cpu(), 4e-4 * reading, Side.DRIVER.jit(), 1e-3 * reading),
            Map.of(),
            Map.of(CounterNames.DRIVER_HICCUPS, values(reading)),
            threads);
    long nanos = 1_000_000L * reading;
    return new CountersReading(
        new SideReading(Side.PROVIDER, provider, throttled, host, nanos),
        new SideReading(Side.DRIVER, driver, throttled, host, nanos),
        new RedisGauge.Reading(values(reading), 5),
        new Site(OptionalLong.of(20), true, Optional.of(Elsewhere.ALONE)));
  }

  private static Durations values(int reading) {
    return Durations.of(
        LongStream.rangeClosed(1, 40L * reading).map(each -> 1_000 * each).toArray());
  }
}
