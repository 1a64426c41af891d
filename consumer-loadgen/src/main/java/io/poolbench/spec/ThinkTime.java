package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;
import java.util.Locale;
import java.util.Objects;

/**
 * How long a closed-loop user pauses between an answer and its next request.
 *
 * @param distribution how pauses differ from each other; {@link Distribution#FIXED} where there is
 *     no pause, whatever was given
 * @param meanMicros their mean in microseconds, at most an hour; 0 = no pause
 */
public record ThinkTime(Distribution distribution, long meanMicros) {
  /** No pause. */
  public static final ThinkTime NONE = fixed(0);

  /** The longest mean, in microseconds. */
  public static final long MOST_MICROS = 3_600_000_000L;

  public ThinkTime {
    Objects.requireNonNull(distribution, "distribution");
    if (meanMicros < 0 || meanMicros > MOST_MICROS) {
      throw new InvalidSettingException("mean", meanMicros + "us is out of range; valid: 0us..1h");
    }
    distribution = meanMicros == 0 ? Distribution.FIXED : distribution;
  }

  /** Always the same pause. */
  public static ThinkTime fixed(long micros) {
    return new ThinkTime(Distribution.FIXED, micros);
  }

  /** Whether users do not pause. */
  public boolean isNone() {
    return meanMicros == 0;
  }

  /** How pauses differ from each other. */
  public enum Distribution {
    /** They do not. */
    FIXED,
    /** As those of people who know nothing of each other: short ones are common, long ones rare. */
    EXPONENTIAL;

    /** The name in a study. */
    public String id() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
