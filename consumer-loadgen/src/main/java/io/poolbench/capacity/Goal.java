package io.poolbench.capacity;

/** The load that a recommended pool is to carry within an SLA. */
public sealed interface Goal {
  /** Whether a pool carries the load with room for so much more, in percent of it. */
  boolean carriedBy(Estimate maxUsers, Estimate maxTps, double marginPct);

  /** As many users as any pool carries. */
  record MostUsers() implements Goal {
    @Override
    public boolean carriedBy(Estimate maxUsers, Estimate maxTps, double marginPct) {
      return maxUsers.value() >= 1;
    }
  }

  /**
   * A number of users, all of them by the low end of the interval.
   *
   * @param users 1 or more
   */
  record Users(int users) implements Goal {
    public Users {
      ClosedNetwork.require("users", users >= 1, users);
    }

    @Override
    public boolean carriedBy(Estimate maxUsers, Estimate maxTps, double marginPct) {
      return carries(maxUsers, users, marginPct);
    }
  }

  /**
   * A rate of calls that as many users send as it takes, all of them by the low end of the
   * interval.
   *
   * @param perSecond above 0
   */
  record Rate(double perSecond) implements Goal {
    public Rate {
      ClosedNetwork.require("rate", perSecond > 0, perSecond);
    }

    @Override
    public boolean carriedBy(Estimate maxUsers, Estimate maxTps, double marginPct) {
      return carries(maxTps, perSecond, marginPct);
    }
  }

  private static boolean carries(Estimate max, double load, double marginPct) {
    return max.low() >= load && max.value() >= load * (1 + marginPct / 100);
  }
}
