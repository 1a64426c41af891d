package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.journal.RunFolder;
import io.poolbench.report.Answer;
import io.poolbench.report.Ending;
import io.poolbench.report.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/**
 * A command executed in the test's own JVM.
 *
 * @param exit its exit code
 */
record Executed(int exit, String out, String err) {
  /** The option of consent to what a study sets and calls. */
  static final String CONSENT = "--yes";

  /** The sample application of a team. */
  static final Path SAMPLE =
      Poolbench.home().resolve("provider/sample/target/poolbench-sample.jar").toAbsolutePath();

  static Executed of(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine command = Poolbench.commandLine();
    command.setOut(new PrintWriter(out, true));
    command.setErr(new PrintWriter(err, true));
    int exit = command.execute(arguments);
    return new Executed(exit, out.toString(), err.toString());
  }

  /**
   * Runs a study with the user's consent, whatever its outcome.
   *
   * @param folder for the study's file and for {@code results}
   */
  static Executed run(Path folder, String study, String yaml, String... options)
      throws IOException {
    List<String> arguments = arguments(folder, study, yaml, options);
    arguments.add(CONSENT);
    return of(arguments.toArray(String[]::new));
  }

  /** Runs a study as {@link #run} does, without a consent that is not among the options. */
  static Executed unasked(Path folder, String study, String yaml, String... options)
      throws IOException {
    return of(arguments(folder, study, yaml, options).toArray(String[]::new));
  }

  /**
   * Writes a study and returns the arguments that run it, without the repeats that a busy host
   * would cause.
   */
  static List<String> arguments(Path folder, String study, String yaml, String... options)
      throws IOException {
    Path file = Files.writeString(folder.resolve(study + ".yaml"), yaml);
    List<String> arguments = new ArrayList<>(List.of("run", file.toString()));
    arguments.addAll(List.of("--retry-budget", "0s"));
    if (!List.of(options).contains("--resume")) {
      arguments.addAll(List.of("--out", folder.resolve("results").toString()));
    }
    arguments.addAll(List.of(options));
    return arguments;
  }

  /** Fails unless the answer is one line with this exit code that contains all texts. */
  void assertRefused(ExitCode code, String... texts) {
    assertThat(exit).as(err).isEqualTo(code.code());
    assertThat(err).contains(texts).hasLineCount(1);
  }

  /** The cells of a study that ran in this folder without an error, none of which failed. */
  List<MeasuredCell> cells(Path folder, String study) throws IOException {
    assertThat(err).isEmpty();
    List<MeasuredCell> cells = measured(folder, study);
    assertThat(cells).extracting(MeasuredCell::failure).containsOnlyNulls();
    return cells;
  }

  /** The newest results of a study that ran in this folder. */
  static RunFolder results(Path folder, String study) throws IOException {
    return RunFolder.reopen(folder.resolve("results").resolve(study).resolve("latest"));
  }

  static RecordedRun recorded(Path folder, String study) throws IOException {
    return RecordedRun.read(results(folder, study).path());
  }

  static List<MeasuredCell> measured(Path folder, String study) throws IOException {
    return MeasuredCell.of(recorded(folder, study));
  }

  /**
   * Checks that a study went to its end, every cell was measured, and the exit code is the one that
   * its journal gives: on a busy host a study may well be left undecided.
   */
  static void assertEnded(RecordedRun run, int exit, String output) {
    assertThat(run.evaluation().run().complete()).as("%s", output).isTrue();
    assertThat(MeasuredCell.of(run)).as("%s", output).isNotEmpty().noneMatch(MeasuredCell::failed);
    assertThat(exit)
        .as("%s", output)
        .isEqualTo(Ending.of(run.evaluation(), Answer.of(run.evaluation())).code().code());
  }
}
