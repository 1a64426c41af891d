package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import io.poolbench.Changed;
import io.poolbench.inspect.SampleTarget;
import io.poolbench.judge.SimulatedResult;
import io.poolbench.result.CellResult;
import io.poolbench.result.CellResult.WarmUp;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.LoadSchedule.CapacityLoad;
import io.poolbench.spec.Phase;
import io.poolbench.store.SamplePhases;
import io.poolbench.store.SampleRepetitions;
import io.poolbench.store.SampleResult;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RenderersTest {
  private static final StudyResult RESULT = SampleResult.studyResult();
  private static final StudyResult ASSERTED = SampleResult.asserted();
  private static final StudyResult REPEATED = SampleRepetitions.studyResult();
  private static final StudyResult REPEATED_CELL =
      Changed.with(REPEATED, "cells", REPEATED.cells().subList(0, 3));

  private interface Renderer extends Function<EvaluatedResult, String> {}

  // Arguments of a table, where a method reference has no type.
  @SuppressWarnings("UnnecessaryLambda")
  private static final Renderer FULL = of -> Terminal.PLAIN.text(SlaTables.all(of));

  @SuppressWarnings("UnnecessaryLambda")
  private static final Renderer SUMMARY = of -> Terminal.PLAIN.text(SlaTables.summary(of));

  static Stream<Arguments> goldens() {
    return Stream.of(
        Arguments.of("terminal.txt", RESULT, FULL),
        Arguments.of("summary-80.txt", RESULT, summary(80)),
        Arguments.of("paired-summary.txt", SampleResult.paired(), SUMMARY),
        Arguments.of("steps.csv", RESULT, file(ReportFile.STEPS)),
        Arguments.of("sla.xml", RESULT, file(ReportFile.SLA_XML)),
        Arguments.of("sla-asserted.xml", ASSERTED, file(ReportFile.SLA_XML)),
        Arguments.of("summary-asserted.md", ASSERTED, file(ReportFile.SUMMARY)),
        Arguments.of("repeated-summary.txt", REPEATED, SUMMARY),
        Arguments.of("phases.txt", SamplePhases.studyResult(), SUMMARY),
        Arguments.of("repeated-cell.txt", REPEATED_CELL, SUMMARY));
  }

  @ParameterizedTest
  @MethodSource("goldens")
  void everyRenderingIsAsItsGoldenFileWhateverTheLocale(
      String golden, StudyResult result, Renderer renderer) throws IOException {
    Golden.assertMatchesInEveryLocale(golden, () -> render(renderer, result));
  }

  @Test
  void theAnswerOfAPairedStudyIsAScreenWithItsLastLine() throws IOException {
    String answer = render(SUMMARY, SimulatedResult.paired(9, 10, 15, 60));
    assertThat(answer.lines()).hasSizeLessThanOrEqualTo(24);
    assertThat(answer).contains("on this host as it was").doesNotContain("Validity", "[>", "[<");
  }

  @Test
  void whatDisturbedTheHostIsNamedWithItsRange() {
    StudyResult stolen =
        Changed.with(
            RESULT,
            "cells.0.allSteps.0.figures.STEAL",
            0.0,
            "cells.0.allSteps.1.figures.STEAL",
            9.0);
    assertThat(render(SUMMARY, stolen)).contains("Host: CPU steal 0.0 to 9.0 %");
  }

  @Test
  void anInspectionIsAsItsGoldenFileWhateverTheLocale() throws IOException {
    InspectionText text = new InspectionText(SampleTarget.silentlyCached());
    Golden.assertMatchesInEveryLocale(
        "inspection.txt", () -> String.join("\n", text.lines()) + "\n");
  }

  @Test
  void anInspectionAsJsonHasNoCharacterThatChangesWhatATerminalShows() {
    assertThat(
            InspectionText.json(
                Changed.with(SampleTarget.silentlyCached(), "name", "shop\u202e\u009b31m.jar")))
        .contains("\"shop\\u202e\\u009b31m.jar\"");
  }

  static Stream<Renderer> renderers() {
    return Stream.of(
        FULL, SUMMARY, file(ReportFile.STEPS), file(ReportFile.SLA_XML), file(ReportFile.SUMMARY));
  }

  @ParameterizedTest
  @MethodSource("renderers")
  void noControlCharacterIsRenderedAndAResultWithoutACellRenders(Renderer renderer)
      throws IOException {
    assertThat(render(renderer, RESULT).codePoints())
        .allMatch(c -> c == '\n' || !Character.isISOControl(c))
        .noneMatch(c -> Character.getType(c) == Character.FORMAT);
    assertThat(render(renderer, withCells(List.of()))).isNotBlank();
  }

  @ParameterizedTest
  @ValueSource(strings = {"=1+1", "@SUM(1)", "+cmd|'x'!A0", "-2+3", " =1", "\uFF1D1"})
  void aTextOfACsvFileThatASpreadsheetWouldRunBeginsWithAnApostrophe(String name)
      throws IOException {
    assertThat(studies(name)).isNotEmpty().containsOnly("'" + name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1.5", "+3", "-", "1=1", "a@b"})
  void aNumberOrAPlainTextOfACsvFileStaysAsItIs(String name) throws IOException {
    assertThat(studies(name)).isNotEmpty().containsOnly(name);
  }

  private static List<String> studies(String name) throws IOException {
    List<String[]> rows = rows(file(ReportFile.STEPS), Changed.with(RESULT, "study", name));
    return rows.stream().skip(1).map(row -> row[0]).toList();
  }

  @Test
  void aPairedStudyHasARowForTheBlocksOfEachRound() throws IOException {
    Table rounds = RoundBlocks.table(RoundBlocks.of(SampleResult.paired().cells()));
    assertThat(rounds.rows())
        .extracting(row -> row.subList(0, 3))
        .as("by repetition and round")
        .contains(List.of("1.1", "7", "2"), List.of("2.2", "3", "0"));
    assertThat(render(file(ReportFile.SUMMARY), SampleResult.paired())).contains("Blocks by round");
    assertThat(render(file(ReportFile.SUMMARY), RESULT)).doesNotContain("Blocks by round");
  }

  @Test
  void aCellThatFailedBeforeItsPhasesDoesNotAddATableOfCapacities() {
    StudyResult phases = SamplePhases.studyResult();
    CellResult first = phases.cells().get(0);
    CellResult failed =
        Changed.with(RESULT.cells().get(2), "cell", first.cell().named("failed cell"));
    List<CellResult> cells = List.of(failed, first);
    EvaluatedResult result = new EvaluatedResult(Changed.with(phases, "cells", cells));

    assertThat(Terminal.PLAIN.text(SlaTables.summary(result)))
        .doesNotContain("Capacity:")
        .contains("failed cell: failed:");
    assertThat(ReportFile.PAGE.text(result))
        .doesNotContain("Capacity: max load")
        .contains("All cells over time", "No step was measured. Failed: ");
  }

  @Test
  void aJobsPageNamesTheAssertionThatFailsTheJob() throws IOException {
    String assertion = "tps('fixed 24', 24) > 1000000";
    StudyResult result = Changed.with(RESULT, "assertions", List.of(assertion));

    assertThat(render(file(ReportFile.SUMMARY), result)).contains("REFUTED: " + assertion);
  }

  @Test
  void theWarmUpBeforeAMeasuredCapacityHadUsersAndNoRate() throws IOException {
    StudyResult result =
        Changed.with(
            SamplePhases.studyResult(),
            "cells.0.cell.load.phases",
            List.of(new Phase("overload", Duration.ofSeconds(15), 200, null)),
            "cells.0.cell.load.capacity",
            new CapacityLoad(50),
            "cells.0.warmUp",
            new WarmUp(16, 7, true, "TPS within 2 %"));

    assertThat(render(FULL, result)).contains("Warm-up with 16 users for 7");
  }

  @Test
  void stepsCsvHasARowPerPhaseWithItsOwnRate() throws IOException {
    String csv = render(file(ReportFile.STEPS), SamplePhases.studyResult());
    int rate = List.of(csv.lines().findFirst().orElseThrow().split(",")).indexOf("rate");
    assertThat(csv.lines().skip(1).limit(4))
        .extracting(row -> row.substring(row.lastIndexOf(',') + 1) + " " + row.split(",", -1)[rate])
        .containsExactly(" 1000", "before 500", "overload 2000", "after 500");
  }

  @Test
  void nothingButATableOfTwoColumnsIsWiderThanItsSheet() throws IOException {
    for (int columns : List.of(60, 80, 120)) {
      assertThat(render(summary(columns), RESULT).lines())
          .allMatch(line -> PlainText.width(line) <= columns);
    }
  }

  @Test
  void coloursChangeNoCharacterThatIsSeen() throws IOException {
    String coloured = render(of -> new Terminal(120, true).text(SlaTables.all(of)), RESULT);
    assertThat(coloured)
        .contains("\u001b[32mPASS\u001b[39m", "\u001b[31mFAIL\u001b[39m (1)", "\u001b[31m12.3 !")
        .contains("\u001b[33mINVALID\u001b[39m (1)");
    assertThat(coloured.replaceAll("\u001b\\[3[1239]m", "")).isEqualTo(render(FULL, RESULT));
  }

  private static StudyResult withCells(List<CellResult> cells) {
    return Changed.with(RESULT, "cells", cells);
  }

  private static List<String[]> rows(Renderer renderer, StudyResult result) throws IOException {
    try (MappingIterator<String[]> rows =
        new CsvMapper()
            .readerFor(String[].class)
            .with(CsvParser.Feature.WRAP_AS_ARRAY)
            .readValues(render(renderer, result))) {
      return rows.readAll();
    }
  }

  private static Renderer file(ReportFile file) {
    return file::text;
  }

  private static Renderer summary(int columns) {
    return of -> new Terminal(columns, false).text(SlaTables.summary(of));
  }

  private static String render(Renderer renderer, StudyResult result) {
    return renderer.apply(new EvaluatedResult(result));
  }
}
