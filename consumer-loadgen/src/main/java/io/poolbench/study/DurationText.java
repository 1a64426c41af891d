package io.poolbench.study;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as studies and options write them: {@code 500us}, {@code 1.5s}, {@code 2m}. */
public final class DurationText {
  private static final Pattern FORM =
      Pattern.compile("([0-9]{1,14}(?:\\.[0-9]{1,9})?)(us|ms|s|m|h)");
  private static final List<String> IDS = List.of("us", "ms", "s", "m", "h");

  /** The length of each of {@link #IDS} in microseconds. */
  private static final List<Long> MICROS =
      List.of(1L, 1_000L, 1_000_000L, 60_000_000L, 3_600_000_000L);

  private static final Duration MAX = Duration.ofDays(365);

  private DurationText() {}

  public static Duration parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "invalid duration '" + text + "' (example: 500us, 2ms, 1.5s, 2m)");
    }
    BigDecimal micros =
        new BigDecimal(matcher.group(1))
            .multiply(BigDecimal.valueOf(MICROS.get(IDS.indexOf(matcher.group(2)))));
    if (micros.stripTrailingZeros().scale() > 0) {
      throw new IllegalArgumentException(
          "duration '" + text + "' is too fine (valid: whole microseconds)");
    }
    if (micros.compareTo(BigDecimal.valueOf(MAX.toSeconds() * 1_000_000)) > 0) {
      throw new IllegalArgumentException("duration '" + text + "' is too long (valid: 0us..8760h)");
    }
    return Duration.of(micros.longValueExact(), ChronoUnit.MICROS);
  }

  /** The shortest text without a fraction that {@link #parse} reads as this duration. */
  public static String print(Duration duration) {
    long micros = toMicros(duration);
    if (micros == 0) {
      return "0ms";
    }
    int coarsest = IDS.size() - 1;
    while (micros % MICROS.get(coarsest) != 0) {
      coarsest--;
    }
    return micros / MICROS.get(coarsest) + IDS.get(coarsest);
  }

  public static long toMicros(Duration duration) {
    return TimeUnit.MICROSECONDS.convert(duration);
  }

  public static double toMillis(Duration duration) {
    return toMicros(duration) / 1e3;
  }
}
