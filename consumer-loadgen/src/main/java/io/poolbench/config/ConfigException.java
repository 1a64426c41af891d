package io.poolbench.config;

import java.util.regex.Pattern;

/**
 * A user's error in a study or in an override, as opposed to a bug. It is unchecked, since only the
 * command line handles it.
 *
 * <p>The message is one line, such as {@code bench-configs/quick.yaml:12: provider.threads: 0 is
 * out of range (valid: 1 or more)}.
 */
public final class ConfigException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final Pattern UNPRINTABLE =
      Pattern.compile("[\\p{Cntrl}\\u0080-\\u009f\\u2028\\u2029]");

  private static final int MAX_LENGTH = 2_000;

  private final Place place;
  private final String problem;

  ConfigException(Place place, String problem) {
    super(printable(place.text() + problem));
    this.place = place;
    this.problem = printable(problem);
  }

  /** An error on the command line. */
  public static ConfigException of(String typed, String problem) {
    return new ConfigException(Place.of(typed), problem);
  }

  Place place() {
    return place;
  }

  public String problem() {
    return problem;
  }

  private static String printable(String text) {
    String shown = text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH) + "...";
    return UNPRINTABLE.matcher(shown).replaceAll("?");
  }
}
