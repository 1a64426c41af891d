package io.poolbench.store;

import io.poolbench.result.Calls;
import io.poolbench.result.CellResult;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import io.poolbench.result.Verdict;
import io.poolbench.spec.Cell;
import io.poolbench.spec.PublishedTable;
import java.util.List;
import java.util.Map;

/** Invented results for what is drawn. */
public final class SamplePlots {
  private SamplePlots() {}

  /** A step with response times of its own. */
  public static StepResult step(int level, Calls calls, String histogram) {
    StepResult plain = SampleResult.step(1, level, 100, calls, 2, 5, Verdict.pass());
    return new StepResult(
        plain.step(),
        plain.level(),
        plain.started(),
        plain.seconds(),
        plain.calls(),
        plain.tps(),
        plain.latency(),
        plain.cycleMeanMillis(),
        plain.pacing(),
        plain.settledness(),
        plain.provider(),
        plain.driver(),
        plain.host(),
        plain.verdict(),
        histogram);
  }

  /** The sample's first cell, held against a table with a row for its pool and one for another. */
  public static StudyResult published() {
    StudyResult sample = SampleResult.studyResult();
    var cell = sample.cells().get(0);
    var held = cell.cell();
    var named =
        new Cell(
            held.name(),
            held.provider(),
            held.redis(),
            held.network(),
            held.driver(),
            held.cpus(),
            held.load(),
            held.validity(),
            held.sla(),
            "table");
    return new StudyResult(
        sample.version(),
        sample.study(),
        sample.title(),
        sample.poolbench(),
        sample.started(),
        sample.finished(),
        false,
        sample.host(),
        null,
        List.of(
            new PublishedTable(
                "table",
                List.of(),
                List.of(
                    Map.of("threads", "24", "users", "24", "tps", "6711", "tp99_ms", "rises"),
                    Map.of("threads", "48", "users", "24", "tps", "1")))),
        List.of(
            new CellResult(
                named,
                1,
                cell.pool(),
                cell.environment(),
                cell.warmUp(),
                cell.steps(),
                cell.failedCalls(),
                "")));
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
                        : step.judged(Verdict.fail(text)))
            .toList(),
        Map.of(text, 1L),
        text);
  }
}
