package io.poolbench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.journal.Entry;
import io.poolbench.journal.Journal;
import io.poolbench.journal.RunFolder;
import io.poolbench.judge.RetryBudget;
import io.poolbench.judge.StudyPlanner;
import io.poolbench.lab.LabException;
import io.poolbench.lab.Machines;
import io.poolbench.lab.ThisMachine;
import io.poolbench.study.Cell;
import io.poolbench.study.PlainStudy;
import io.poolbench.study.StopLimits;
import io.poolbench.study.Study;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A study whose calibration fails, because its Redis is not reachable. */
class FailedCalibrationTest {
  /** Nobody listens at port 1 of loopback. The SLA is asserted up to more users than calibrate. */
  private static final String STUDY =
      """
      calibration: {saturationTps: 6700, threadTime: 2570us, outsideTime: 1100us}
      provider: {threads: 4}
      redis: {kind: external, uri: "redis://127.0.0.1:1", records: 10}
      load: {users: 1000, warmup: 0s, settle: 0s, measure: 1s}
      sla: {tp99: 10ms, upTo: 1000}
      cells: [{name: fixed}, {name: another}]
      """;

  @TempDir private Path out;

  private final Journal journal = Journal.inMemory();
  private final List<String> events = new ArrayList<>();

  private final StudyListener listener =
      new StudyListener() {
        @Override
        public void calibrationStep(String text) {
          events.add("calibrating");
        }

        @Override
        public void failed(Cell cell, Entry.Failed failure) {
          events.add(cell.name() + " failed");
        }
      };

  private Machines machines;

  @BeforeEach
  void detectMachine() throws LabException, InterruptedException {
    machines = Machines.of(ThisMachine.of(out));
  }

  @AfterEach
  void clearInterrupt() {
    Thread.interrupted();
    machines.close();
  }

  @Test
  void eachCellHasTheReasonWhyItWasNotMeasured() throws IOException {
    assertThat(run()).as("not interrupted").isTrue();

    assertThat(events).containsExactly("calibrating", "fixed failed", "another failed");
    assertThat(rows(Entry.Failed.class))
        .hasSize(2)
        .allSatisfy(
            failed -> {
              assertThat(failed.code()).isEqualTo("not_calibrated");
              assertThat(failed.detail()).startsWith("not run, calibration failed: ");
            });
    assertThat(rows(Entry.Opened.class)).isEmpty();
    assertThat(rows(Entry.Ended.class)).extracting(Entry.Ended::complete).containsExactly(false);
  }

  @Test
  void anInterruptEndsTheStudyAndNoCellIsRun() throws IOException {
    Thread.currentThread().interrupt();

    assertThat(run()).as("not interrupted").isFalse();

    assertThat(rows(Entry.CellEntry.class)).isEmpty();
    assertThat(rows(Entry.Ended.class)).extracting(Entry.Ended::complete).containsExactly(false);
  }

  private boolean run() throws IOException {
    Study study = PlainStudy.parse(STUDY);
    return new StudyRunner(machines, new StopLimits(null, null), listener)
        .run(
            study,
            new StudyPlanner(study, new RetryBudget(Duration.ZERO)),
            journal,
            RunFolder.create(out, "sample", Instant.EPOCH));
  }

  private <E> List<E> rows(Class<E> kind) {
    return journal.entries().stream().filter(kind::isInstance).map(kind::cast).toList();
  }
}
