package io.poolbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.lab.Counters;
import io.poolbench.lab.SampleCounters;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.load.SampleWindows;
import io.poolbench.load.SimulatedTime;
import io.poolbench.load.Timeline;
import io.poolbench.result.StepResult;
import io.poolbench.run.BlockLog.MeasuredBlock;
import io.poolbench.run.BlockLog.VisitSlices;
import io.poolbench.run.BlockOrder.CellBlock.Visit;
import io.poolbench.spec.Cell;
import io.poolbench.store.ResultsFolder;
import io.poolbench.store.SampleResult;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunJournalTest {
  private static final long SECOND = 1_000_000_000;
  private static final Cell CELL = SampleResult.studyResult().cells().get(0).cell();
  private static final StepResult STEP =
      SampleResult.studyResult().cells().get(0).allSteps().get(0);

  @TempDir private Path folder;

  /** A run of a JVM whose clock reads so many seconds at the date. */
  private RunJournal run(Instant now, long clockSeconds, FailureReasons reasons) throws Exception {
    SimulatedTime clock = new SimulatedTime();
    clock.sleepUntil(clockSeconds * SECOND);
    return new RunJournal(
        new ResultsFolder(folder)
            .journal(
                "cell", 1, new RunJournal.Measured(List.of(CELL), null), RunJournal.Entry.class),
        Timeline.from(now, clock),
        List.of(reasons));
  }

  @Test
  void stepsAndTheirFailedCallsAreThoseOfTheKilledRun() throws Exception {
    FailureReasons failed = new FailureReasons();
    failed.add(Map.of("refused", 7L));
    run(SampleResult.STARTED, 100, failed).add(STEP);

    FailureReasons resumed = new FailureReasons();
    RunJournal next = run(SampleResult.STARTED, 3, resumed);
    next.restoreFailedCalls();

    assertThat(next.steps()).containsExactly(STEP);
    assertThat(next.earlier()).isEmpty();
    assertThat(resumed.counts()).isEqualTo(Map.of("refused", 7L));
  }

  /**
   * Its figures are then those of the killed run, and its date, whatever this run's clock reads.
   */
  @Test
  void aBlockIsReadBackWithAllThatItsFiguresAreComputedFrom() throws Exception {
    MeasuredWindow<Counters> window =
        SampleWindows.of(98 * SECOND, SampleCounters.full(1), SampleCounters.full(2));
    Visit visit = new Visit(0, 24);
    run(SampleResult.STARTED, 100, new FailureReasons())
        .add(
            new MeasuredBlock<>(3, 2, true, 5 * SECOND, List.of(new VisitSlices<>(visit, window))));

    MeasuredBlock<Counters> block =
        run(SampleResult.STARTED.plusSeconds(60), 7, new FailureReasons()).earlier().get(0);

    assertThat(List.of(block.round(), block.attempt(), block.discarded(), block.nanos()))
        .isEqualTo(List.of(3, 2, true, 5 * SECOND));
    MeasuredWindow<Counters> read = block.slices().get(0).window();
    assertThat(block.slices().get(0).visit()).isEqualTo(visit);
    // It closed 1 s before it was written, 60 s before this run reads 7 s.
    assertThat(read.closedNanos()).isEqualTo((7 - 60 - 1) * SECOND);
    assertThat(read.spanNanos()).isEqualTo(window.spanNanos());
    assertThat(read.parts()).isEqualTo(window.parts());
    assertThat(read.batches()).isEqualTo(window.batches());
    assertThat(read.atRest()).isEqualTo(window.atRest());
    assertThat(read.groups()).hasSize(window.groups().size());
    assertThat(SampleCounters.figures(read)).isEqualTo(SampleCounters.figures(window));
    assertThat(SampleCounters.figures(MeasuredWindow.join(read, window)))
        .isEqualTo(SampleCounters.figures(MeasuredWindow.join(window, window)));
  }
}
