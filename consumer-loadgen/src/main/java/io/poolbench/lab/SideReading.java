package io.poolbench.lab;

import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Counters;
import java.util.Optional;

/**
 * A snapshot of the counters of provider or driver, and of its machine.
 *
 * @param host empty if the kernel does not report it, or if it is the other side's, too
 * @param nanoTime by the machine's clock
 */
record SideReading(
    Side side,
    ProcessCounters counters,
    CpuThrottling throttled,
    Optional<HostCounters> host,
    long nanoTime) {
  /** Reads those of the driver: this process. */
  static SideReading ofDriver(HostProbe probe) {
    return new SideReading(
        Side.DRIVER,
        ProcessCounters.ofDriver(probe.readGauge()),
        ControlGroups.of(ProcessHandle.current().pid()).throttling(),
        HostCounters.read(),
        System.nanoTime());
  }

  /**
   * What the process and the quota of its CPUs gained since an earlier reading, without the host.
   */
  Counters gainedSince(SideReading earlier, int cpus) {
    return counters
        .gainedSince(earlier.counters, side)
        .and(throttled.gainedSince(earlier.throttled, side, secondsSince(earlier), cpus));
  }

  double secondsSince(SideReading earlier) {
    return (nanoTime - earlier.nanoTime) / 1e9;
  }
}
