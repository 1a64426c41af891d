package io.poolbench.study;

import java.time.Duration;
import java.util.Objects;

/**
 * How long measuring what a host disturbs may go on, over all that shares this.
 *
 * <p>For one thread.
 */
final class RetryBudget {
  private Duration left;

  RetryBudget(Duration most) {
    this.left = Objects.requireNonNull(most, "most");
  }

  boolean lasts() {
    return !left().isZero();
  }

  void spend(Duration duration) {
    left = left.minus(duration);
  }

  /** What is left, 0 or more. */
  Duration left() {
    return left.isNegative() ? Duration.ZERO : left;
  }
}
