package io.poolbench.result;

import java.util.Objects;

/**
 * The maximum number of users within the SLA that a model predicted for a pool before it was
 * measured. In an open prediction the pool carries more users than the model was asked for.
 *
 * @param low lower end of the 95 % interval
 * @param high upper end of the 95 % interval; null = open
 * @param planned the number of users that the recommended pool is planned for; null for other pools
 */
public record PredictedUsers(Role role, double users, double low, Double high, Integer planned) {
  public enum Role {
    /** A pool with fewer threads than the recommended one. */
    SMALLER,
    RECOMMENDED,
    /** A pool with more threads than the recommended one. */
    LARGER
  }

  public PredictedUsers {
    Objects.requireNonNull(role, "role");
    if (!(low <= users) || (high != null && !(users <= high))) {
      throw new IllegalArgumentException(users + " outside of " + low + ".." + high);
    }
  }
}
