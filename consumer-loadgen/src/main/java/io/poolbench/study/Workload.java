package io.poolbench.study;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.Named;
import java.util.Objects;

/** A closed or an open loop of calls, which determines the unit of a step's level. */
public sealed interface Workload {
  /** The loop that {@code rate} or {@code users} selects, with the settings of a load. */
  static Workload of(boolean open, Section load) {
    return open ? load.record(Open.class) : load.record(Closed.class);
  }

  String id();

  /** The unit of a level, such as {@code users}. */
  String unit(int level);

  int maxLevel();

  /** The setting that lists the levels: {@code users} or {@code rate}. */
  String setting();

  /** The maximum number of calls in flight at a level. */
  int maxInFlight(int level);

  int warmingLevel(int highest, long mostTasks);

  /**
   * A closed loop: each user sends its next request when the last one is answered. A level is the
   * number of users.
   *
   * @param thinkTime the pause of a user between an answer and the next request
   * @param backoffMicros the mean pause of a user after a refusal or another error, if longer than
   *     the think time; 0 = none
   */
  record Closed(ThinkTime thinkTime, long backoffMicros) implements Workload {
    public static final int MAX_USERS = 100_000;

    public Closed {
      Objects.requireNonNull(thinkTime, "thinkTime");
      InvalidSettingException.requireRange(
          "backoff", backoffMicros, "us", 0, ThinkTime.MAX_MICROS, "0us..1h");
    }

    public Closed(ThinkTime thinkTime) {
      this(thinkTime, 0);
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

    /** Limited to the calls that the pool accepts, because rejected calls warm little. */
    @Override
    public int warmingLevel(int highest, long mostTasks) {
      return (int) Math.min(highest, mostTasks);
    }
  }

  /**
   * An open loop: requests are due whether or not others are answered. A level is their rate in
   * requests per second.
   *
   * @param arrivals when requests are due
   * @param recording the file of recorded arrivals; empty for others
   */
  record Open(ArrivalProcess arrivals, String recording) implements Workload {
    public static final int MAX_RATE = 10_000_000;

    /**
     * Maximum number of requests in flight; further due requests wait in the driver. It protects
     * driver and host from an overloaded provider: rate x response time requests are in flight, so
     * that 20,000 requests/s of 500 ms are not limited.
     */
    public static final int MAX_IN_FLIGHT = 10_000;

    public Open {
      Objects.requireNonNull(arrivals, "arrivals");
      recording = Objects.requireNonNullElse(recording, "");
      if ((arrivals == ArrivalProcess.RECORDED) == recording.isEmpty()) {
        throw new InvalidSettingException(
            "recording",
            "'" + recording + "' (valid: a file of observe --record, for recorded arrivals)");
      }
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
      return MAX_IN_FLIGHT;
    }

    /** Rejections do not raise the rate of an open loop. */
    @Override
    public int warmingLevel(int highest, long mostTasks) {
      return highest;
    }
  }

  enum ArrivalProcess implements Named {
    /** Evenly spaced. */
    CONSTANT,
    /** Exponential gaps, as of independent callers. */
    POISSON,
    /** As counted in production. */
    RECORDED
  }

  /**
   * The pause of a closed-loop user between an answer and the next request.
   *
   * @param distribution of the pauses; {@link Distribution#FIXED} if null, or if the mean is 0
   * @param meanMicros mean in microseconds, at most an hour; 0 = no pause
   */
  record ThinkTime(Distribution distribution, long meanMicros) {
    public static final ThinkTime NONE = fixed(0);

    public static final long MAX_MICROS = 3_600_000_000L;

    public ThinkTime {
      InvalidSettingException.requireRange("mean", meanMicros, "us", 0, MAX_MICROS, "0us..1h");
      distribution = distribution == null || meanMicros == 0 ? Distribution.FIXED : distribution;
    }

    public static ThinkTime fixed(long micros) {
      return new ThinkTime(Distribution.FIXED, micros);
    }

    public boolean isNone() {
      return meanMicros == 0;
    }

    public enum Distribution implements Named {
      FIXED,
      /** Exponential, as between independent actions. */
      EXPONENTIAL
    }
  }
}
