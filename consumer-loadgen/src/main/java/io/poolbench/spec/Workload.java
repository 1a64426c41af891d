package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;
import java.util.Objects;

/** A closed or an open loop of calls; its kind decides what the level of a step counts. */
public sealed interface Workload {
  /** Its name in results: {@code closed} or {@code open}. */
  String id();

  /** The unit of a level, such as {@code users}. */
  String unit(int level);

  /** The maximum of a level. */
  int maxLevel();

  /** The setting that lists the levels: {@code users} or {@code rate}. */
  String setting();

  /** The maximum number of calls in flight at a level. */
  int maxInFlight(int level);

  /**
   * The level that warms a provider up.
   *
   * @param highest the highest level of its steps
   * @param mostTasks how many calls its pool can hold before it refuses
   */
  int warmingLevel(int highest, long mostTasks);

  /**
   * A closed loop: users that each send the next request when the last one is answered. A level is
   * the number of users.
   *
   * @param thinkTime the pause of a user between an answer and the next request
   */
  record Closed(ThinkTime thinkTime) implements Workload {
    /** The maximum number of users. */
    public static final int MAX_USERS = 100_000;

    public Closed {
      Objects.requireNonNull(thinkTime, "thinkTime");
    }

    @Override
    public String id() {
      return "closed";
    }

    @Override
    public String unit(int level) {
      return level == 1 ? "user" : "users";
    }

    @Override
    public int maxLevel() {
      return MAX_USERS;
    }

    @Override
    public String setting() {
      return "users";
    }

    @Override
    public int maxInFlight(int level) {
      return level;
    }

    /**
     * At most as many users as the pool accepts calls: a rejected user calls again at once, which
     * warms little.
     */
    @Override
    public int warmingLevel(int highest, long mostTasks) {
      return (int) Math.min(highest, mostTasks);
    }
  }

  /**
   * An open loop: requests that are due whether or not others are answered. A level is their rate
   * in requests per second.
   *
   * @param arrivals when requests are due
   * @param inFlight maximum number of requests in flight; those due beyond it wait in the driver
   */
  record Open(ArrivalProcess arrivals, int inFlight) implements Workload {
    /** The maximum rate, in requests per second. */
    public static final int MAX_RATE = 10_000_000;

    public Open {
      Objects.requireNonNull(arrivals, "arrivals");
      InvalidSettingException.requireRange("maxInFlight", inFlight, 1, Closed.MAX_USERS);
    }

    @Override
    public String id() {
      return "open";
    }

    @Override
    public String unit(int level) {
      return "requests/s";
    }

    @Override
    public int maxLevel() {
      return MAX_RATE;
    }

    @Override
    public String setting() {
      return "rate";
    }

    @Override
    public int maxInFlight(int level) {
      return inFlight;
    }

    /** Rejections do not raise the rate. */
    @Override
    public int warmingLevel(int highest, long mostTasks) {
      return highest;
    }
  }
}
