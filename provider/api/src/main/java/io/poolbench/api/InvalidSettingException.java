package io.poolbench.api;

import java.util.Objects;

/**
 * A setting that cannot be: the user's mistake, never a bug. The message says what is wrong and
 * what would be valid, in one line, without naming the setting; whoever read the setting from a
 * file or a command line adds where it stood.
 */
public final class InvalidSettingException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String setting;

  /**
   * @param setting the setting's own name, such as {@code corethreads}; no path
   * @param problem what is wrong with it, and what is valid
   */
  public InvalidSettingException(String setting, String problem) {
    super(Objects.requireNonNull(problem, "problem"));
    this.setting = Objects.requireNonNull(setting, "setting");
  }

  /** The setting's own name, without the path that leads to it. */
  public String setting() {
    return setting;
  }

  /** Fails unless {@code low <= value <= high}. */
  public static void requireRange(String setting, long value, long low, long high) {
    if (value < low || value > high) {
      String valid =
          high == Integer.MAX_VALUE || high == Long.MAX_VALUE
              ? low + " or more"
              : low + ".." + high;
      throw new InvalidSettingException(setting, value + " is out of range; valid: " + valid);
    }
  }
}
