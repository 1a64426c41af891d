package io.poolbench.config;

import java.util.regex.Pattern;

/**
 * An error in a study or in an override: the user's, never a bug. Unchecked, as only the command
 * line handles it.
 *
 * <p>The message is one line, such as {@code bench-configs/quick.yaml:12: provider.threads: 0 is
 * out of range (valid: 1 or more)}.
 */
public final class ConfigException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final Pattern UNPRINTABLE =
      Pattern.compile("[\\p{Cntrl}\\u0080-\\u009f\\u2028\\u2029]");

  private static final int MAX_LENGTH = 2_000;

  private final String source;
  private final int line;
  private final String path;
  private final String problem;

  ConfigException(Place place, String problem) {
    super(printable(place.text() + problem));
    this.source = place.source();
    this.line = place.line();
    this.path = place.path();
    this.problem = printable(problem);
  }

  /**
   * An error on the command line.
   *
   * @param typed the option with its value, or the argument, as it was typed
   * @param problem the error, and what is valid
   */
  public static ConfigException of(String typed, String problem) {
    return new ConfigException(Place.of(typed), problem);
  }

  /** The file, or the override as it was typed, such as {@code --set provider.threads=0}. */
  public String source() {
    return source;
  }

  /** The line in the file, from 1; 0 where there is none. */
  public int line() {
    return line;
  }

  /** The path of the setting, such as {@code cells.2.provider.threads}; empty for the file. */
  public String path() {
    return path;
  }

  /** The error and, where known, what is valid. */
  public String problem() {
    return problem;
  }

  private static String printable(String text) {
    String shown = text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH) + "...";
    return UNPRINTABLE.matcher(shown).replaceAll("?");
  }
}
