package io.poolbench.study;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/** Rounds that run each cell of a study once, each time in a fresh provider. */
public record Repetitions(int count) {
  /**
   * The cells in the order of a round, from 1: a random order, the same in every run. Shuffling
   * turns a drift of the host from a bias into spread, which only repetitions reveal; a single
   * round has the cells as they are listed.
   */
  public <T> List<T> round(int round, List<T> listed) {
    Objects.checkIndex(round - 1, count);
    List<T> cells = new ArrayList<>(listed);
    // One generator for all rounds, because generators with neighbouring seeds start alike.
    Random random = new Random(1);
    for (int shuffle = 1; count > 1 && shuffle <= round; shuffle++) {
      Collections.shuffle(cells, random);
    }
    return List.copyOf(cells);
  }
}
