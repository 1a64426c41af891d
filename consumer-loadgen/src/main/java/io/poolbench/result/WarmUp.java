package io.poolbench.result;

import java.util.Objects;

/**
 * The warm-up of a cell's provider before the first step.
 *
 * @param level users, or requests per second
 * @param steady whether the steady state was reached within the study's warm-up time
 * @param detail the measured spreads with their limits
 */
public record WarmUp(int level, double seconds, boolean steady, String detail) {
  public WarmUp {
    Objects.requireNonNull(detail, "detail");
  }
}
