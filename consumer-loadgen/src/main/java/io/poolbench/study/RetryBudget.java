package io.poolbench.study;

import java.time.Duration;
import java.util.Objects;

/** The time left for repeating measurements that the host disturbed. For one thread. */
final class RetryBudget {
  private Duration left;

  RetryBudget(Duration total) {
    this.left = Objects.requireNonNull(total, "total");
  }

  boolean isLeft() {
    return !left().isZero();
  }

  void spend(Duration duration) {
    left = left.minus(duration);
  }

  /** The time left, 0 or more. */
  Duration left() {
    return left.isNegative() ? Duration.ZERO : left;
  }
}
