package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.result.CellResult;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import io.poolbench.store.ResultsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real run, broken off by Ctrl-C in its second provider, and gone on with. */
class ResumeIT {
  private static final String STUDY =
      """
      repetitions: 2
      seed: 7
      provider: {queues: 10, jvm: {options: [-Xmx256m]}}
      redis: {kind: embedded, records: 10}
      validity: {speedLoss: 100%}
      load: {users: "1, 2", warmup: 1s, settle: 100ms, measure: 1s}
      cells: [{name: two, provider: {threads: 2}}, {name: three, provider: {threads: 3}}]
      """;

  @TempDir private Path folder;

  @Test
  void aResumedStudyHoldsEachCellOnceAsOneThatWasNeverBrokenOff() throws Exception {
    Signals.assumeSigintIsHeard();
    Path study = Files.writeString(folder.resolve("cut.yaml"), STUDY);
    breakOffInTheSecondRun(study);
    StudyResult cut = result();
    CellResult measured = cut.cells().stream().filter(cell -> !cell.failed()).findFirst().get();
    assertThat(cut.interrupted()).isTrue();
    assertThat(cut.cells()).hasSize(2).anyMatch(CellResult::failed);

    assertThat(refusal(study, "--set", "load.measure=2s"))
        .endsWith("the study differs: load.measure of 'two' was 1s and is 2s");
    assertThat(result()).isEqualTo(cut);

    DriverJvm resumed = resume(study);
    List<String> said = resumed.rest();

    assertThat(resumed.exit()).as("%s", said).isIn(ExitCode.DONE.code(), ExitCode.INVALID.code());
    assertThat(said)
        .filteredOn(line -> line.startsWith("kept: "))
        .containsExactly("kept: " + measured.cell().name() + ", repetition 1 of 2");
    assertThat(said)
        .filteredOn(line -> line.startsWith("["))
        .extracting(line -> line.substring(0, 5))
        .containsExactly("[2/4]", "[3/4]", "[4/4]");
    StudyResult whole = result();
    assertThat(whole.interrupted()).isFalse();
    assertThat(whole.started()).isEqualTo(cut.started());
    assertThat(whole.cells())
        .extracting(cell -> cell.cell().name() + " " + cell.repetition())
        .containsExactly("two 1", "two 2", "three 1", "three 2");
    assertThat(whole.cells()).contains(measured);
    for (CellResult cell : whole.cells()) {
      assertThat(cell.failure()).isEmpty();
      assertThat(cell.steps()).extracting(StepResult::level).containsExactly(1, 2);
    }
    assertFilesAreOfTheWhole(cut);
  }

  private void assertFilesAreOfTheWhole(StudyResult cut) throws Exception {
    Path run = run();
    assertThat(Files.readAllLines(run.resolve("steps.csv"))).hasSize(1 + 8);
    assertThat(Files.readAllLines(run.resolve("latency.hlog")))
        .filteredOn(line -> line.startsWith("Tag=cell"))
        .hasSize(8);
    CellResult broken = cut.cells().stream().filter(CellResult::failed).findFirst().get();
    String log = "provider-" + broken.cell().name() + "-1";
    assertThat(run.resolve(log + ".log")).isNotEmptyFile();
    assertThat(run.resolve(log + ".try2.log")).isNotEmptyFile();
    try (Stream<Path> runs = Files.list(folder.resolve("results/cut"))) {
      assertThat(runs).hasSize(2).contains(run, run.resolveSibling("latest"));
    }
  }

  private void breakOffInTheSecondRun(Path study) throws Exception {
    DriverJvm run =
        DriverJvm.start(
            List.of("run", study.toString(), "--out", folder.resolve("results").toString()));
    run.awaitLine("[2/4]");
    run.awaitLine("  provider on CPU");
    run.signal("STOP");
    assertThat(refusal(study)).endsWith("another run is writing to it; valid: once that ended");
    run.signal("INT");
    run.signal("CONT");
    run.rest();
    assertThat(run.exit()).isEqualTo(ExitCode.INTERRUPTED.code());
  }

  /** The one line that a run prints which is refused. */
  private String refusal(Path study, String... options) throws Exception {
    DriverJvm refused = resume(study, options);
    List<String> said = refused.rest();
    assertThat(refused.exit()).as("%s", said).isEqualTo(ExitCode.USAGE.code());
    assertThat(said).hasSize(1);
    return said.get(0);
  }

  private DriverJvm resume(Path study, String... options) throws IOException {
    String latest = folder.resolve("results/cut/latest").toString();
    List<String> arguments = new ArrayList<>(List.of("run", study.toString(), "--resume", latest));
    arguments.addAll(List.of(options));
    return DriverJvm.start(arguments);
  }

  private Path run() throws Exception {
    return ResultsFolder.latest(folder.resolve("results"), "cut").path();
  }

  private StudyResult result() throws Exception {
    return new ResultsFolder(run()).result().read();
  }
}
