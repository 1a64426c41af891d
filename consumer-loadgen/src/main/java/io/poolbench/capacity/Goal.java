package io.poolbench.capacity;

/** The load that a recommended pool must carry within an SLA. */
public sealed interface Goal {
  /** Whether a pool carries the load and a margin on top, in percent of the load. */
  boolean carriedBy(Estimate maxUsers, Estimate maxTps, double marginPct);

  /** The highest number of users that any pool carries. */
  record MostUsers() implements Goal {
    @Override
    public boolean carriedBy(Estimate maxUsers, Estimate maxTps, double marginPct) {
      return maxUsers.value() >= 1;
    }
  }

  /** A number of users, at least 1, which the low end of the interval must reach. */
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
   * Calls per second, above 0, of any number of users; the low end of the interval must reach it.
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
