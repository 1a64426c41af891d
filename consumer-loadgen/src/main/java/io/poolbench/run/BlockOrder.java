package io.poolbench.run;

import io.poolbench.run.BlockOrder.CellBlock.Visit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The order of a paired study's blocks. A round has each level once, in random order; the cells of
 * a block are in random order, too (randomized multiple interleaved trials: Abedi and Brecht, ICPE
 * 2017). An even round has the reverse level order of the round before it. The same seed and
 * repetition give the same order.
 *
 * @param cells the number of cells
 * @param repetition of the cells, from 1; each has an order of its own
 */
record BlockOrder(List<Integer> levels, int cells, long seed, int repetition) {
  BlockOrder {
    levels = List.copyOf(levels);
  }

  /** The blocks of a round, by its number from 1. */
  List<CellBlock> round(int number) {
    // Random begins with similar numbers for adjacent seeds; SplittableRandom does not.
    SplittableRandom seeds = new SplittableRandom(seed + repetition);
    List<Integer> order = new ArrayList<>(levels);
    Random random = new Random(seeds.nextLong());
    for (int pair = 1; pair <= (number + 1) / 2; pair++) {
      Collections.shuffle(order, random);
    }
    if (number % 2 == 0) {
      Collections.reverse(order);
    }
    Random ofCells = new Random(new SplittableRandom(seeds.nextLong() + number).nextLong());
    return order.stream().map(level -> block(level, ofCells)).toList();
  }

  private CellBlock block(int level, Random random) {
    List<Visit> visits =
        IntStream.range(0, cells)
            .mapToObj(cell -> new Visit(cell, level))
            .collect(Collectors.toCollection(ArrayList::new));
    Collections.shuffle(visits, random);
    return new CellBlock(visits);
  }

  /**
   * A block of a paired study: one level of one round in all cells, measured in turn so that the
   * host's state is the same for all. A block counts, or is discarded, as a whole.
   *
   * @param visits in order, at least one, all different
   */
  record CellBlock(List<Visit> visits) {
    CellBlock {
      visits = List.copyOf(visits);
      if (visits.isEmpty() || visits.stream().distinct().count() < visits.size()) {
        throw new IllegalArgumentException("visits " + visits);
      }
    }

    /** One cell, numbered from 0, at one level. */
    record Visit(int cell, int level) {}

    /**
     * The slices in order: each visit twice, A B C C B A. All visits then have the same mean
     * position in time, so that a steady drift of the host cancels (Bulej et al., ICPE 2020).
     */
    List<Visit> slices() {
      List<Visit> slices = new ArrayList<>(visits);
      Collections.reverse(slices);
      slices.addAll(0, visits);
      return List.copyOf(slices);
    }
  }
}
