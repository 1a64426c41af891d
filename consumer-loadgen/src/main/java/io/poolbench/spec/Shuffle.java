package io.poolbench.spec;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Random orders of a list, one per round; the same seed gives the same orders. */
public record Shuffle(long seed) {
  /** The order of a round, from 1; all orders are equally likely. */
  public <T> List<T> round(int round, List<T> listed) {
    // One generator for all rounds, because generators with neighbouring seeds start alike.
    Random random = new Random(seed);
    List<T> shuffled = new ArrayList<>(listed);
    for (int shuffle = 1; shuffle <= round; shuffle++) {
      Collections.shuffle(shuffled, random);
    }
    return List.copyOf(shuffled);
  }
}
