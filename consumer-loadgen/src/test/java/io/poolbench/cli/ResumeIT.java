package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.result.CellResult;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that is interrupted in its second provider, and resumed. */
class ResumeIT {
  private static final String STUDY =
      """
      repetitions: 2
      seed: 7
      provider: {queues: 10, jvm: {options: [-Xmx256m, "-XX:TieredStopAtLevel=1"]}}
      redis: {kind: embedded, records: 10}
      validity: {hiccup: 999%}
      load: {users: "1, 2", warmup: 500ms, settle: 100ms, measure: 500ms}
      cells: [{name: two, provider: {threads: 2}}]
      """;

  @TempDir private Path folder;

  @Test
  void aResumedStudyHasEachCellOnceLikeOneThatWasNeverInterrupted() throws Exception {
    RunProcess.assumeSigintIsDelivered();
    interruptInTheSecondCell();
    StudyResult cut = RunProcess.result(folder);
    CellResult measured = cut.cells().stream().filter(cell -> !cell.failed()).findFirst().get();
    CellResult broken = cut.cells().stream().filter(CellResult::failed).findFirst().get();
    assertThat(cut.interrupted()).isTrue();
    assertThat(cut.cells()).hasSize(2);

    assertRefused("load.measure", "--set", "load.measure=2s");
    assertThat(RunProcess.result(folder)).isEqualTo(cut);

    try (RunProcess resumed = resume()) {
      resumed.assertEnded(folder);
      assertThat(resumed.output().lines().filter(line -> line.startsWith("kept: ")))
          .containsExactly("kept: two, repetition 1 of 2");
      assertThat(resumed.output()).contains("[2/2]").doesNotContain("[1/2]");
    }
    StudyResult whole = RunProcess.result(folder);
    assertThat(whole.interrupted()).isFalse();
    assertThat(whole.started()).isEqualTo(cut.started());
    assertThat(whole.cells())
        .extracting(cell -> cell.cell().name() + " " + cell.repetition())
        .containsExactly("two 1", "two 2");
    assertThat(whole.cells()).contains(measured);
    for (CellResult cell : whole.cells()) {
      assertThat(cell.failure()).isNull();
      assertThat(cell.steps()).extracting(StepResult::level).containsExactly(1, 2);
    }
    assertFilesAreComplete(broken);
  }

  /** A killed driver leaves a step on disk as it ends; the cell then continues behind it. */
  @Test
  void theStepsOfAKilledRunAreKeptAndTheOthersMeasured() throws Exception {
    RunProcess.assumeLinux();
    try (RunProcess run = RunProcess.plain(folder, STUDY)) {
      run.awaitOutput("step  1/2");
      RunProcess.signal("KILL", run.driver());
      assertThat(run.awaitExit()).isEqualTo(128 + 9);
    }
    assertThat(RunProcess.result(folder).cells()).isEmpty();
    Path journal = RunProcess.latest(folder).resolve("journal-two-1.jsonl");
    List<String> kept = Files.readAllLines(journal);
    assertThat(kept).hasSizeBetween(2, 3);

    try (RunProcess resumed = resume()) {
      resumed.assertEnded(folder);
    }
    StudyResult whole = RunProcess.result(folder);
    assertThat(whole.interrupted()).isFalse();
    assertThat(whole.cells()).hasSize(2).noneMatch(CellResult::failed);
    for (CellResult cell : whole.cells()) {
      assertThat(cell.allSteps()).extracting(StepResult::level).containsExactly(1, 2);
      assertThat(cell.allSteps()).extracting(StepResult::step).containsExactly(1, 2);
    }
    Instant first = whole.cells().get(0).allSteps().get(0).started();
    assertThat(kept.get(1)).contains("\"started\":\"" + first + "\"");
    assertThat(journal).doesNotExist();
  }

  private void assertFilesAreComplete(CellResult broken) throws Exception {
    Path run = RunProcess.latest(folder);
    assertThat(Files.readAllLines(run.resolve("steps.csv"))).hasSize(1 + 4);
    assertThat(Files.readAllLines(run.resolve("latency.hlog")))
        .filteredOn(line -> line.startsWith("Tag=cell"))
        .hasSize(4);
    String log = "provider-" + broken.cell().name() + "-2";
    assertThat(run.resolve(log + ".log")).isNotEmptyFile();
    assertThat(run.resolve(log + ".try2.log")).isNotEmptyFile();
    try (Stream<Path> runs = Files.list(folder.resolve("results/study"))) {
      assertThat(runs).hasSize(2).contains(run, run.resolveSibling("latest"));
    }
  }

  private void interruptInTheSecondCell() throws Exception {
    try (RunProcess run = RunProcess.plain(folder, STUDY)) {
      run.awaitOutput("[2/2]");
      run.awaitOutput("  provider on CPU");
      RunProcess.signal("STOP", run.driver());
      assertRefused("another run");
      RunProcess.signal("INT", run.driver());
      RunProcess.signal("CONT", run.driver());
      run.assertExit(ExitCode.INTERRUPTED);
    }
  }

  private void assertRefused(String why, String... options) throws Exception {
    try (RunProcess refused = resume(options)) {
      refused.assertExit(ExitCode.USAGE);
      assertThat(refused.output()).contains(why).hasLineCount(1);
    }
  }

  private RunProcess resume(String... options) throws Exception {
    String latest = folder.resolve("results/study/latest").toString();
    return RunProcess.plain(
        folder,
        STUDY,
        Stream.concat(Stream.of("--resume", latest), Stream.of(options)).toArray(String[]::new));
  }
}
