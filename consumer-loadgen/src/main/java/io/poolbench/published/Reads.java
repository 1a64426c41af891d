package io.poolbench.published;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The values that the functions of one statement read, in order, each value once. */
final class Reads {
  private final Set<String> known = new LinkedHashSet<>();
  private final Set<String> missing = new LinkedHashSet<>();
  private final List<Breakdown> levels = new ArrayList<>();

  void clear() {
    known.clear();
    missing.clear();
    levels.clear();
  }

  void known(String text) {
    known.add(text);
  }

  void missing(String text) {
    missing.add(text);
  }

  void level(Breakdown level) {
    levels.add(level);
  }

  boolean complete() {
    return missing.isEmpty();
  }

  /** The values, or the missing ones if any are missing. */
  String text() {
    return String.join(", ", missing.isEmpty() ? known : missing);
  }

  List<Breakdown> levels() {
    return List.copyOf(levels);
  }
}
