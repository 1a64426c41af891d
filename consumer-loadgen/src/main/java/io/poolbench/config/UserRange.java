package io.poolbench.config;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The users of each step as studies write them: numbers and ranges, such as {@code 1..32, 36..80 by
 * 4, 100}. A range ends at its last number or, where its step passes over that, before it.
 */
final class UserRange {
  /** A longer schedule is a mistake, and could be large enough to exhaust memory. */
  static final int MOST_STEPS = 10_000;

  private static final Pattern TERM =
      Pattern.compile(" *([0-9]{1,9})(?: *\\.\\. *([0-9]{1,9})(?: +by +([0-9]{1,9}))?)? *");

  private UserRange() {}

  /**
   * The numbers, in the order in which they stand.
   *
   * @throws IllegalArgumentException where the text is no such schedule; says what would be one
   */
  static List<Integer> parse(String text) {
    List<Integer> users = new ArrayList<>();
    for (String term : text.split(",", -1)) {
      Matcher matcher = TERM.matcher(term);
      if (!matcher.matches()) {
        throw new IllegalArgumentException(
            "'"
                + term.strip()
                + "' is no number of users and no range; valid: such as 1..8, 12..24 by 4");
      }
      int first = Integer.parseInt(matcher.group(1));
      int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
      int by = matcher.group(3) == null ? 1 : Integer.parseInt(matcher.group(3));
      append(users, first, last, by);
    }
    return users;
  }

  private static void append(List<Integer> users, int first, int last, int by) {
    if (last < first) {
      throw new IllegalArgumentException(
          first + ".." + last + " falls; valid: the smaller number first, " + last + ".." + first);
    }
    if (by < 1) {
      throw new IllegalArgumentException("a range by 0 never ends; valid: by 1 or more");
    }
    if (users.size() + ((long) last - first) / by + 1 > MOST_STEPS) {
      throw new IllegalArgumentException("has too many steps; valid: at most " + MOST_STEPS);
    }
    for (long step = first; step <= last; step += by) {
      users.add((int) step);
    }
  }

  /** A short text that {@link #parse} reads as these numbers. */
  static String print(List<Integer> users) {
    List<String> terms = new ArrayList<>();
    for (int from = 0; from < users.size(); ) {
      int to = endOfRun(users, from);
      int by = to > from ? users.get(from + 1) - users.get(from) : 1;
      if (to - from < 2) {
        terms.add(Integer.toString(users.get(from)));
        from++;
      } else {
        terms.add(users.get(from) + ".." + users.get(to) + (by == 1 ? "" : " by " + by));
        from = to + 1;
      }
    }
    return String.join(", ", terms);
  }

  /** The last index up to which the numbers rise by equal steps. */
  private static int endOfRun(List<Integer> users, int from) {
    if (from + 1 >= users.size() || users.get(from + 1) <= users.get(from)) {
      return from;
    }
    int by = users.get(from + 1) - users.get(from);
    int to = from + 1;
    while (to + 1 < users.size() && users.get(to + 1) - users.get(to) == by) {
      to++;
    }
    return to;
  }
}
