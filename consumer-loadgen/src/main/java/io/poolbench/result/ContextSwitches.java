package io.poolbench.result;

/**
 * Context switches of threads per call; null if unknown.
 *
 * @param voluntaryPerCall the thread blocked
 * @param involuntaryPerCall the kernel preempted the thread
 */
public record ContextSwitches(Double voluntaryPerCall, Double involuntaryPerCall) {
  public static final ContextSwitches UNKNOWN = new ContextSwitches(null, null);
}
