package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.journal.Journal;
import io.poolbench.journal.Level;
import io.poolbench.report.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
    Path journal = folder.resolve("results/study/latest").resolve(Journal.NAME);
    try (RunProcess run = RunProcess.plain(folder, STUDY)) {
      run.awaitOutput(RunProcess.FIRST_STEP);
      RunProcess.await(() -> !slices(journal).isEmpty(), "slice", Duration.ofMinutes(1));
      RunProcess.signal("KILL", run.driver());
      assertThat(run.awaitExit()).isEqualTo(128 + 9);
    }
    assertThat(slices(journal)).hasSizeBetween(1, 2);
    String first = slices(journal).get(0);

    try (RunProcess run = resume()) {
      run.awaitOutput("warming up, [1/1] two, repetition 2");
      RunProcess.signal("STOP", run.driver());
      assertRefused("another run");
      RunProcess.signal("INT", run.driver());
      RunProcess.signal("CONT", run.driver());
      run.assertExit(ExitCode.INTERRUPTED);
    }
    List<MeasuredCell> cut = RunProcess.measured(folder);
    assertThat(RunProcess.recorded(folder).evaluation().run().isInterrupted()).isTrue();
    assertThat(cut).extracting(MeasuredCell::failed).containsExactly(false, true);
    assertThat(slices(journal)).startsWith(first);

    List<String> before = Files.readAllLines(journal);
    assertRefused("load.measure", "--set", "load.measure=2s");
    assertThat(Files.readAllLines(journal)).isEqualTo(before);

    try (RunProcess resumed = resume()) {
      resumed.assertEnded(folder);
      assertThat(resumed.output()).contains("repetition 2");
    }
    List<MeasuredCell> whole = RunProcess.measured(folder);
    assertThat(whole)
        .extracting(cell -> cell.cell().name() + " " + cell.repetition())
        .containsExactly("two 1", "two 2");
    for (MeasuredCell cell : whole) {
      assertThat(cell.steps()).extracting(Level::level).containsExactly(1, 2);
    }
    // A disturbed step is measured again.
    assertThat(slices(journal)).startsWith(first).hasSizeGreaterThanOrEqualTo(4);
    Path run = RunProcess.latest(folder);
    assertThat(Files.readAllLines(run.resolve("steps.csv"))).hasSize(1 + 4);
    try (Stream<Path> runs = Files.list(folder.resolve("results/study"))) {
      assertThat(runs).hasSize(2).contains(run, run.resolveSibling("latest"));
    }
  }

  private static List<String> slices(Path journal) throws IOException {
    return Files.readAllLines(journal).stream()
        .filter(row -> row.startsWith("{\"slice\""))
        .toList();
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
