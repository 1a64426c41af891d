package io.poolbench.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Which of the valid names a mistyped one was probably meant to be. */
final class NearestNames {
  private static final int LONGEST_COMPARED = 64;

  private NearestNames() {}

  /** The nearest name, where one is near enough that a slip of the hand explains it. */
  static Optional<String> nearest(String typed, Collection<String> valid) {
    return nearest(typed, valid, 1).stream().findFirst();
  }

  /** The names that are near enough, the nearest first, at most so many. */
  static List<String> nearest(String typed, Collection<String> valid, int most) {
    if (typed.length() > LONGEST_COMPARED) {
      return List.of();
    }
    return valid.stream()
        .filter(name -> isNear(typed, name))
        .sorted(Comparator.comparingInt(name -> distance(typed, name)))
        .limit(most)
        .toList();
  }

  private static boolean isNear(String typed, String name) {
    String shorter = typed.length() < name.length() ? typed : name;
    String longer = typed.length() < name.length() ? name : typed;
    return distance(typed, name) <= Math.max(1, name.length() / 3)
        || (shorter.length() >= 3
            && longer.toLowerCase(Locale.ROOT).startsWith(shorter.toLowerCase(Locale.ROOT)));
  }

  /**
   * Edits that make one text the other, letter case aside: insertions, deletions, replacements, and
   * swaps of neighbours (optimal string alignment).
   */
  static int distance(String left, String right) {
    String a = left.toLowerCase(Locale.ROOT);
    String b = right.toLowerCase(Locale.ROOT);
    int[][] edits = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          edits[i][j] = i + j;
          continue;
        }
        int replaced = edits[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        edits[i][j] = Math.min(replaced, 1 + Math.min(edits[i - 1][j], edits[i][j - 1]));
        boolean swapped =
            i > 1
                && j > 1
                && a.charAt(i - 1) == b.charAt(j - 2)
                && a.charAt(i - 2) == b.charAt(j - 1);
        if (swapped) {
          edits[i][j] = Math.min(edits[i][j], edits[i - 2][j - 2] + 1);
        }
      }
    }
    return edits[a.length()][b.length()];
  }
}
