package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.result.CellResult;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import io.poolbench.store.ResultsFolder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
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
      load: {users: "1, 2", warmup: 1s, settle: 100ms, measure: 1s}
      cells: [{name: two, provider: {threads: 2}}, {name: three, provider: {threads: 3}}]
      """;

  @TempDir private Path folder;

  @Test
  void aResumedStudyHoldsEachCellOnceAsOneThatWasNeverBrokenOff() throws Exception {
    Path study = Files.writeString(folder.resolve("cut.yaml"), STUDY);
    breakOffInTheSecondRun(study);
    StudyResult cut = result();
    CellResult measured = cut.cells().stream().filter(cell -> !cell.failed()).findFirst().get();
    assertThat(cut.interrupted()).isTrue();
    assertThat(cut.cells()).hasSize(2).anyMatch(CellResult::failed);

    assertThat(refusal(study, "--set", "load.measure=2s"))
        .endsWith("the study differs: load.measure of 'two' was 1s and is 2s");
    assertThat(result()).isEqualTo(cut);

    Process resumed = resume(study);
    List<String> said = resumed.inputReader().lines().toList();

    assertThat(resumed.waitFor())
        .as("%s", said)
        .isIn(ExitCode.DONE.code(), ExitCode.INVALID.code());
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
    Process run = start(study, "--out", folder.resolve("results").toString());
    try (BufferedReader output = run.inputReader()) {
      boolean second = false;
      String line = output.readLine();
      while (line != null && !(second && line.startsWith("  provider on CPU"))) {
        second |= line.startsWith("[2/4]");
        line = output.readLine();
      }
      new ProcessBuilder("kill", "-STOP", Long.toString(run.pid())).start().waitFor();
      assertThat(refusal(study)).endsWith("another run is writing to it; valid: once that ended");
      new ProcessBuilder("kill", "-INT", Long.toString(run.pid())).start().waitFor();
      new ProcessBuilder("kill", "-CONT", Long.toString(run.pid())).start().waitFor();
      output.transferTo(Writer.nullWriter());
    }
    assertThat(run.waitFor()).isEqualTo(ExitCode.INTERRUPTED.code());
  }

  /** The one line that a run prints which is refused. */
  private String refusal(Path study, String... options) throws Exception {
    Process refused = resume(study, options);
    List<String> said = refused.inputReader().lines().toList();
    assertThat(refused.waitFor()).as("%s", said).isEqualTo(ExitCode.USAGE.code());
    assertThat(said).hasSize(1);
    return said.get(0);
  }

  private Process resume(Path study, String... options) throws IOException {
    List<String> all = new ArrayList<>(List.of(options));
    all.addAll(List.of("--resume", folder.resolve("results/cut/latest").toString()));
    return start(study, all.toArray(String[]::new));
  }

  private static Process start(Path study, String... options) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Dpoolbench.home=" + Poolbench.home());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Poolbench.class.getName(), "run", study.toString()));
    command.addAll(List.of(options));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private Path run() throws Exception {
    return ResultsFolder.latest(folder.resolve("results"), "cut").path();
  }

  private StudyResult result() throws Exception {
    return new ResultsFolder(run()).result().read();
  }
}
