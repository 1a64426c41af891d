package io.poolbench.study;

import io.poolbench.spec.Cell;
import io.poolbench.spec.Repetitions;
import io.poolbench.spec.Study;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * In which order a study's cells run: round by round, each cell once a round, so that a host that
 * grows slower or faster meets all of them alike.
 *
 * @param runs the first to run first
 */
record RunPlan(List<Run> runs) {
  RunPlan {
    runs = List.copyOf(runs);
  }

  /**
   * One cell, to be run once.
   *
   * @param place of the cell in its study, from 0
   * @param repetition from 1
   */
  record Run(int place, Cell cell, int repetition) {}

  /** The plan of a study; a shuffled one is the same whenever its seed is. */
  static RunPlan of(Study study) {
    Repetitions repetitions = study.repetitions();
    Random random = new Random(repetitions.seed());
    List<Run> runs = new ArrayList<>();
    for (int repetition = 1; repetition <= repetitions.count(); repetition++) {
      List<Run> round = new ArrayList<>();
      for (Cell cell : study.cells()) {
        round.add(new Run(round.size(), cell, repetition));
      }
      if (repetitions.order() == Repetitions.Order.SHUFFLED) {
        Collections.shuffle(round, random);
      }
      runs.addAll(round);
    }
    return new RunPlan(runs);
  }
}
