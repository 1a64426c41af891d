package io.poolbench.study;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * The order of a paired study's windows: every level of every cell once a round, the levels in
 * random order and the cells in random order at each (randomized multiple interleaved trials: Abedi
 * and Brecht, ICPE 2017). Each even round reverses the one before, so that over both all windows
 * have the same mean position, and a steady drift of the host cancels. The same seed and repetition
 * give the same rounds.
 *
 * @param levels of the load
 * @param cells the number of cells
 * @param repetition of the cells, from 1: each has its own orders
 */
record PairedRounds(List<Integer> levels, int cells, long seed, int repetition) {
  PairedRounds {
    levels = List.copyOf(levels);
  }

  /**
   * One cell under one level for one window.
   *
   * @param cell its number, from 0
   */
  record Visit(int cell, int level) {}

  /**
   * The visits of a round, in order.
   *
   * @param number from 1
   */
  List<Visit> round(int number) {
    // Neighbouring seeds of Random begin alike, those of SplittableRandom do not.
    Random random = new Random(new SplittableRandom(seed + repetition).nextLong());
    List<Visit> visits = shuffled(random);
    for (int pair = 2; pair <= (number + 1) / 2; pair++) {
      visits = shuffled(random);
    }
    if (number % 2 == 0) {
      Collections.reverse(visits);
    }
    return List.copyOf(visits);
  }

  private List<Visit> shuffled(Random random) {
    List<Integer> order = new ArrayList<>(levels);
    Collections.shuffle(order, random);
    List<Visit> visits = new ArrayList<>();
    for (int level : order) {
      List<Visit> together = new ArrayList<>();
      for (int cell = 0; cell < cells; cell++) {
        together.add(new Visit(cell, level));
      }
      Collections.shuffle(together, random);
      visits.addAll(together);
    }
    return visits;
  }
}
