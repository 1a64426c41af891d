package io.poolbench.study;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What is measured side by side, so that the host's state is the same for all of it: one level of
 * one round in all cells of a paired study. It counts as a whole, or is discarded as a whole.
 *
 * @param visits in order, at least one, each of another cell or level
 */
record CellBlock(List<Visit> visits) {
  CellBlock {
    visits = List.copyOf(visits);
    if (visits.isEmpty() || visits.stream().distinct().count() < visits.size()) {
      throw new IllegalArgumentException("visits " + visits);
    }
  }

  /**
   * One cell under one level.
   *
   * @param cell its number, from 0
   */
  record Visit(int cell, int level) {}

  /**
   * Its slices in order: each visit twice, A B C C B A, so that all have the same mean position in
   * time and a steady drift of the host cancels (Bulej et al., ICPE 2020).
   */
  List<Visit> slices() {
    List<Visit> slices = new ArrayList<>(visits);
    Collections.reverse(slices);
    slices.addAll(0, visits);
    return List.copyOf(slices);
  }
}
