package io.poolbench.spec;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Random orders of a list, one for each round; the same seed gives the same orders.
 *
 * @param seed any number
 */
public record Shuffle(long seed) {
  /** The order of a round, from 1, uniform among all orders. */
  public <T> List<T> round(int round, List<T> listed) {
    // One generator for all rounds: those of neighbouring seeds begin alike.
    Random random = new Random(seed);
    List<T> shuffled = new ArrayList<>(listed);
    for (int shuffle = 1; shuffle <= round; shuffle++) {
      Collections.shuffle(shuffled, random);
    }
    return List.copyOf(shuffled);
  }
}
