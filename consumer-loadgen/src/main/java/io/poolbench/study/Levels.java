package io.poolbench.study;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The levels of a load schedule, in users or in requests per second: numbers and ranges, such as
 * {@code 1..32, 36..80 by 4, 100}. A range ends at the last level that does not exceed its end.
 */
public final class Levels {
  /** A longer schedule is a mistake, and could exhaust the memory. */
  static final int MAX_STEPS = 10_000;

  /** Leading zeros are rejected, since they result from a thousands separator: {@code 1,000}. */
  private static final String NUMBER = "(0|[1-9][0-9]{0,8})";

  private static final Pattern TERM =
      Pattern.compile(" *" + NUMBER + "(?: *\\.\\. *" + NUMBER + "(?: +by +" + NUMBER + ")?)? *");

  private Levels() {}

  public static List<Integer> parse(String text) {
    List<Integer> levels = new ArrayList<>();
    for (String term : text.split(",", -1)) {
      Matcher matcher = TERM.matcher(term);
      if (!matcher.matches()) {
        throw invalid(term);
      }
      int first = Integer.parseInt(matcher.group(1));
      int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
      int by = matcher.group(3) == null ? 1 : Integer.parseInt(matcher.group(3));
      if (last < first || by < 1) {
        throw invalid(term);
      }
      if (levels.size() + ((long) last - first) / by + 1 > MAX_STEPS) {
        throw new IllegalArgumentException("too many steps (valid: at most " + MAX_STEPS + ")");
      }
      for (long level = first; level <= last; level += by) {
        levels.add((int) level);
      }
    }
    return levels;
  }

  private static IllegalArgumentException invalid(String term) {
    return new IllegalArgumentException(
        "invalid level '" + term.strip() + "' (example: 1..8, 12..24 by 4)");
  }

  public static List<Integer> read(JsonNode levels) {
    if (levels.isTextual()) {
      return parse(levels.textValue());
    }
    return levels.isArray()
        ? levels.valueStream().map(JsonNode::intValue).toList()
        : List.of(levels.intValue());
  }

  /** A short text that {@link #parse} reads as these numbers. */
  public static String print(List<Integer> levels) {
    List<String> terms = new ArrayList<>();
    for (int from = 0; from < levels.size(); ) {
      int to = endOfRun(levels, from);
      int by = to > from ? levels.get(from + 1) - levels.get(from) : 1;
      if (to - from < 2) {
        terms.add(Integer.toString(levels.get(from)));
        from++;
      } else {
        terms.add(levels.get(from) + ".." + levels.get(to) + (by == 1 ? "" : " by " + by));
        from = to + 1;
      }
    }
    return String.join(", ", terms);
  }

  /** The last index of the run of equal rising steps that starts at {@code from}. */
  private static int endOfRun(List<Integer> levels, int from) {
    if (from + 1 >= levels.size() || levels.get(from + 1) <= levels.get(from)) {
      return from;
    }
    int by = levels.get(from + 1) - levels.get(from);
    int to = from + 1;
    while (to + 1 < levels.size() && levels.get(to + 1) - levels.get(to) == by) {
      to++;
    }
    return to;
  }
}
