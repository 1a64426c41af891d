package io.poolbench.lab;

import java.util.Objects;

/**
 * What one thread has used, as the kernel counts it.
 *
 * @param tid the kernel's number of the thread
 * @param name its name, of which the kernel keeps 15 bytes
 * @param cpuNanos time on a CPU; while the thread runs, up to one scheduler tick behind
 * @param runQueueWaitNanos time in which it could have run but had no CPU
 * @param timeSlices how often it got a CPU
 * @param voluntarySwitches how often it gave the CPU up because it had to wait
 * @param involuntarySwitches how often the CPU was taken from it
 */
public record ThreadUse(
    long tid,
    String name,
    long cpuNanos,
    long runQueueWaitNanos,
    long timeSlices,
    long voluntarySwitches,
    long involuntarySwitches) {

  public ThreadUse {
    Objects.requireNonNull(name, "name");
  }

  /** What it used since an earlier reading of the same thread. */
  ThreadUse since(ThreadUse earlier) {
    return new ThreadUse(
        tid,
        name,
        cpuNanos - earlier.cpuNanos,
        runQueueWaitNanos - earlier.runQueueWaitNanos,
        timeSlices - earlier.timeSlices,
        voluntarySwitches - earlier.voluntarySwitches,
        involuntarySwitches - earlier.involuntarySwitches);
  }

  /**
   * Whether this can be a later reading of that thread: the kernel gives the numbers of ended
   * threads to new ones, whose counts begin again.
   */
  boolean continues(ThreadUse earlier) {
    return tid == earlier.tid
        && cpuNanos >= earlier.cpuNanos
        && timeSlices >= earlier.timeSlices
        && voluntarySwitches >= earlier.voluntarySwitches
        && involuntarySwitches >= earlier.involuntarySwitches;
  }
}
