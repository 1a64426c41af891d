package io.poolbench.lab;

import io.poolbench.journal.CounterNames;
import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Counters;
import io.poolbench.journal.Durations;
import io.poolbench.lab.GaugeReading.Cpus;
import io.poolbench.lab.HostProbe.HostSpeed;
import io.poolbench.load.Cumulative;
import io.poolbench.result.Figures;
import io.poolbench.result.Metric;
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
    CpuThrottling throttled)
    implements Cumulative<DriverReading> {
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

  @Override
  public DriverReading continuedBy(DriverReading opened, DriverReading closed) {
    return new DriverReading(
        counters.continuedBy(opened.counters, closed.counters),
        io.poolbench.lab.Counters.continued(host, opened.host, closed.host),
        gauge.continuedBy(opened.gauge, closed.gauge),
        speed,
        throttled.continuedBy(opened.throttled, closed.throttled));
  }

  /** The driver's figures since an earlier reading, as {@link Counters#since}. */
  Figures since(DriverReading earlier, long calls, Long loadNanos, int cpus) {
    return counters.since(earlier.counters, calls, loadNanos, cpus);
  }

  /** The state of the driver's CPUs, as {@link ProviderReading#cpuSince}. */
  Figures cpuSince(DriverReading earlier, int cpus, Double takenMillis) {
    return gauge
        .since(earlier.gauge)
        .state(Cpus.OF_DRIVER, speed)
        .with(
            Metric.DRIVER_THROTTLED,
            throttled.pctSince(earlier.throttled, nanosSince(earlier), cpus))
        .with(Metric.DRIVER_TAKEN, throttled.addedTo(takenMillis, earlier.throttled));
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
                    Durations.copyOf(gained.hiccups()),
                    CounterNames.DRIVER_GAUGE,
                    Durations.copyOf(gained.rounds()))))
        .and(gained.fastest(Side.DRIVER, speed));
  }

  long nanosSince(DriverReading earlier) {
    return counters.nanoTime() - earlier.counters.nanoTime();
  }
}
