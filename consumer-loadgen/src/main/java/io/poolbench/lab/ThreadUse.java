package io.poolbench.lab;

import java.util.Objects;

/**
 * The kernel's counters of one thread.
 *
 * @param tid the thread's id
 * @param name its name, cut to 15 bytes
 * @param cpuNanos time on a CPU; of a running thread up to one scheduler tick behind
 * @param runQueueWaitNanos time in which it was runnable but had no CPU
 * @param timeSlices how often it got a CPU
 * @param voluntarySwitches how often it gave up the CPU to wait
 * @param involuntarySwitches how often it was preempted
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

  /** The difference to an earlier reading of the same thread. */
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

  /** The sum with what the thread used later, under its later name. */
  ThreadUse plus(ThreadUse gained) {
    return new ThreadUse(
        tid,
        gained.name,
        cpuNanos + gained.cpuNanos,
        runQueueWaitNanos + gained.runQueueWaitNanos,
        timeSlices + gained.timeSlices,
        voluntarySwitches + gained.voluntarySwitches,
        involuntarySwitches + gained.involuntarySwitches);
  }

  /**
   * Whether this can be a later reading of the same thread: ids of ended threads are reused, and
   * the counters of the new thread begin at 0.
   */
  boolean continues(ThreadUse earlier) {
    return tid == earlier.tid
        && cpuNanos >= earlier.cpuNanos
        && timeSlices >= earlier.timeSlices
        && voluntarySwitches >= earlier.voluntarySwitches
        && involuntarySwitches >= earlier.involuntarySwitches;
  }
}
