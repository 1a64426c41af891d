package io.poolbench.study;

import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Suggests valid names for a mistyped one. */
public final class NearestNames {
  private static final int MAX_LENGTH = 64;
  private static final int MAX_NAMES = 3;

  private NearestNames() {}

  /** A suggestion such as {@code ", did you mean 'fixed'?"}; empty where no name is near. */
  public static String hint(String typed, Collection<String> valid) {
    List<String> nearest = nearest(typed, valid);
    return nearest.isEmpty() ? "" : ", did you mean '" + String.join("' or '", nearest) + "'?";
  }

  /** At most three equally near names; empty where no typing error explains any. */
  static List<String> nearest(String typed, Collection<String> valid) {
    if (typed.length() > MAX_LENGTH) {
      return List.of();
    }
    List<String> near = valid.stream().filter(name -> isNear(typed, name)).toList();
    int least = near.stream().mapToInt(name -> distance(typed, name)).min().orElse(0);
    return near.stream().filter(name -> distance(typed, name) == least).limit(MAX_NAMES).toList();
  }

  private static boolean isNear(String typed, String name) {
    String shorter = typed.length() < name.length() ? typed : name;
    String longer = typed.length() < name.length() ? name : typed;
    return distance(typed, name) <= Math.max(1, name.length() / 3)
        || (shorter.length() >= 3
            && longer.toLowerCase(Locale.ROOT).startsWith(shorter.toLowerCase(Locale.ROOT)));
  }

  /** The edit distance, ignoring case, with swaps of neighbours (optimal string alignment). */
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
