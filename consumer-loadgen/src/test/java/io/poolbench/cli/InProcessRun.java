package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.store.ResultsFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/**
 * A run of the command in the test's own JVM.
 *
 * @param exit its exit code
 * @param said all that it printed
 * @param results where its result is
 */
record InProcessRun(int exit, String said, ResultsFolder results) {
  /**
   * Runs a study to its end, whatever that is. A host that is slow for a while is not waited for.
   *
   * @param folder for the study's file and its results
   */
  static InProcessRun of(String study, String yaml, Path folder, String... options)
      throws IOException {
    Path file = Files.writeString(folder.resolve(study + ".yaml"), yaml);
    Path results = folder.resolve("results");
    List<String> arguments = new ArrayList<>(List.of("run", file.toString()));
    arguments.addAll(List.of("--out", results.toString(), "--set", "validity.speedLoss=100%"));
    arguments.addAll(List.of(options));
    StringWriter said = new StringWriter();
    CommandLine command = Poolbench.commandLine();
    command.setOut(new PrintWriter(said, true));
    command.setErr(new PrintWriter(said, true));
    int exit = command.execute(arguments.toArray(String[]::new));
    return new InProcessRun(exit, said.toString(), ResultsFolder.latest(results, study));
  }

  /** This run, which measured; INVALID steps do not matter, as the tests' host may be busy. */
  InProcessRun measured() {
    assertThat(exit).as("%s", said).isIn(ExitCode.DONE.code(), ExitCode.INVALID.code());
    return this;
  }
}
