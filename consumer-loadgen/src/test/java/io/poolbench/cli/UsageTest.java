package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.poolbench.journal.RunFolder;
import io.poolbench.journal.ViolationCode;
import io.poolbench.lab.LabException;
import io.poolbench.report.ExitCode;
import io.poolbench.study.Study;
import io.poolbench.study.StudyLoader;
import io.poolbench.study.StudyLoader.CellCheck;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What commands print and write apart from measuring. */
class UsageTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"size", "size --users 8 --sla tp99=20ms"})
  void sizeWithoutAProgramPrintsWhatItNeedsAndHowToTryIt(String line) {
    Executed size = Executed.of(line.split(" "));

    assertThat(size.exit()).isEqualTo(ExitCode.USAGE.code());
    assertThat(size.out()).isEmpty();
    assertThat(size.err())
        .contains("JAR", "--call", "order.jar", Executed.SAMPLE.toString())
        .hasLineCount(5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "size"})
  void theHelpBeginsWithAtMostTwelveOptions(String command) {
    String help = Executed.of(command, "--help").out();
    List<String> common = help.substring(0, help.indexOf("\nProvider:")).lines().toList();

    assertThat(common)
        .filteredOn(line -> line.matches(" +(-\\w, )?--.*|  -\\w.*"))
        .hasSizeBetween(8, 12);
    assertThat(common).as("an option of the program").noneMatch(line -> line.contains("-timeout"));
    assertThat(help).contains("\nLoad:", "\nMachines:", "\nOutput:");
  }

  @Test
  void theLogOfAProgramThatFailedHasNoEscapeCodes() throws Exception {
    StringWriter errors = new StringWriter();
    CommandLine command = Poolbench.commandLine().setErr(new PrintWriter(errors, true));

    int code =
        command
            .getExecutionExceptionHandler()
            .handleExecutionException(
                new LabException(
                    ViolationCode.PROVIDER_NOT_STARTED,
                    "target ended",
                    List.of("thread \u001b]0;title\u0007 died", "\u009b31mred")),
                command,
                null);

    assertThat(code).isEqualTo(ExitCode.LAB_FAILED.code());
    assertThat(errors.toString())
        .contains("died", "red")
        .hasLineCount(3)
        .doesNotContain("\u001b", "\u0007", "\u009b");
  }

  @Test
  void aFileThatCannotBeReadIsAFailureOfTheLabInOneLine() throws Exception {
    StringWriter errors = new StringWriter();
    CommandLine command = Poolbench.commandLine().setErr(new PrintWriter(errors, true));

    int code =
        command
            .getExecutionExceptionHandler()
            .handleExecutionException(new AccessDeniedException("/proc/1/mem"), command, null);

    assertThat(code).isEqualTo(ExitCode.LAB_FAILED.code());
    assertThat(errors.toString()).contains("AccessDenied", "/proc/1/mem").hasLineCount(1);
  }

  @Test
  void studiesAreListedAsLines() {
    assertThat(Executed.of("list").out().lines())
        .anyMatch(line -> line.matches("quick +[12]  Fixed against cached .*"))
        .contains("start here", "questions", "reproductions", "self tests");
  }

  /** With the default of {@code --retry-budget}. */
  @ParameterizedTest
  @CsvSource({"quick, 2", "open-loop, 3", "overload, 12", "published-pools, 28", "servlets, 20"})
  void aShippedStudyEndsInTime(String name, int minutes) {
    StudyLoader loader = Poolbench.loader(CellCheck.NONE);
    Study study = loader.load(Poolbench.studies(loader).find(name), List.of());

    assertThat(DryRun.time(study).plusSeconds(15)).isLessThan(Duration.ofMinutes(minutes));
  }

  @Test
  void theNewestPageOfAFolderOfResultsIsPrinted() throws IOException {
    Path study = Files.createDirectories(folder.resolve("quick"));
    Path older = page(study, "b", 1);
    Path newer = page(study, "a", 2);

    assertThat(Executed.of("open", folder.toString()).out().strip()).isEqualTo("" + newer);
    assertThat(Executed.of("open", study.resolve("b").toString()).out().strip())
        .isEqualTo("" + older);
  }

  private static Path page(Path study, String run, long seconds) throws IOException {
    Path page = Files.createFile(Files.createDirectory(study.resolve(run)).resolve("report.html"));
    Files.setLastModifiedTime(page, FileTime.from(Instant.ofEpochSecond(seconds)));
    return page.toRealPath();
  }

  @Test
  void aShellCompletesCommandsAndStudies() {
    Executed script = Executed.of("completion");

    assertThat(script.exit()).isEqualTo(ExitCode.DONE.code());
    assertThat(script.out()).contains("compare", "published-pools", "--dry-run");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--json", "--json --quiet", "--quiet --json --full"})
  void jsonPrintsTheResultAlone(String options) throws IOException {
    RunFolder run = SavedRuns.repeated(folder, "run", 28);

    Executed report = Executed.of(("report " + options + " " + run.path()).split(" "));

    assertThat(report.exit()).isEqualTo(ExitCode.DONE.code());
    assertThat(new ObjectMapper().readTree(report.out()))
        .isEqualTo(new ObjectMapper().readTree(run.path().resolve("result.json").toFile()));
    assertThat(report.err()).isEmpty();
  }

  @Test
  void quietPrintsThePathAlone() throws IOException {
    RunFolder run = SavedRuns.repeated(folder, "run", 28);

    Executed report = Executed.of("report", "--quiet", run.path().toString());

    assertThat(report.out().lines()).containsExactly(run.path().toString());
    assertThat(report.err()).isEmpty();
  }

  @Test
  void fullPrintsMoreTablesThanTheAnswer() throws IOException {
    String run = SavedRuns.repeated(folder, "run", 28).path().toString();

    Executed answer = Executed.of("report", run);
    Executed full = Executed.of("report", "--full", run);

    assertThat(answer.out()).contains("page: ").doesNotContain("\u001b");
    assertThat(full.out().lines().count()).isGreaterThan(2 * answer.out().lines().count());
  }

  @Test
  void aFolderThatCannotBeWrittenIsOneLineAfterTheAnswer() throws IOException {
    RunFolder run = SavedRuns.repeated(folder, "run", 28);
    Files.createDirectories(run.path().resolve(".summary.md.part").resolve("in the way"));

    Executed report = Executed.of("report", run.path().toString());

    assertThat(report.exit()).isEqualTo(ExitCode.LAB_FAILED.code());
    assertThat(report.out()).isNotEmpty();
    assertThat(report.err()).contains(run.path().toString()).hasLineCount(1);
  }

  @Test
  void twoResultsAreCompared() throws IOException {
    Executed compared = compared("", "");

    assertThat(compared.exit()).isEqualTo(ExitCode.DONE.code());
    assertThat(compared.out()).contains("+38 %");
    assertThat(compared.err()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "tp99 +10%, tp99 +80%, ASSERTION_FAILED",
    "tp99 +80%, tp99 +90%, DONE",
    "tp99 +10% at 99 users, tp99 +80%, INVALID",
    "tp99 +10% at 99 users, tp99 +10%, ASSERTION_FAILED"
  })
  void theExitCodeIsOfAFailedCriterionThenOfAnUndecidedOne(String one, String other, ExitCode code)
      throws IOException {
    Executed compared = compared("", "", "--fail-on", one, "--fail-on", other);

    assertThat(compared.exit()).isEqualTo(code.code());
    assertThat(compared.out()).contains(one, other);
  }

  @Test
  void aCellToCompareIsChosenByNumberOrName() throws IOException {
    Executed compared = compared(":1", ":fixed 24", "--format", "markdown");

    assertThat(compared.exit()).isEqualTo(ExitCode.DONE.code());
    assertThat(compared.out()).startsWith("# Comparison with ").contains("| metric ");
  }

  /**
   * Compares pools that serve 28 and 22 users at once, each by the folder of its result and what
   * follows.
   */
  private Executed compared(String before, String after, String... options) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("compare"));
    arguments.add(SavedRuns.repeated(folder, "before", 28).path() + before);
    arguments.add(SavedRuns.repeated(folder, "after:1", 22).path() + after);
    arguments.addAll(List.of(options));
    return Executed.of(arguments.toArray(String[]::new));
  }
}
