package io.poolbench.cli;

import io.poolbench.journal.Level;
import io.poolbench.reporting.ExitCode;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that is killed in its first provider, interrupted in its second, and resumed. */
@Tag("nightly")
class ResumeIT {
  private static final String STUDY =
      """
      repetitions: 2
      seed: 7
      provider: {queues: 10, jvm: {options: [-Xmx256m, "-XX:TieredStopAtLevel=1"]}}
      redis: {kind: embedded, records: 10}
      validity: {lag: 1h}
      load: {users: "1, 2", thinkTime: 10ms, warmup: 500ms, settle: 100ms, measure: 500ms}
      cells: [{name: two, provider: {threads: 2}}]
      """;

  @TempDir private Path folder;

  /**
   * A killed driver leaves a step on disk as it ends; the cell then continues behind it. An
   * interrupted cell is measured anew.
   */
  @Test
  void aResumedStudyHasEachCellOnceLikeOneThatWasNeverInterrupted() throws Exception {
    RunProcess.assumeSigintIsDelivered();
    try (RunProcess run = RunProcess.plain(folder, STUDY)) {
      run.awaitOutput("step  1/2");
      RunProcess.signal("KILL", run.driver());
      assertThat(run.awaitExit()).isEqualTo(128 + 9);
    }
    Instant started = RunProcess.result(folder).started();
    assertThat(RunProcess.measured(folder)).isEmpty();
    Path journal = RunProcess.latest(folder).resolve("journal-two-1.jsonl");
    List<String> kept = Files.readAllLines(journal);
    assertThat(kept).hasSizeBetween(2, 3);

    try (RunProcess run = resume()) {
      run.awaitOutput("[2/2]");
      run.awaitOutput("  provider on CPU");
      RunProcess.signal("STOP", run.driver());
      assertRefused("another run");
      RunProcess.signal("INT", run.driver());
      RunProcess.signal("CONT", run.driver());
      run.assertExit(ExitCode.INTERRUPTED);
    }
    StudyResult cut = RunProcess.result(folder);
    assertThat(cut.interrupted()).isTrue();
    assertThat(cut.cells()).extracting(MeasuredCell::failed).containsExactly(false, true);
    Instant first = cut.cells().get(0).allSteps().get(0).started();
    assertThat(kept.get(1)).contains("\"started\":\"" + first + "\"");

    assertRefused("load.measure", "--set", "load.measure=2s");
    assertThat(RunProcess.result(folder)).isEqualTo(cut);

    try (RunProcess resumed = resume()) {
      resumed.assertEnded(folder);
      assertThat(resumed.output().lines().filter(line -> line.startsWith("kept: ")))
          .containsExactly("kept: two, repetition 1 of 2");
      assertThat(resumed.output()).contains("[2/2]").doesNotContain("[1/2]");
    }
    StudyResult whole = RunProcess.result(folder);
    assertThat(whole.started()).isEqualTo(started);
    assertThat(whole.cells())
        .extracting(cell -> cell.cell().name() + " " + cell.repetition())
        .containsExactly("two 1", "two 2");
    assertThat(whole.cells()).contains(cut.cells().get(0));
    for (MeasuredCell cell : whole.cells()) {
      assertThat(cell.allSteps()).extracting(Level::level).containsExactly(1, 2);
      assertThat(cell.allSteps()).extracting(StepResult::step).containsExactly(1, 2);
    }
    assertThat(journal).doesNotExist();
    Path run = RunProcess.latest(folder);
    assertThat(Files.readAllLines(run.resolve("steps.csv"))).hasSize(1 + 4);
    try (Stream<Path> runs = Files.list(folder.resolve("results/study"))) {
      assertThat(runs).hasSize(2).contains(run, run.resolveSibling("latest"));
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
