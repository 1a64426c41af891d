package io.poolbench.study;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

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
   * The slices in order: each visit twice, A B C C B A. All visits then have the same mean position
   * in time, so that a steady drift of the host cancels (Bulej et al., ICPE 2020).
   */
  List<Visit> slices() {
    List<Visit> slices = new ArrayList<>(visits);
    Collections.reverse(slices);
    slices.addAll(0, visits);
    return List.copyOf(slices);
  }
}
