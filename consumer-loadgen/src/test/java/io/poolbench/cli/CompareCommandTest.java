package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.result.StudyResult;
import io.poolbench.store.ResultsFolder;
import io.poolbench.store.SampleCurves;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class CompareCommandTest {
  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path before;
  private Path after;

  @BeforeEach
  void save() throws IOException {
    before = save("before", SampleCurves.repeated("fixed 24", 4000, 8, 0.99, 1, 1.01));
    after = save("after:1", SampleCurves.repeated("fixed 24", 4000, 9, 0.99, 1, 1.01));
  }

  @Test
  void twoResultsAreCompared() {
    int exit = execute(before.toString(), after.toString());
    assertThat(exit).isEqualTo(ExitCode.DONE.code());
    assertThat(out.toString()).contains("B fixed 24 against A fixed 24", "+13 %");
    assertThat(err.toString()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "tp99 +10%, 3, FAILED: tp99 +10%: B fixed 24 against A fixed 24: at 8 users 4.00 -> 4.50 ms",
    "tp99 +20%, 0, HOLDS: tp99 +20%",
    "tp99 +10% at 99 users, 4, UNDECIDED: tp99 +10% at 99 users"
  })
  void theExitCodeSaysWhetherACriterionFailsOrNothingDecidesIt(
      String criterion, int code, String said) {
    int exit = execute(before.toString(), after.toString(), "--fail-on", criterion);
    assertThat(exit).isEqualTo(code);
    assertThat(out.toString().replaceAll("\\s+", " ")).contains(said);
  }

  @Test
  void aFailureMattersMoreThanACriterionThatNothingDecides() {
    int exit =
        execute(
            before.toString(),
            after.toString(),
            "--fail-on",
            "tp99 +10% at 99 users",
            "--fail-on",
            "tp99 +10%");
    assertThat(exit).isEqualTo(ExitCode.ASSERTION_FAILED.code());
  }

  @Test
  void aCellIsChosenByItsNumberOrItsNameAlsoOfAFile() {
    Path file = before.resolve("result.json");
    assertThat(execute(file + ":1", after + ":fixed 24", "--format", "markdown"))
        .isEqualTo(ExitCode.DONE.code());
    assertThat(out.toString()).startsWith("# Comparison with ").contains("| users |");
  }

  private Path save(String name, StudyResult result) throws IOException {
    ResultsFolder run = new ResultsFolder(Files.createDirectory(folder.resolve(name)));
    run.result().write(result);
    return run.path();
  }

  private int execute(String... arguments) {
    CommandLine command = Poolbench.commandLine();
    command.setOut(new PrintWriter(out, true));
    command.setErr(new PrintWriter(err, true));
    String[] all = new String[arguments.length + 1];
    all[0] = "compare";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return command.execute(all);
  }
}
