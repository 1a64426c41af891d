package io.poolbench.load;

import io.poolbench.journal.CallSum;

/** The time of a closed loop's users, by Little's law. */
final class UserTimes {
  private UserTimes() {}

  /** The mean cycle of a user: response time of any outcome plus think time. */
  static double cycleMeanNanos(Interval interval) {
    return cyclesNanos(interval) / interval.calls().total();
  }

  /**
   * The time that users spent in finished and unfinished cycles: the number of users times the
   * interval's length, even if no call ends.
   */
  static double spentNanos(Interval interval) {
    return cyclesNanos(interval) + interval.calls().sum(CallSum.CARRIED_NANOS);
  }

  private static double cyclesNanos(Interval interval) {
    return interval.times().response().sumNanos()
        + interval.calls().sum(CallSum.FAILED_NANOS)
        + interval.calls().sum(CallSum.THINK_NANOS);
  }
}
