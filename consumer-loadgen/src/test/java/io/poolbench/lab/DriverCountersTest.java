package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.journal.Metric;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DriverCountersTest {
  @Test
  void cpuIsPerCallAndPerCpuAndPausesAreDifferences() {
    var before = new DriverCounters(0, 1_000, 300, 70L, Optional.empty());
    var after = new DriverCounters(1_000_000_000, 500_001_000, 340, 320L, Optional.empty());

    var use = since(before, after, 1_000_000, 2);

    assertThat(use.of(Metric.DRIVER_CPU)).isEqualTo(25.0);
    assertThat(use.of(Metric.DRIVER_CPU_PER_CALL)).isEqualTo(0.5);
    assertThat(use.of(Metric.DRIVER_JIT)).as("of one CPU").isEqualTo(25.0);
    assertThat(use.of(Metric.DRIVER_GC_PAUSE)).isEqualTo(40.0);
    assertThat(since(before, after, 0, 2).of(Metric.DRIVER_CPU_PER_CALL)).isNull();
  }

  @Test
  void switchesArePerCallAndWaitsPerTimeSlice() {
    var before = counters(new ThreadUse(7, "io", 1_000, 10_000, 100, 90, 10), idle(8, 5));
    var after = counters(new ThreadUse(7, "io", 9_000, 450_000, 300, 250, 50), idle(8, 25));

    var use = since(before, after, 80, 1);

    assertThat(use.of(Metric.DRIVER_SWITCHES)).isEqualTo((160 + 40 + 20) / 80.0);
    assertThat(use.of(Metric.DRIVER_RUN_QUEUE_WAIT)).isEqualTo(440.0 / (200 + 20));
    assertThat(since(before, after, 0, 1).of(Metric.DRIVER_SWITCHES)).isNull();
    var unknown = new DriverCounters(0, 0, 0, null, Optional.empty());
    assertThat(since(unknown, after, 80, 1).of(Metric.DRIVER_SWITCHES)).isNull();
    assertThat(since(unknown, after, 80, 1).of(Metric.DRIVER_RUN_QUEUE_WAIT)).isNull();
  }

  @Test
  void concurrentCyclesAndUnknownTimesAreNotCounted() {
    long millis =
        DriverCounters.pauseMillis(
            List.of(
                collector("ZGC Major Cycles", 900),
                collector("ZGC Major Pauses", 2),
                collector("G1 Concurrent GC", 5),
                collector("Copy", -1)));

    assertThat(millis).isEqualTo(7);
  }

  @Test
  void cpuTimeOfThisJvmIsMeasured() {
    var before = DriverCounters.read();
    var speed = new CpuSpeed();
    while (DriverCounters.read().cpuNanos() - before.cpuNanos() < 50_000_000) {
      assertThat(speed.roundNanos()).isPositive();
    }

    var use = since(before, DriverCounters.read(), 1, 1);

    assertThat(use.of(Metric.DRIVER_CPU)).isPositive();
  }

  /**
   * What a driver gained.
   *
   * @param cpus of the driver
   */
  private static Gained since(DriverCounters before, DriverCounters after, long calls, int cpus) {
    return Gained.between(
        reading(before), reading(after), Gained.calls(calls), Gained.plan("9", "0-" + (cpus - 1)));
  }

  private static CountersReading reading(DriverCounters driver) {
    CountersReading idle = SampleCounters.ofPool(0);
    return new CountersReading(
        idle.provider(),
        new DriverReading(
            driver,
            Optional.empty(),
            idle.driver().gauge(),
            idle.driver().speed(),
            idle.driver().throttled()));
  }

  private static DriverCounters counters(ThreadUse... threads) {
    return new DriverCounters(0, 0, 0, 0L, Optional.of(new ProcessThreads(List.of(threads))));
  }

  private static ThreadUse idle(long tid, long switches) {
    return new ThreadUse(tid, "idle", 0, 0, switches, switches, 0);
  }

  private static GarbageCollectorMXBean collector(String name, long millis) {
    return (GarbageCollectorMXBean)
        Proxy.newProxyInstance(
            DriverCounters.class.getClassLoader(),
            new Class<?>[] {GarbageCollectorMXBean.class},
            (bean, method, arguments) ->
                switch (method.getName()) {
                  case "getName" -> name;
                  case "getCollectionTime" -> millis;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }
}
