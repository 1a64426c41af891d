package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.result.CellResult;
import io.poolbench.spec.Repetitions;
import io.poolbench.spec.Study;
import io.poolbench.store.SampleResult;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private static final List<CellResult> CELLS = SampleResult.studyResult().cells();
  private static final CellResult USERS = CELLS.get(0);
  private static final CellResult BROKEN = CELLS.get(2);
  private static final CellResult RATES = CELLS.get(3);

  private final StringWriter out = new StringWriter();

  @Test
  void repetitionsCountInTheTimeThatAStudyTakes() {
    progress(3, RATES);
    // 10 s warm-up, two steps of 11.5 s and 4 s for the provider, three times.
    assertThat(out.toString().strip()).isEqualTo("sample: 1 cell, 2 steps, 3 times, about 1:51");
  }

  @Test
  void aCellIsNamedWithItsRepetitionWhereThereAreSome() {
    progress(3, RATES).cellStarted(RATES.cell(), 2, 2, 3);
    assertThat(lastLine()).isEqualTo("[2/3] open, repetition 2 of 3");
    progress(1, RATES).cellStarted(RATES.cell(), 1, 1, 1);
    assertThat(lastLine()).isEqualTo("[1/1] open");
  }

  @Test
  void aStepIsNamedByWhatItsLevelCounts() {
    Progress progress = progress(1, RATES);
    progress.cellStarted(RATES.cell(), 1, 1, 1);
    progress.stepFinished(RATES.cell(), RATES.steps().get(0));
    assertThat(lastLine()).contains("step  1/2    500 requests/s ", " TPS ");
    progress.stepFinished(RATES.cell(), RATES.steps().get(1));
    assertThat(lastLine()).contains("step  2/2  6,000 requests/s ", " TPS ");
    progress = progress(1, USERS);
    progress.cellStarted(USERS.cell(), 1, 1, 1);
    progress.stepFinished(USERS.cell(), USERS.steps().get(0));
    assertThat(lastLine()).contains("step  1/3   8 users ");
  }

  @Test
  void whatABrokenOffCellSkippedIsNoTimeLeft() {
    Progress progress = progress(1, BROKEN, RATES);
    progress.cellStarted(BROKEN.cell(), 1, 1, 2);
    progress.cellFinished(BROKEN);
    progress.cellStarted(RATES.cell(), 1, 2, 2);
    progress.warming(RATES.cell(), RATES.environment());
    progress.stepStarted(RATES.cell(), 1, 500);
    progress.stepFinished(RATES.cell(), RATES.steps().get(0));
    // One more step of 11.5 s.
    assertThat(lastLine()).endsWith("  0:11 left");
  }

  private Progress progress(int repetitions, CellResult... cells) {
    Study study =
        new Study(
            "sample",
            "",
            new Repetitions(repetitions, Repetitions.Order.LISTED, 1),
            null,
            List.of(),
            List.of(cells).stream().map(CellResult::cell).toList());
    return new Progress(study, new PrintWriter(out), false);
  }

  private String lastLine() {
    return out.toString().lines().reduce("", (before, line) -> line);
  }
}
