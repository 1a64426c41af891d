package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;
import java.util.Objects;

/** Who calls, and what decides when: what the level of a step counts. */
public sealed interface Workload {
  /** Its name in results: {@code closed} or {@code open}. */
  String id();

  /** What so many are, such as {@code users}. */
  String unit(int level);

  /** The most that a level may be. */
  int mostLevel();

  /** The setting that lists the levels: {@code users} or {@code rate}. */
  String setting();

  /**
   * How many calls can be in flight at once.
   *
   * @param level the load
   */
  int mostInFlight(int level);

  /**
   * The load that warms a provider.
   *
   * @param highest the highest of its steps
   * @param mostTasks how many calls its pool can hold before it refuses
   */
  int warmingLevel(int highest, long mostTasks);

  /**
   * Users who each send their next request when the last one is answered. A level is their number.
   *
   * @param thinkTime how long they pause in between
   */
  record Closed(ThinkTime thinkTime) implements Workload {
    /** More than any single machine's driver is meant for. */
    public static final int MOST_USERS = 100_000;

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
    public int mostLevel() {
      return MOST_USERS;
    }

    @Override
    public String setting() {
      return "users";
    }

    @Override
    public int mostInFlight(int level) {
      return level;
    }

    /**
     * No more users than the pool takes: one that is refused comes back at once, and warms little.
     */
    @Override
    public int warmingLevel(int highest, long mostTasks) {
      return (int) Math.min(highest, mostTasks);
    }
  }

  /**
   * Requests that come whether or not others are answered. A level is their rate per second.
   *
   * @param arrivals when they are due
   * @param inFlight how many may be in flight at once; what is due beyond that waits in the driver
   */
  record Open(ArrivalProcess arrivals, int inFlight) implements Workload {
    /** More than any single machine's driver can send. */
    public static final int MOST_PER_SECOND = 10_000_000;

    public Open {
      Objects.requireNonNull(arrivals, "arrivals");
      InvalidSettingException.requireRange("mostInFlight", inFlight, 1, Closed.MOST_USERS);
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
    public int mostLevel() {
      return MOST_PER_SECOND;
    }

    @Override
    public String setting() {
      return "rate";
    }

    @Override
    public int mostInFlight(int level) {
      return inFlight;
    }

    /** Refusals do not make it come back sooner. */
    @Override
    public int warmingLevel(int highest, long mostTasks) {
      return highest;
    }
  }
}
