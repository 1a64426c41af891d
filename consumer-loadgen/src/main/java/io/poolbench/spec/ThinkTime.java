package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;
import java.util.Locale;
import java.util.Objects;

/**
 * How long a closed-loop user pauses between an answer and its next request.
 *
 * @param distribution how pauses differ from each other
 * @param meanMicros their mean; 0 = no pause
 */
public record ThinkTime(Distribution distribution, long meanMicros) {
  /** No pause. */
  public static final ThinkTime NONE = new ThinkTime(Distribution.FIXED, 0);

  private static final long LONGEST_MICROS = 3_600_000_000L;

  public ThinkTime {
    Objects.requireNonNull(distribution, "distribution");
    if (meanMicros < 0 || meanMicros > LONGEST_MICROS) {
      throw new InvalidSettingException("thinkTime", "is out of range; valid: 0s..1h");
    }
  }

  /** Whether users do not pause. */
  public boolean isNone() {
    return meanMicros == 0;
  }

  /** How pauses differ from each other. */
  public enum Distribution {
    /** They do not. */
    FIXED,
    /** As those of users who know nothing of each other, whose pauses have no memory. */
    EXPONENTIAL;

    /** The name in a study. */
    public String id() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
