package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.result.Metric;
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

    var use = after.since(before, 1_000_000, null, 2);

    assertThat(use.of(Metric.DRIVER_CPU)).isEqualTo(25.0);
    assertThat(use.of(Metric.DRIVER_CPU_PER_CALL)).isEqualTo(0.5);
    assertThat(use.of(Metric.DRIVER_JIT)).as("of one CPU").isEqualTo(25.0);
    assertThat(use.of(Metric.DRIVER_GC_PAUSE)).isEqualTo(40.0);
    assertThat(after.since(before, 0, null, 2).of(Metric.DRIVER_CPU_PER_CALL)).isNull();
  }

  @Test
  void switchesArePerCallAndWaitsPerTimeSlice() {
    var before = counters(new ThreadUse(7, "io", 1_000, 10_000, 100, 90, 10), idle(8, 5));
    var after = counters(new ThreadUse(7, "io", 9_000, 450_000, 300, 250, 50), idle(8, 25));

    var use = after.since(before, 80, null, 1);

    assertThat(use.of(Metric.DRIVER_SWITCHES)).isEqualTo((160 + 40 + 20) / 80.0);
    assertThat(use.of(Metric.DRIVER_RUN_QUEUE_WAIT)).isEqualTo(440.0 / (200 + 20));
    assertThat(after.since(before, 0, null, 1).of(Metric.DRIVER_SWITCHES)).isNull();
    var unknown = new DriverCounters(0, 0, 0, null, Optional.empty());
    assertThat(after.since(unknown, 80, null, 1).of(Metric.DRIVER_SWITCHES)).isNull();
    assertThat(after.since(unknown, 80, null, 1).of(Metric.DRIVER_RUN_QUEUE_WAIT)).isNull();
  }

  @Test
  void whatWasCountedBetweenWindowsIsCutOut() {
    var opened = counters(1_000, 70, 1);
    var closed = counters(3_000, 90, 4);
    var reopened = counters(50_000, 500, 60);
    var ended = counters(53_000, 540, 61);

    assertThat(closed.continuedBy(reopened, ended)).isEqualTo(counters(6_000, 130, 5));
    assertThat(opened.continuedBy(opened, closed)).as("no gap").isEqualTo(closed);
  }

  private static DriverCounters counters(long nanos, long jitMillis, long pauseMillis) {
    var thread = new ThreadUse(7, "io", nanos, nanos, nanos, nanos, nanos);
    return new DriverCounters(
        nanos, 2 * nanos, pauseMillis, jitMillis, Optional.of(new ProcessThreads(List.of(thread))));
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

    var use = DriverCounters.read().since(before, 1, null, 1);

    assertThat(use.of(Metric.DRIVER_CPU)).isPositive();
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
