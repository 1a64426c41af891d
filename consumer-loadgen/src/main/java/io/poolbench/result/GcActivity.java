package io.poolbench.result;

import java.util.function.BinaryOperator;

/** Number and total pause time of garbage collections of one kind; null if unknown. */
public record GcActivity(Long count, Double pauseMillis) {
  public static final GcActivity UNKNOWN = new GcActivity(null, null);

  public GcActivity plus(GcActivity others) {
    return new GcActivity(
        sum(count, others.count, Long::sum), sum(pauseMillis, others.pauseMillis, Double::sum));
  }

  private static <N> N sum(N one, N other, BinaryOperator<N> sum) {
    return one == null ? other : other == null ? one : sum.apply(one, other);
  }
}
