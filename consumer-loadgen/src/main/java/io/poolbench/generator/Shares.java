package io.poolbench.generator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Splits a level among load generators, by the largest remainder method. */
final class Shares {
  private Shares() {}

  /**
   * Splits {@code whole} in proportion to weights. Each share differs by less than 1 from its exact
   * value; of equal remainders the first is rounded up.
   *
   * @param whole 0 or more
   * @param weights above 0
   */
  static List<Integer> of(int whole, List<Integer> weights) {
    long all = weights.stream().mapToLong(weight -> weight).sum();
    List<Integer> shares = new ArrayList<>();
    weights.forEach(weight -> shares.add((int) ((long) whole * weight / all)));
    int left = whole - shares.stream().mapToInt(share -> share).sum();
    IntStream.range(0, weights.size())
        .boxed()
        .sorted(Comparator.comparingLong((Integer at) -> -((long) whole * weights.get(at) % all)))
        .limit(left)
        .forEach(at -> shares.set(at, shares.get(at) + 1));
    return List.copyOf(shares);
  }
}
