package io.poolbench.config;

import java.util.regex.Pattern;

/**
 * A mistake in a study or in what overrides it: the user's, never a bug. Unchecked, as nothing
 * between the loader and the command line can do anything about it.
 *
 * <p>The message is one line, such as {@code bench-configs/quick.yaml:12: provider.threads: 0 is
 * out of range; valid: 1 or more}.
 */
public final class ConfigException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final Pattern UNPRINTABLE =
      Pattern.compile("[\\p{Cntrl}\\u0080-\\u009f\\u2028\\u2029]");

  private static final int LONGEST = 2_000;

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
   * A mistake in what was typed on the command line.
   *
   * @param typed the option with its value, or the argument, as it was typed
   * @param problem what is wrong, and what is valid
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

  /** What is wrong and, where it can be said, what is valid. */
  public String problem() {
    return problem;
  }

  private static String printable(String text) {
    String shown = text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
    return UNPRINTABLE.matcher(shown).replaceAll("?");
  }
}
