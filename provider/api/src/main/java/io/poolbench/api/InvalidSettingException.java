package io.poolbench.api;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * An invalid setting: a user's mistake, never a bug. The message is one line, {@code fact (valid:
 * ...)}, without the setting's name; the reader of the file or command line adds the place.
 */
public final class InvalidSettingException extends IllegalArgumentException {
  private final String setting;

  public InvalidSettingException(String setting, String problem) {
    super(Objects.requireNonNull(problem, "problem"));
    this.setting = Objects.requireNonNull(setting, "setting");
  }

  public String setting() {
    return setting;
  }

  public static <E> E constant(
      String setting, String what, E[] constants, Function<E, String> idOf, String id) {
    return Arrays.stream(constants)
        .filter(constant -> idOf.apply(constant).equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidSettingException(
                    setting,
                    "unknown %s '%s' (valid: %s)"
                        .formatted(
                            what,
                            id,
                            Arrays.stream(constants).map(idOf).collect(Collectors.joining(", ")))));
  }

  /** Fails unless {@code low <= value <= high}. */
  public static void requireRange(String setting, long value, long low, long high) {
    boolean unlimited = high == Integer.MAX_VALUE || high == Long.MAX_VALUE;
    String valid = unlimited ? low + " or more" : low + ".." + high;
    requireRange(setting, value, "", low, high, valid);
  }

  /**
   * Fails unless {@code low <= value <= high}, for a value with a unit.
   *
   * @param valid the range as a study writes it, such as {@code 1ms..1h}
   */
  public static void requireRange(
      String setting, long value, String unit, long low, long high, String valid) {
    if (value < low || value > high) {
      throw new InvalidSettingException(
          setting, value + unit + " out of range (valid: " + valid + ")");
    }
  }
}
