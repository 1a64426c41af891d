package io.poolbench.result;

/** Context switches per call: the thread blocked (voluntary) or was preempted; null if unknown. */
public record ContextSwitches(Double voluntaryPerCall, Double involuntaryPerCall) {
  public static final ContextSwitches UNKNOWN = new ContextSwitches(null, null);
}
