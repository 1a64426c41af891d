package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.journal.Journal;
import io.poolbench.journal.Level;
import io.poolbench.journal.Slice;
import io.poolbench.journal.ViolationCode;
import io.poolbench.report.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two pools of one provider, interrupted in a round, killed in another run, and resumed. */
class PairedStudyIT {
  private static final String STUDY =
      """
      paired: {rounds: 3}
      provider: {jvm: {options: [-Xmx256m, "-XX:TieredStopAtLevel=1"]}}
      redis: {kind: embedded, records: 10}
      validity: {lag: 1h}
      # No call is late, and too few are made to decide: each round measures all levels.
      sla: {tp99: 250ms}
      load: {users: "2, 4", thinkTime: 10ms, warmup: 2s, settle: 50ms, measure: 200ms}
      cells:
        - provider: {threadpool: fixed, threads: 2, queues: 10}
        - provider: {threadpool: cached, corethreads: 1, threads: 50}
      """;

  @TempDir private Path folder;

  @Test
  void cellsAreMeasuredInTurnsAndRunAgainTogetherAndBlocksOfAKilledRunAreKept() throws Exception {
    RunProcess.assumeSigintIsDelivered();
    try (RunProcess run = RunProcess.plain(folder, STUDY)) {
      run.awaitRound(folder, 2);
      RunProcess.signal("INT", run.driver());
      run.assertExit(ExitCode.INTERRUPTED);
    }
    List<MeasuredCell> cut = RunProcess.measured(folder);
    assertThat(cut)
        .hasSize(2)
        .allMatch(cell -> cell.failure().code().equals(ViolationCode.INTERRUPTED.id()))
        .allMatch(cell -> cell.steps().size() == 2);

    String latest = folder.resolve("results/study/latest").toString();
    try (RunProcess run = RunProcess.plain(folder, STUDY, "--resume", latest)) {
      run.awaitRound(folder, 3);
      RunProcess.signal("KILL", run.driver());
      assertThat(run.awaitExit()).isEqualTo(128 + 9);
    }
    Path journal = RunProcess.latest(folder).resolve(Journal.NAME);
    List<Slice> kept = Journal.open(journal).slices().toList();
    assertThat(kept).as("two rounds, and some of the third").hasSizeBetween(17, 27);

    try (RunProcess resumed = RunProcess.plain(folder, STUDY, "--resume", latest)) {
      resumed.assertEnded(folder);
      assertThat(resumed.output()).contains("round 3/3").doesNotContain("round 2/3");
    }
    assertThat(Journal.open(journal).slices().limit(kept.size())).containsExactlyElementsOf(kept);
    assertThat(RunProcess.measured(folder))
        .allSatisfy(PairedStudyIT::assertMeasured)
        .allSatisfy(cell -> assertThat(rounds(cell)).containsExactly(1, 2, 3));
    assertThat(Files.readAllLines(RunProcess.latest(folder).resolve("steps.csv")))
        .hasSize(1 + 2 * 2);
    // One provider: its log of each run, beside the folder of the one that was killed.
    try (Stream<Path> files = Files.list(RunProcess.latest(folder))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .filteredOn(name -> name.matches("provider-.*\\.log"))
          .containsExactlyInAnyOrder(
              "provider-paired-1.log", "provider-paired-1.try2.log", "provider-paired-1.try3.log");
    }
  }

  private static List<Integer> rounds(MeasuredCell cell) {
    return cell.judged().repetitions().get(1).counting().stream()
        .map(slice -> slice.key().turn().round())
        .distinct()
        .sorted()
        .toList();
  }

  private static void assertMeasured(MeasuredCell cell) {
    assertThat(cell.opened().warmUp()).isNotNull();
    assertThat(cell.pool().matches(cell.cell().provider().pool())).isTrue();
    assertThat(cell.steps()).extracting(Level::level).containsExactly(2, 4);
    for (Level step : cell.steps()) {
      assertThat(step.calls().ok()).isPositive();
      assertThat(step.calls().error()).isZero();
      assertThat(step.seconds()).isGreaterThanOrEqualTo(0.4);
    }
  }
}
