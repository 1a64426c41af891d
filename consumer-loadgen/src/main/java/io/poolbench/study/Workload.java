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
   * @param thinkTimeMicros the pause of a user between an answer and the next request, at most an
   *     hour; 0 = none
   * @param backoffMicros the mean pause of a user after a refusal or another error, if longer than
   *     the think time; 0 = none
   */
  record Closed(long thinkTimeMicros, long backoffMicros) implements Workload {
    public static final int MAX_USERS = 100_000;

    /** Users who send the next request as soon as the last one has ended. */
    public static final Closed WITHOUT_PAUSES = new Closed(0, 0);

    private static final long MAX_PAUSE_MICROS = 3_600_000_000L;

    public Closed {
      requirePause("thinkTime", thinkTimeMicros);
      requirePause("backoff", backoffMicros);
    }

    private static void requirePause(String setting, long micros) {
      InvalidSettingException.requireRange(setting, micros, "us", 0, MAX_PAUSE_MICROS, "0us..1h");
    }

    public boolean hasThinkTime() {
      return thinkTimeMicros > 0;
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
}
