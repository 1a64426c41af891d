package io.poolbench.config;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public final class Durations {
  private static final Pattern FORM =
      Pattern.compile("([0-9]{1,14}(?:\\.[0-9]{1,9})?)(us|ms|s|m|h)");
  private static final Duration MAX = Duration.ofDays(365);

  private Durations() {}

  public static Duration parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "invalid duration '" + text + "' (example: 500us, 2ms, 1.5s, 2m)");
    }
    BigDecimal micros =
        new BigDecimal(matcher.group(1))
            .multiply(BigDecimal.valueOf(Unit.of(matcher.group(2)).micros));
    if (micros.stripTrailingZeros().scale() > 0) {
      throw new IllegalArgumentException(
          "duration '" + text + "' is too fine (valid: whole microseconds)");
    }
    if (micros.compareTo(BigDecimal.valueOf(MAX.toSeconds() * 1_000_000)) > 0) {
      throw new IllegalArgumentException("duration '" + text + "' is too long (valid: 0us..8760h)");
    }
    return ofMicros(micros.longValueExact());
  }

  /** The shortest text without a fraction that {@link #parse} reads as this duration. */
  static String print(Duration duration) {
    long micros = toMicros(duration);
    if (micros == 0) {
      return "0ms";
    }
    Unit[] units = Unit.values();
    int coarsest = units.length - 1;
    while (micros % units[coarsest].micros != 0) {
      coarsest--;
    }
    return micros / units[coarsest].micros + units[coarsest].id;
  }

  static long toMicros(Duration duration) {
    return TimeUnit.MICROSECONDS.convert(duration);
  }

  static Duration ofMicros(long micros) {
    return Duration.ofSeconds(micros / 1_000_000, micros % 1_000_000 * 1_000);
  }

  /** Units from the finest to the coarsest, as {@code print} requires. */
  private enum Unit {
    MICROSECOND("us", 1),
    MILLISECOND("ms", 1_000),
    SECOND("s", 1_000_000),
    MINUTE("m", 60_000_000),
    HOUR("h", 3_600_000_000L);

    private final String id;
    private final long micros;

    Unit(String id, long micros) {
      this.id = id;
      this.micros = micros;
    }

    private static Unit of(String id) {
      return Arrays.stream(values()).filter(unit -> unit.id.equals(id)).findFirst().orElseThrow();
    }
  }
}
