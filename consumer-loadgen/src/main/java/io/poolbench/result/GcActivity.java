package io.poolbench.result;

import java.util.function.BinaryOperator;

/**
 * Garbage collections of one kind; null where unknown.
 *
 * @param count how many
 * @param pauseMillis time in them
 */
public record GcActivity(Long count, Double pauseMillis) {
  /** Nothing is known. */
  public static final GcActivity UNKNOWN = new GcActivity(null, null);

  /** These and others, as far as they are known. */
  public GcActivity plus(GcActivity others) {
    return new GcActivity(
        sum(count, others.count, Long::sum), sum(pauseMillis, others.pauseMillis, Double::sum));
  }

  private static <N> N sum(N one, N other, BinaryOperator<N> sum) {
    return one == null ? other : other == null ? one : sum.apply(one, other);
  }
}
