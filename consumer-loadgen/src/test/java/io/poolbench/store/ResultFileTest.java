package io.poolbench.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolbench.Changed;
import io.poolbench.api.AddedLatency;
import io.poolbench.config.StudyLoader;
import io.poolbench.config.StudyLoader.CellCheck;
import io.poolbench.published.Agreement;
import io.poolbench.published.PublishedStudy;
import io.poolbench.redis.RedisKind;
import io.poolbench.result.Calls;
import io.poolbench.result.CellResult;
import io.poolbench.result.Slice;
import io.poolbench.result.StepResult;
import io.poolbench.result.StepResult.PhaseResult;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.Cell;
import io.poolbench.spec.RedisSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResultFileTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;
  private ResultFile file;

  @BeforeEach
  void inAFolder() {
    file = new ResultFile(folder.resolve(ResultFile.NAME));
  }

  /** The sample, and results with what it lacks. */
  static List<Named<StudyResult>> results() {
    StudyResult sample = SampleResult.studyResult();
    CellResult cell = sample.cells().get(0);
    StepResult step = cell.steps().get(0);
    List<StepResult> repeated = new ArrayList<>(cell.allSteps());
    repeated.add(1, repeated.get(1).supersede());
    StepResult phased =
        step.withPhases(
            List.of(
                new PhaseResult("before", 0, 500, null, step),
                new PhaseResult(
                    "slow",
                    10,
                    null,
                    50.5,
                    Changed.with(step, "calls", new Calls(4_000, 10, 90, 0, 0, 80L)))),
            List.of(
                new Slice(0, 0.5, 100, 90, 4, 3, 2, 1, 1.5, null, 16, 3, 24),
                new Slice(0.5, 0.5, 0, 0, 0, 0, 0, 0, null, null, null, null, null)),
            1_234.5);
    return List.of(
        Named.of("sample", sample),
        Named.of("phases and slices", Changed.with(sample, "cells.0.allSteps.0", phased)),
        Named.of(
            "web provider",
            Changed.with(
                of(
                    "{provider: {web: {container: jetty, threads: 16, downstream: 1s}},"
                        + " driver: {client: http, method: callable, timeout: 60s}}"),
                "cells.0.allSteps.0.figures.ASYNC_OPEN_MEAN",
                20.25,
                "cells.0.allSteps.0.figures.COMPLETION_MEAN",
                7.0)),
        Named.of(
            "call",
            of(
                "{call: {service: com.example.Orders, method: 'find(long)', version: '1.0',"
                    + " group: blue, arguments: ['${id}'], data: /data/orders.csv,"
                    + " attachments: {lane: gray}, answer: {pointer: /status, equals: '7'},"
                    + " serialization: fastjson2, generic: true}}")),
        Named.of(
            "mix of calls",
            of(
                "{calls: {one: {service: a.B, method: m},"
                    + " two: {service: a.B, method: n, weight: 3}}}")),
        Named.of("superseded step", Changed.with(sample, "cells.0.allSteps", repeated)),
        Named.of("unknown client", Changed.with(sample, "cells.0.cell.driver.client", "later")));
  }

  /** The sample with the provider and the calls of a study. */
  private static StudyResult of(String study) {
    Cell cell = new StudyLoader(CellCheck.NONE).parse("s", "s", study, List.of()).cells().get(0);
    return Changed.with(
        SampleResult.studyResult(),
        "cells.0.cell.provider",
        cell.provider(),
        "cells.0.cell.driver",
        cell.driver());
  }

  @ParameterizedTest
  @MethodSource("results")
  void whatIsWrittenIsReadBackEqualAndSatisfiesTheSchema(StudyResult result) throws IOException {
    file.write(result);
    assertThat(file.read()).isEqualTo(result);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ar-EG-u-nu-arab", "tr-TR"})
  void theLocaleChangesNothing(String locale) throws IOException {
    file.write(SampleResult.studyResult());
    String before = Files.readString(file.path());
    Locale usual = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag(locale));
      file.write(SampleResult.studyResult());
      assertThat(Files.readString(file.path())).isEqualTo(before);
      assertThat(file.read()).isEqualTo(SampleResult.studyResult());
    } finally {
      Locale.setDefault(usual);
    }
  }

  @Test
  void whatAStudyNamesIsWrittenByThatNameAndTimesAreIso() throws IOException {
    JsonNode root = written(SampleResult.studyResult());
    JsonNode cell = root.at("/cells/0/cell");
    assertThat(root.path("started").textValue()).isEqualTo("2026-11-01T12:30:05.250Z");
    assertThat(cell.at("/load/settle").textValue()).isEqualTo("PT1.5S");
    assertThat(cell.at("/provider/pool/type").textValue()).isEqualTo("fixed");
    assertThat(cell.at("/driver/client").textValue()).isEqualTo("proxy");
    assertThat(cell.at("/driver/method").textValue()).isEqualTo("findUserInfo");
    assertThat(root.at("/cells/1/steps/1/latency/tp99Millis").isNull()).isTrue();
    assertThat(cell.at("/load/workload/thinkTime/distribution").textValue()).isEqualTo("fixed");
    assertThat(root.at("/cells/3/cell/load/workload/arrivals").textValue()).isEqualTo("poisson");
    JsonNode late = root.at("/cells/0/steps/2/verdict/violations/1");
    assertThat(late.path("code").textValue()).isEqualTo("availability_pct");
    assertThat(late.path("unit").textValue()).isEqualTo("%");
    assertThat(root.at("/cells/2/failure/code").textValue()).isEqualTo("lab_failed");
    assertThat(root.at("/cells/0/steps/0/figures/queue_wait_tp99").doubleValue()).isEqualTo(0.125);
  }

  @Test
  void ruleCapacitiesAreWrittenWithTheirIntervalsAndWhyThereIsNone() throws IOException {
    JsonNode capacities = written(SampleResult.studyResult()).path("capacities");
    assertThat(capacities).hasSize(4);
    JsonNode fixed = capacities.get(0);
    assertThat(fixed.path("cell").textValue()).isEqualTo("fixed 24");
    assertThat(fixed.path("unit").textValue()).isEqualTo("users");
    assertThat(fixed.path("measured"))
        .isEqualTo(
            JSON.readTree(
                """
                {"lowest": 24, "median": 24, "highest": 24, "maybeMore": false, "count": 1}
                """));
    assertThat(fixed.at("/estimate/lower/load").doubleValue())
        .isBetween(20.0, fixed.at("/estimate/capacity/load").doubleValue());
    assertThat(fixed.at("/estimate/upper/load").doubleValue())
        .isBetween(fixed.at("/estimate/capacity/load").doubleValue(), 32.0);
    assertThat(fixed.at("/estimate/basis").textValue()).isEqualTo("BATCHES");
    assertThat(fixed.path("lack").isNull()).isTrue();
    assertThat(capacities.at("/1/estimate/capacity"))
        .isEqualTo(JSON.readTree("{\"load\": 40.0, \"open\": \"ABOVE\"}"));
    assertThat(capacities.at("/2/estimate").isNull()).isTrue();
    assertThat(capacities.at("/2/lack").textValue()).isEqualTo("NO_BATCHES");
    assertThat(capacities.at("/3/unit").textValue()).isEqualTo("requests/s");
  }

  @Test
  void ruleRankingsAreWrittenWithTheTestBehindThem() throws IOException {
    JsonNode rankings = written(SampleResult.paired()).path("rankings");
    assertThat(rankings).hasSize(3);
    JsonNode ranked = rankings.get(0);
    assertThat(ranked.path("less").textValue()).isEqualTo("fixed 24");
    // Five rounds cannot show a difference.
    assertThat(ranked.path("answer").textValue()).isEqualTo("NOT_SHOWN");
    assertThat(ranked.at("/test/rounds").intValue()).isEqualTo(5);
    assertThat(ranked.at("/test/pValue").doubleValue()).isEqualTo(2.0 / 32);
    assertThat(rankings.at("/1/answer").textValue()).isEqualTo("UNKNOWN");
    assertThat(rankings.at("/1/difference").isNull()).isTrue();
    assertThat(written(SampleResult.studyResult()).at("/rankings/0/answer").textValue())
        .isEqualTo("MEASURED_ONCE");
  }

  @Test
  void ruleWhatFollowsFromAResultIsNotReadButComputedAgain() throws IOException {
    file.write(SampleResult.paired());
    String written = Files.readString(file.path()).strip();
    ObjectNode root = (ObjectNode) JSON.readTree(written);
    ((ObjectNode) root.at("/capacities/0/estimate/capacity")).put("load", 9999);
    root.putArray("rankings").add("forged");
    root.putArray("agreement").add("forged");
    Files.writeString(file.path(), root.toString());
    assertThat(file.read()).isEqualTo(SampleResult.paired());
    assertThat(ResultFile.json(file.read(), List.of(), List.of())).isEqualTo(written);
    root.remove(List.of("capacities", "rankings", "agreement"));
    Files.writeString(file.path(), root.toString());
    assertThat(ResultFile.json(file.read(), List.of(), List.of())).isEqualTo(written);
  }

  @Test
  void publishedTablesAreReadBackAsPrinted() throws IOException {
    StudyResult held = PublishedStudy.asPublished().result();
    file.write(held, Agreement.of(held).written(), List.of());
    assertThat(file.read()).isEqualTo(held);
    assertThat(file.read().published().get(0).tables().get(0).rows().get(0).keySet())
        .containsExactly("users", "tp99_ms", "tps", "cpu_pct");
    assertThat(
            JSON.readTree(file.path().toFile())
                .at("/published/0/tables/0/rows/0/tp99_ms")
                .textValue())
        .isEqualTo("<8");
  }

  @Test
  void aPropertyOfALaterPoolbenchIsPassedOver() throws IOException {
    ObjectNode root = (ObjectNode) written(SampleResult.studyResult());
    root.put("later", 1);
    ((ObjectNode) root.at("/cells/0/steps/0")).putObject("also").put("later", 2);
    ((ObjectNode) root.at("/cells/0/steps/0/figures")).put("later_ms", 3);
    Files.writeString(file.path(), root.toString());
    assertThat(file.read()).isEqualTo(SampleResult.studyResult());
  }

  @Test
  void supersededStepsCountNowhere() {
    CellResult cell = SampleResult.studyResult().cells().get(0);
    List<StepResult> steps = new ArrayList<>(cell.allSteps());
    steps.add(1, steps.get(1).supersede());
    assertThat(Changed.with(cell, "allSteps", steps).steps()).isEqualTo(cell.steps());
  }

  @Test
  void aResultOfAnySizeIsReadBack() throws IOException {
    file.write(SampleResult.studyResult());
    Files.writeString(file.path(), " ".repeat(65 << 20) + Files.readString(file.path()));
    assertThat(file.read()).isEqualTo(SampleResult.studyResult());
  }

  @Test
  void aPasswordInARedisUriIsNotWritten() throws IOException {
    file.write(withRedis("redis://user:s3cret@db.example:6379/1"));
    assertThat(Files.readString(file.path())).doesNotContain("s3cret");
    assertThat(file.read()).isEqualTo(withRedis("redis://db.example:6379/1"));
  }

  private JsonNode written(StudyResult result) throws IOException {
    file.write(result);
    return JSON.readTree(file.path().toFile());
  }

  private static StudyResult withRedis(String uri) {
    return Changed.with(
        SampleResult.studyResult(),
        "cells.0.cell.redis",
        new RedisSettings(RedisKind.EXTERNAL, uri, 10, 1, AddedLatency.NONE));
  }
}
