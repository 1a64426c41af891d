package io.poolbench.store;

import io.poolbench.Changed;
import io.poolbench.result.Calls;
import io.poolbench.result.CellResult;
import io.poolbench.result.CellResult.CellFailure;
import io.poolbench.result.SampleVerdicts;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import io.poolbench.result.Verdict;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.Publication;
import io.poolbench.spec.Publication.PublishedTable;
import java.util.List;
import java.util.Map;

/** Invented results for what is drawn. */
public final class SamplePlots {
  private SamplePlots() {}

  /** A step with response times of its own. */
  public static StepResult step(int level, Calls calls, String histogram) {
    StepResult plain = SampleResult.step(1, level, 100, calls, 2, 5, Verdict.pass());
    return Changed.with(plain, "histogram", histogram);
  }

  /**
   * The sample's first cell, compared with a table with a row for another pool, and some for its
   * own: at loads that were measured, lie between these, or beyond them.
   */
  public static StudyResult published() {
    StudyResult sample = SampleResult.studyResult();
    CellResult cell = sample.cells().get(0);
    CellResult named = Changed.with(cell, "cell.published", "table");
    PublishedTable table =
        new PublishedTable(
            "table",
            List.of(),
            List.of(
                Map.of("threads", "24", "users", "24", "tps", "6711", "tp99_ms", "rises"),
                Map.of("threads", "48", "users", "24", "tps", "1"),
                Map.of("threads", "24", "users", "16", "tps", "5123"),
                Map.of("threads", "24", "users", "400", "tps", "6950")));
    StudyResult held = Changed.with(sample, "published", List.of(publication(table)));
    return Changed.with(held, "calibration", null, "cells", List.of(named));
  }

  private static Publication publication(PublishedTable table) {
    return new Publication(
        "study",
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of("all", new Publication.Band(List.of("tps", "tp99"), 0, 10)),
        List.of(),
        List.of(table));
  }

  /** A cell by another name, its failing steps for another reason, broken off for it too. */
  public static CellResult saying(CellResult cell, String text) {
    return new CellResult(
        cell.cell().named(text),
        1,
        cell.pool(),
        cell.environment(),
        cell.warmUp(),
        cell.steps().stream()
            .map(
                step ->
                    step.verdict().kind() == Verdict.Kind.PASS
                        ? step
                        : step.judged(SampleVerdicts.FAIL))
            .toList(),
        Map.of(text, 1L),
        CellFailure.of(ViolationCode.LAB_FAILED, text));
  }
}
