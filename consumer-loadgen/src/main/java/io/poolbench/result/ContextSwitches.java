package io.poolbench.result;

/**
 * How often threads left their CPU, per call; null where unknown.
 *
 * @param voluntaryPerCall to wait
 * @param involuntaryPerCall because another thread got it
 */
public record ContextSwitches(Double voluntaryPerCall, Double involuntaryPerCall) {
  /** Nothing is known. */
  public static final ContextSwitches UNKNOWN = new ContextSwitches(null, null);
}
