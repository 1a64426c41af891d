package io.poolbench.judge;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The order in which a paired study measures levels and cells, the same in every run.
 *
 * <p>A round has its levels in random order, an even round in the reverse order of the one before
 * (randomized multiple interleaved trials: Abedi and Brecht, ICPE 2017). A block measures each cell
 * twice, A B C C B A, so that all cells have the same mean position in time and a steady drift
 * cancels (Bulej et al., ICPE 2020).
 *
 * <p>What a cell leaves behind must be met by all cells alike, the cell itself included. The orders
 * A B C of consecutive blocks of a level are therefore the zigzag paths of a sequentially balanced
 * design (E. J. Williams, Experimental designs balanced for the estimation of residual effects of
 * treatments, 1949): within {@link #cycle} blocks each cell follows each other cell equally often.
 * It follows itself as often, where the middle of a block is, and where a block begins after an
 * unmeasured slice of its first cell.
 *
 * @param cells the number of cells
 * @param repetition from 1; each has an order of its own
 */
record BlockOrder(int cells, int repetition) {
  /** The levels of a round, by its number from 1, in order. */
  List<Integer> levels(int round, List<Integer> open) {
    List<Integer> order = new ArrayList<>(open);
    Random random = new Random(seeds().nextLong());
    for (int pair = 1; pair <= (round + 1) / 2; pair++) {
      Collections.shuffle(order, random);
    }
    if (round % 2 == 0) {
      Collections.reverse(order);
    }
    return List.copyOf(order);
  }

  // Random begins with similar numbers for adjacent seeds; SplittableRandom does not.
  private SplittableRandom seeds() {
    return new SplittableRandom(repetition);
  }

  /** The number of blocks of a level after which the orders of cells repeat. */
  int cycle() {
    return cells % 2 == 0 ? Math.max(1, cells / 2) : cells;
  }

  /**
   * The cells of a block in order, numbered from 0, each twice.
   *
   * @param earlier the number of blocks of the level before
   */
  List<Integer> cells(int level, int earlier) {
    SplittableRandom seeds = seeds();
    seeds.nextLong();
    Random random = new Random(new SplittableRandom(seeds.nextLong() + level).nextLong());
    List<Integer> names = new ArrayList<>(IntStream.range(0, cells).boxed().toList());
    Collections.shuffle(names, random);
    List<Integer> path = new ArrayList<>();
    for (int step = 0; step < cells; step++) {
      int zigzag = step % 2 == 0 ? -step / 2 : (step + 1) / 2;
      path.add(names.get(Math.floorMod(earlier + zigzag, cells)));
    }
    if (earlier / cycle() % 2 == 1) {
      Collections.reverse(path);
    }
    List<Integer> twice = new ArrayList<>(path);
    Collections.reverse(path);
    twice.addAll(path);
    return List.copyOf(twice);
  }
}
