package io.poolbench.result;

/**
 * Times of calls in one stage of the provider, such as the queue: the mean from an exact sum, the
 * percentile from the provider's histogram; null if unknown.
 */
public record Stage(Double meanMillis, Double tp99Millis) {
  public static final Stage UNKNOWN = new Stage(null, null);
}
