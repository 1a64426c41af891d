package io.poolbench.study;

import com.fasterxml.jackson.core.JsonPointer;
import java.io.Serializable;
import java.util.Map;
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
  private static final Pattern LINE_BREAK = Pattern.compile("\\R");

  private static final int MAX_LENGTH = 2_000;

  private final Place place;
  private final String problem;

  ConfigException(Place place, String problem) {
    super(line(place.text() + problem));
    this.place = place;
    this.problem = line(problem);
  }

  public static ConfigException of(String typed, String problem) {
    return new ConfigException(Place.of(typed), problem);
  }

  /**
   * This error with the name of an option in place of the {@code --set} that it stands for.
   *
   * @param options as typed, by the {@code PATH=VALUE} that each stands for
   */
  public ConfigException naming(Map<String, String> options) {
    return options.entrySet().stream()
        .filter(option -> place.source().equals(Overrides.source(option.getKey())))
        .findFirst()
        .map(option -> new Place(masked(option.getValue()), place.line(), place.path()))
        .map(typed -> new ConfigException(typed, problem))
        .orElse(this);
  }

  /** This error with a probable cause behind it. */
  public ConfigException because(String cause) {
    return new ConfigException(place, problem + "; " + cause);
  }

  /**
   * This error with the option that gave a setting, in place of the setting's path.
   *
   * @param options by the path, or by its beginning
   */
  public ConfigException namingOption(Map<String, String> options) {
    return options.entrySet().stream()
        .filter(option -> (place.path() + ".").startsWith(option.getKey() + "."))
        .findFirst()
        .map(
            option -> {
              String rest = place.path().substring(option.getKey().length());
              boolean whole = rest.isEmpty() || rest.matches("\\.\\d+");
              return new ConfigException(
                  Place.of(option.getValue() + (whole ? "" : " " + rest.substring(1))), problem);
            })
        .orElse(this);
  }

  /** An option with its name, but without a password in its value. */
  private static String masked(String option) {
    int value = option.indexOf(' ') + 1;
    return option.substring(0, value) + Place.masked(option.substring(value));
  }

  Place place() {
    return place;
  }

  public String problem() {
    return problem;
  }

  /** A text in one line, and not too long for it; who prints it escapes what is not printable. */
  static String line(String text) {
    String shown = text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH) + "...";
    return LINE_BREAK.matcher(shown).replaceAll("\\\\n");
  }

  /**
   * The place of a setting in a file or an override, for error messages.
   *
   * @param source the file, or the override as it was typed
   * @param line from 1; 0 where there is none
   * @param path such as {@code provider.threads}; empty for the whole file
   */
  record Place(String source, int line, String path) implements Serializable {

    static Place of(String source) {
      return new Place(source, 0, "");
    }

    Place parent() {
      return new Place(source, line, path.substring(0, Math.max(0, path.lastIndexOf('.'))));
    }

    Place child(String key) {
      return new Place(source, line, path.isEmpty() ? key : path + "." + key);
    }

    static String dotted(JsonPointer pointer) {
      StringBuilder path = new StringBuilder();
      for (JsonPointer rest = pointer; !rest.matches(); rest = rest.tail()) {
        path.append(path.isEmpty() ? "" : ".").append(rest.getMatchingProperty());
      }
      return path.toString();
    }

    /** Removes all before the last {@code @}, which in a Redis URI includes the password. */
    static String masked(String text) {
      int at = text.lastIndexOf('@');
      return at < 0 ? text : "..." + text.substring(at);
    }

    /** The beginning of an error message, such as {@code quick.yaml:12: provider.threads: }. */
    String text() {
      return source + (line > 0 ? ":" + line : "") + ": " + (path.isEmpty() ? "" : path + ": ");
    }
  }
}
