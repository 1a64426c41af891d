package io.poolbench;

import java.util.List;
import java.util.SplittableRandom;

/** Texts with a few random changes. */
public final class Mutated {
  private static final List<String> PIECES =
      List.of(
          ("| |\n|\r|\t|\0|{|}|[|]|\"|\\|,|:|#|=|-1|0|1e999|NaN|null|true|"
                  + "9".repeat(40)
                  + "|\u00e9|\uD800|"
                  + "x".repeat(300))
              .split("\\|", -1));

  private Mutated() {}

  /** The text with one to four pieces removed, repeated, or replaced; the same for a seed. */
  public static String of(String text, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder changed = new StringBuilder(text);
    for (int change = 1 + random.nextInt(4); change > 0; change--) {
      int from = random.nextInt(changed.length() + 1);
      int to = Math.min(changed.length(), from + random.nextInt(1 << random.nextInt(8)));
      String piece =
          random.nextInt(4) == 0
              ? changed.substring(from, to).repeat(2)
              : PIECES.get(random.nextInt(PIECES.size()));
      changed.replace(from, to, piece);
    }
    return changed.toString();
  }
}
