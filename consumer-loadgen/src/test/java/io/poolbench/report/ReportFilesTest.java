package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.poolbench.Changed;
import io.poolbench.journal.Entry;
import io.poolbench.journal.Journal;
import io.poolbench.journal.Metric;
import io.poolbench.journal.SampleSlices;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.report.format.HtmlPage;
import io.poolbench.report.format.Markdown;
import io.poolbench.report.format.Terminal;
import io.poolbench.report.format.Text;
import io.poolbench.study.Study;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ReportFilesTest {
  private static final Path GOLDEN = Path.of("src", "test", "resources", "golden", "reporting");
  private static final int LINES = 20;

  static Stream<Arguments> goldens() {
    Evaluation quick = SampleEvaluations.quick();
    Evaluation longNames = SampleEvaluations.sizeWithLongNames();
    Terminal terminal = new Terminal(80, false, StandardCharsets.UTF_8);
    return Stream.of(
        golden("quick-80.txt", () -> end(quick, "quick", 80)),
        golden("size-80.txt", () -> end(SampleEvaluations.size(), "shop-size", 80)),
        golden("size-long-names-80.txt", () -> end(longNames, longNames.study().name(), 80)),
        golden("summary.md", () -> ReportFile.SUMMARY.text(quick)),
        golden("steps.csv", () -> ReportFile.STEPS.text(quick)),
        golden("sla.xml", () -> ReportFile.SLA_XML.text(quick)),
        golden("phases-80.txt", () -> end(SampleEvaluations.phases(), "overload", 80)),
        golden("compare-80.txt", () -> terminal.text(SampleEvaluations.compared().report())));
  }

  private static Arguments golden(String file, Supplier<String> text) {
    return Arguments.of(file, text);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("goldens")
  void everyFormatIsAsItsGoldenFileWhateverTheLocale(String file, Supplier<String> text)
      throws IOException {
    Golden.assertMatchesInEveryLocale(GOLDEN.resolve(file), text);
  }

  /** What a run prints at its end. */
  private static String end(Evaluation evaluation, String study, int columns) {
    Terminal terminal = new Terminal(columns, false, StandardCharsets.UTF_8);
    List<String> last =
        Ending.of(evaluation, Answer.of(evaluation))
            .lines(Path.of("results", study, "2026-11-28T12-17-47Z"), List.of(), columns);
    return terminal.front(StudyReport.of(evaluation), LINES - last.size())
        + String.join("\n", last)
        + "\n";
  }

  @Test
  void theEndOfARunTakesAtMostTwentyLinesNoneOfThemWiderThanTheTerminal() {
    for (Evaluation evaluation :
        List.of(
            SampleEvaluations.quick(),
            SampleEvaluations.size(),
            SampleEvaluations.sizeWithLongNames())) {
      for (int columns : List.of(80, 100, 132)) {
        List<String> lines = end(evaluation, evaluation.study().name(), columns).lines().toList();
        assertThat(lines).hasSizeLessThanOrEqualTo(LINES);
        assertThat(lines)
            .allSatisfy(line -> assertThat(Text.width(line)).isLessThanOrEqualTo(columns));
      }
    }
  }

  @Test
  void theEndOfARunOfLongNamesBreaksNoneOfThem() {
    Evaluation evaluation = SampleEvaluations.sizeWithLongNames();
    String whole = StudyReport.of(evaluation).toString();
    String end = end(evaluation, evaluation.study().name(), 80);
    assertThat(end.replaceAll("\\s+", " "))
        .contains("12 did 2,400.", "by fixed 8: 96 users [64, 130]", "dubbo.protocol: {thread");
    String front = end.substring(0, end.indexOf("More is in summary.md."));
    for (String word : front.split("[^A-Za-z0-9.]+|(?<=[.])|[.]{3}", -1)) {
      assertThat(whole).containsPattern("(?<![A-Za-z0-9])" + Pattern.quote(word));
    }
  }

  @Test
  void theAnswerStandsFirstInEveryFormat() throws IOException {
    Evaluation quick = SampleEvaluations.quick();
    String answer = Answer.of(quick).sentence();
    assertThat(end(quick, "quick", 120).lines().skip(1).findFirst().orElseThrow())
        .isEqualTo("✓ " + answer);
    String summary = ReportFile.SUMMARY.text(quick);
    assertThat(summary.indexOf("43 users")).isLessThan(summary.indexOf("|"));
    String page = ReportFile.PAGE.text(quick);
    assertThat(page.indexOf("43 users [32, 64]")).isLessThan(page.indexOf("class=\"intervals\""));
    assertThat(ReportFile.SLA_XML.text(quick))
        .contains("<property name=\"answer\" value=\"fixed 16 queue 1000 carries most");
    JsonNode result = json(quick);
    assertThat(result.fieldNames().next()).isEqualTo("answer");
    assertThat(result.at("/answer/sentence").asText()).isEqualTo(answer);
  }

  private static JsonNode json(Evaluation evaluation) throws IOException {
    return new JsonMapper().readTree(ReportFile.RESULT.text(evaluation));
  }

  @Test
  void otherProgramsFindCapacitiesRankingsAndTheMetricsOfEachLevel() throws IOException {
    JsonNode result = json(SampleEvaluations.quick());
    assertThat(result.at("/capacities/1/estimate").asDouble()).isEqualTo(43.3);
    assertThat(result.at("/capacities/1/highestPassed").asInt()).isEqualTo(32);
    assertThat(result.at("/rankings/0/winner").asText()).isEqualTo("fixed 16 queue 1000");
    assertThat(result.at("/cells/0/levels/0/level").asInt()).isEqualTo(8);
    assertThat(result.at("/cells/0/levels/0/verdict").asText()).isEqualTo("FAIL");
    assertThat(result.at("/cells/1/levels/0/metrics/tps").asDouble()).isGreaterThan(1_000);
    assertThat(result.at("/tags/build").asText()).isEqualTo("1234");
  }

  @Test
  void columnsOfStepsKeepTheirNamesAndThereIsOneForEveryMetric() {
    String header =
        ReportFile.STEPS.text(SampleEvaluations.quick()).lines().findFirst().orElseThrow();
    assertThat(header)
        .startsWith(
            "study,cell,repetition,step,threadpool,core_threads,threads,queues,client,model,"
                + "users,rate,seconds,calls,tps")
        .contains(",redis_mean_ms,verdict,reason,think_time_mean_ms,arrivals,")
        .endsWith(",reason_codes,group,phase");
    assertThat(header.split(","))
        .contains(Arrays.stream(Metric.values()).map(Metric::column).toArray(String[]::new));
  }

  @ParameterizedTest
  @EnumSource
  void everyPrefixOfAJournalHasAReport(ReportFile file) {
    Study study = SampleRuns.quick();
    Journal whole = SampleRuns.paired(study, 9, 40, 26);
    for (int rows : List.of(0, 1, 2, 4, 5, 12, 60)) {
      Journal prefix = SampleSlices.journal(whole.entries().subList(0, rows));
      Evaluation evaluation =
          SampleEvaluations.evaluation(study, prefix, List.of(), SampleEvaluations.NO_STATEMENTS);
      assertThat(file.text(evaluation)).as("%s of %s rows", file, rows).isNotBlank();
    }
  }

  @Test
  void aPageOfQuickTakesLittleRoomBesideTheChartLibrary() {
    String page = HtmlPage.text(StudyReport.of(SampleEvaluations.quick()));
    int library = page.lines().mapToInt(String::length).max().orElseThrow();
    assertThat(page.length() - library).isLessThan(400_000);
  }

  @Test
  void phasesAndGroupsHaveRowsOfTheirOwn() {
    Evaluation phases = SampleEvaluations.phases();
    assertThat(ReportFile.STEPS.text(phases).lines()).hasSize(1 + 2 * (1 + 3));
    assertThat(ReportFile.SUMMARY.text(phases)).contains("pool, phase", "overload");
    Study study =
        SampleRuns.parse(
            "isolation",
            "title: Does a slow method delay a fast one?",
            "load:",
            "  groups: [{name: fast, users: 8}, {name: slow, users: 4, method: findUserInfo}]",
            "  warmup: 1s",
            "  settle: 1s",
            "  measure: 10s",
            "sla: {tp99: 10ms}",
            "provider: {threadpool: fixed, threads: 8, queues: 100}");
    Evaluation groups =
        SampleEvaluations.evaluation(
            study,
            SampleRuns.parts(study, List.of("", "fast", "slow"), 40),
            List.of(),
            SampleEvaluations.NO_STATEMENTS);
    assertThat(ReportFile.STEPS.text(groups).lines())
        .hasSize(1 + 3)
        .anyMatch(row -> row.contains(",fast,"));
    assertThat(ReportFile.SUMMARY.text(groups)).contains("  fast 8");
  }

  @Test
  void repetitionsOfStepsHaveARowEach() {
    Study study =
        SampleRuns.parse(
            "steps",
            "title: Steps",
            "load: {users: [4, 8], warmup: 1s, settle: 1s, measure: 10s}",
            "sla: {tp99: 10ms}",
            "provider: {threadpool: fixed, threads: 8, queues: 100}");
    Evaluation evaluation =
        SampleEvaluations.evaluation(
            study, SampleRuns.steps(study, 2, 9), List.of(), SampleEvaluations.NO_STATEMENTS);
    assertThat(ReportFile.STEPS.text(evaluation).lines()).hasSize(1 + 2 * 2);
    assertThat(ReportFile.SUMMARY.text(evaluation)).contains("By repetition");
  }

  private static Study measuredTwice() {
    return SampleRuns.parse(
        "steps",
        "title: Steps",
        "repetitions: 2",
        "load: {users: 4, warmup: 1s, settle: 1s, measure: 10s}",
        "sla: {tp99: 10ms}",
        "provider: {threadpool: fixed, threads: 8, queues: 100}");
  }

  @Test
  void aRepetitionThatFailedBeforeItsFirstSliceIsAnErrorOfItsOwn() {
    Study study = measuredTwice();
    Journal journal = SampleRuns.steps(study, 1, 9);
    SampleSlices.add(journal, new Entry.Failed("fixed 8 queue 100", 2, "provider_ended", "killed"));
    Evaluation evaluation =
        SampleEvaluations.evaluation(study, journal, List.of(), SampleEvaluations.NO_STATEMENTS);

    assertThat(ReportFile.SLA_XML.text(evaluation))
        .contains("fixed 8 queue 100, repetition 2", "<error", "killed");
  }

  @Test
  void aBoundIsDrawnWhereAllPoolsHaveIt() {
    Study study =
        SampleRuns.parse(
            "steps",
            "title: Steps",
            "load: {users: [4, 8], warmup: 1s, settle: 1s, measure: 10s}",
            "provider: {threadpool: fixed, threads: 8, queues: 100}",
            "cells: [{name: a, sla: {tp99: 10ms}}, {name: b, sla: {tp99: 20ms}}]");
    List<EstimatedCell> pools =
        SampleEvaluations.evaluation(
                study, SampleRuns.steps(study, 1, 9, 9), List.of(), SampleEvaluations.NO_STATEMENTS)
            .cells();

    assertThat(LevelCharts.overLoads(Metric.TP99, pools.subList(0, 1)).limits()).hasSize(1);
    assertThat(LevelCharts.overLoads(Metric.TP99, pools).limits()).isEmpty();
  }

  @Test
  void phasesAreComparedByTheirLevelsAlone() {
    ComparisonReport cells = SampleEvaluations.compared();
    ComparisonReport phases =
        new ComparisonReport(
            Changed.with(
                cells.compared(),
                "pairs.0.baseline.name",
                "short queue/overload",
                "pairs.0.candidate.name",
                "short queue/overload",
                "criteria",
                List.of()),
            List.of(SampleEvaluations.phases(), SampleEvaluations.phases()));

    assertThat(Markdown.text(phases.report()))
        .contains("Phases have no capacity: see their levels.", "1,427");
  }
}
