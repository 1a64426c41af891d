package io.poolbench.config;

import com.fasterxml.jackson.core.JsonPointer;
import java.io.Serializable;

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
