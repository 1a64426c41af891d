package io.poolbench.study;

import io.poolbench.api.InvalidSettingException;
import java.time.Duration;
import java.util.Objects;

/**
 * How long the steps of a load last.
 *
 * @param warmup maximum duration of the warm-up before the first step
 * @param settle how long a step's load is held before it is measured
 * @param measure how long a step is measured, 100 ms or more
 * @param measureUpTo maximum measuring time of a step while its verdict is UNDECIDED, {@code
 *     measure} or more; null = 4 times {@code measure}, or {@code measure} with {@code drain}
 * @param drain whether a step begins without calls, stops sending at the end of {@code measure},
 *     and is measured until its last call has ended, so that the window cuts off no call
 */
public record StepTimes(
    Duration warmup, Duration settle, Duration measure, Duration measureUpTo, boolean drain) {
  private static final Duration MIN_MEASURE = Duration.ofMillis(100);
  private static final int TIMES_LONGER = 4;

  public StepTimes {
    Objects.requireNonNull(measure, "measure");
    requireNotNegative("warmup", warmup);
    requireNotNegative("settle", settle);
    if (drain && !settle.isZero()) {
      throw new InvalidSettingException(
          "settle", "not allowed with drain, which measures a step's first call too (valid: 0s)");
    }
    requireMeasurable(measure);
    if (measureUpTo == null) {
      measureUpTo = drain ? measure : measure.multipliedBy(TIMES_LONGER);
    } else if (measureUpTo.compareTo(measure) < 0) {
      throw new InvalidSettingException(
          "measureUpTo", "shorter than measure (valid: as long as measure, or more)");
    }
  }

  /** Steps that are measured for this time, neither longer nor shorter. */
  static StepTimes of(Section load, Duration measure) {
    return new StepTimes(load.duration("warmup"), load.duration("settle"), measure, measure, false);
  }

  StepTimes lasting(Duration other) {
    return new StepTimes(warmup, settle, other, other, drain);
  }

  static void requireMeasurable(Duration measure) {
    if (measure.compareTo(MIN_MEASURE) < 0) {
      throw new InvalidSettingException("measure", "too short (valid: 100ms or more)");
    }
  }

  private static void requireNotNegative(String setting, Duration duration) {
    if (duration.isNegative()) {
      throw new InvalidSettingException(setting, "negative duration (valid: 0s or more)");
    }
  }
}
