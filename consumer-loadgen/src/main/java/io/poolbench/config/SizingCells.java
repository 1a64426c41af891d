package io.poolbench.config;

import io.poolbench.spec.Cell;
import io.poolbench.spec.Study;
import io.poolbench.spec.Study.Sizing;
import io.poolbench.spec.Workload;
import io.poolbench.spec.Workload.ThinkTime;

/** Checks that the model describes a study that sizes a pool, and has enough loads to be fitted. */
final class SizingCells {
  private SizingCells() {}

  static void require(Study study, Settings settings) {
    if (study.paired() == null) {
      throw settings.problem("/sizing", "requires paired cells (example: paired: {rounds: 4})");
    }
    if (study.repetitions().count() > 1) {
      throw settings.problem(
          "/repetitions", study.repetitions().count() + " not allowed with sizing (valid: 1)");
    }
    if (study.cells().size() < 2) {
      throw settings.problem(
          "/sizing", "one cell (valid: two or more; of one pool no interval holds for others)");
    }
    if (study.cells().get(0).load().search() != null) {
      throw settings.problem(
          "/load/search", "not allowed with sizing, which chooses loads itself (valid: users)");
    }
    int levels = study.cells().get(0).load().levels().size();
    if (levels < Sizing.FIRST_LOADS) {
      throw settings.problem(
          "/load/users",
          "levels: " + levels + " (valid: " + Sizing.FIRST_LOADS + " or more with sizing)");
    }
  }

  static void requireClosedLoop(Cell cell, Settings settings) {
    PairedCells.requireNoGroups(cell, settings, "with sizing");
    if (!(cell.load().workload() instanceof Workload.Closed closed)) {
      throw settings.problem("/load/rate", "not allowed with sizing (valid: users)");
    }
    if (!closed.thinkTime().equals(ThinkTime.NONE)) {
      throw settings.problem("/load/thinkTime", "not allowed with sizing (valid: leave it out)");
    }
  }
}
