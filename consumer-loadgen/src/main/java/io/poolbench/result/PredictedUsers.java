package io.poolbench.result;

import java.util.Objects;

/**
 * The max users within the SLA that a model predicted for a pool before it was measured. Where the
 * prediction is open, the pool carries more than the model was asked for.
 *
 * @param role of the pool in the verification
 * @param low end of the 95 % interval
 * @param high its other end; null = open
 * @param planned the users that the pool is recommended for; null for other pools
 */
public record PredictedUsers(Role role, double users, double low, Double high, Integer planned) {
  /** What a pool verifies of a recommendation. */
  public enum Role {
    /** A pool of fewer threads. */
    SMALLER,
    RECOMMENDED,
    /** A pool of more threads. */
    LARGER
  }

  public PredictedUsers {
    Objects.requireNonNull(role, "role");
    if (!(low <= users) || (high != null && !(users <= high))) {
      throw new IllegalArgumentException(users + " outside of " + low + ".." + high);
    }
  }
}
