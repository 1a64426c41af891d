package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;
import java.util.Locale;
import java.util.Objects;

/**
 * The pause of a closed-loop user between an answer and the next request.
 *
 * @param distribution of the pauses; {@link Distribution#FIXED} if the mean is 0
 * @param meanMicros mean in microseconds, at most an hour; 0 = no pause
 */
public record ThinkTime(Distribution distribution, long meanMicros) {
  public static final ThinkTime NONE = fixed(0);

  public static final long MAX_MICROS = 3_600_000_000L;

  public ThinkTime {
    Objects.requireNonNull(distribution, "distribution");
    if (meanMicros < 0 || meanMicros > MAX_MICROS) {
      throw new InvalidSettingException("mean", meanMicros + "us out of range (valid: 0us..1h)");
    }
    distribution = meanMicros == 0 ? Distribution.FIXED : distribution;
  }

  public static ThinkTime fixed(long micros) {
    return new ThinkTime(Distribution.FIXED, micros);
  }

  public boolean isNone() {
    return meanMicros == 0;
  }

  public enum Distribution {
    FIXED,
    /** Exponential, as between independent actions. */
    EXPONENTIAL;

    public String id() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
