package io.poolbench.lab;

import io.poolbench.journal.CounterNames;
import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Counters;
import io.poolbench.lab.HostProbe.HostSpeed;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A snapshot of the counters of the driver and its host.
 *
 * @param host empty if the kernel does not report it
 * @param speed the highest speed so far of the driver's CPUs
 */
record DriverReading(
    DriverCounters counters,
    Optional<HostCounters> host,
    GaugeReading gauge,
    HostSpeed speed,
    CpuThrottling throttled) {
  DriverReading {
    Objects.requireNonNull(counters, "counters");
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(gauge, "gauge");
    Objects.requireNonNull(speed, "speed");
    Objects.requireNonNull(throttled, "throttled");
  }

  static DriverReading read(HostProbe probe) {
    return new DriverReading(
        DriverCounters.read(),
        HostCounters.read(),
        probe.readGauge(),
        probe.driverSpeed(),
        ControlGroups.of(ProcessHandle.current().pid()).throttling());
  }

  /** What the driver gained since an earlier reading, without its host. */
  Counters gainedSince(DriverReading earlier, CpuPlan cpus) {
    GaugeReading gained = gauge.since(earlier.gauge);
    return counters
        .gainedSince(earlier.counters)
        .and(
            throttled.gainedSince(
                earlier.throttled, Side.DRIVER, nanosSince(earlier) / 1e9, cpus.driver().count()))
        .and(
            Counters.ofRecorded(
                Map.of(
                    CounterNames.DRIVER_HICCUPS,
                    gained.hiccups(),
                    CounterNames.DRIVER_GAUGE,
                    gained.rounds())))
        .and(gained.fastest(Side.DRIVER, speed));
  }

  long nanosSince(DriverReading earlier) {
    return counters.nanoTime() - earlier.counters.nanoTime();
  }
}
