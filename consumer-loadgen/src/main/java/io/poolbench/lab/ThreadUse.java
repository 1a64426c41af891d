package io.poolbench.lab;

import java.util.List;
import java.util.Objects;

/**
 * The kernel's counters of one thread.
 *
 * @param name the thread's name, cut to 15 bytes
 * @param cpuNanos time on a CPU; up to one scheduler tick behind while the thread runs
 * @param runQueueWaitNanos time in which the thread was runnable but had no CPU
 * @param timeSlices how often the thread got a CPU
 * @param voluntarySwitches how often the thread gave up the CPU to wait
 * @param involuntarySwitches how often the thread was preempted
 */
record ThreadUse(
    long tid,
    String name,
    long cpuNanos,
    long runQueueWaitNanos,
    long timeSlices,
    long voluntarySwitches,
    long involuntarySwitches) {

  ThreadUse {
    Objects.requireNonNull(name, "name");
  }

  /** Whether its name begins with one of some. */
  boolean isNamed(List<String> prefixes) {
    return prefixes.stream().anyMatch(name::startsWith);
  }

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
   * Whether this can be a later reading of the same thread: ids of ended threads are reused, and
   * the counters of a new thread begin at 0.
   */
  boolean continues(ThreadUse earlier) {
    return tid == earlier.tid
        && cpuNanos >= earlier.cpuNanos
        && timeSlices >= earlier.timeSlices
        && voluntarySwitches >= earlier.voluntarySwitches
        && involuntarySwitches >= earlier.involuntarySwitches;
  }
}
