package io.poolbench.lab;

/**
 * What CPUs did, in kernel ticks.
 *
 * <p>Interrupts are in the total only. Under load they are the loopback's, which works for whoever
 * sends, and whether a kernel also counts them as time of the process they interrupted depends on
 * how it was built.
 *
 * @param processes spent on processes
 * @param steal wanted, but given to others by the hypervisor
 * @param total all of it, idle time included
 */
record CpuTicks(long processes, long steal, long total) {
  static final CpuTicks NONE = new CpuTicks(0, 0, 0);

  CpuTicks plus(CpuTicks other) {
    return new CpuTicks(processes + other.processes, steal + other.steal, total + other.total);
  }

  CpuTicks minus(CpuTicks earlier) {
    return new CpuTicks(
        processes - earlier.processes, steal - earlier.steal, total - earlier.total);
  }

  /** Ticks in percent of all; null where no tick has passed. */
  Double pct(long ticks) {
    return total == 0 ? null : 100.0 * ticks / total;
  }
}
