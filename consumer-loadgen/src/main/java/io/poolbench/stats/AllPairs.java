package io.poolbench.stats;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * P-values of the tests of all pairs among several groups, corrected for multiple testing: over all
 * pairs, the probability of calling equal groups different is at most the level.
 *
 * <p>Holm's procedure with the number of hypotheses that can be true together: once one pair of
 * three differs, at most one of the other two pairs can be equal. (J. P. Shaffer, Modified
 * sequentially rejective multiple test procedures, Journal of the American Statistical Association
 * 81, 1986, procedure S1.)
 */
public final class AllPairs {
  private AllPairs() {}

  /**
   * The corrected p-values; {@code pValues} has one value for each pair, and the result its order.
   */
  public static double[] corrected(int groups, double... pValues) {
    if (pValues.length != groups * (groups - 1) / 2) {
      throw new IllegalArgumentException(pValues.length + " pairs of " + groups + " groups");
    }
    NavigableSet<Integer> possible = numbersOfEqualPairs(groups);
    double[] corrected = new double[pValues.length];
    double largest = 0;
    int left = pValues.length;
    for (int pair :
        IntStream.range(0, pValues.length)
            .boxed()
            .sorted(Comparator.comparingDouble(at -> pValues[at]))
            .toList()) {
      largest = Math.max(largest, Math.min(1, possible.floor(left) * pValues[pair]));
      corrected[pair] = largest;
      left--;
    }
    return corrected;
  }

  /** The possible numbers of equal pairs: those within the parts of any partition of the groups. */
  private static NavigableSet<Integer> numbersOfEqualPairs(int groups) {
    List<NavigableSet<Integer>> ofFewer = new ArrayList<>();
    ofFewer.add(new TreeSet<>(Set.of(0)));
    for (int size = 1; size <= groups; size++) {
      TreeSet<Integer> numbers = new TreeSet<>();
      for (int part = 1; part <= size; part++) {
        int within = part * (part - 1) / 2;
        ofFewer.get(size - part).forEach(equal -> numbers.add(within + equal));
      }
      ofFewer.add(numbers);
    }
    return ofFewer.get(groups);
  }
}
