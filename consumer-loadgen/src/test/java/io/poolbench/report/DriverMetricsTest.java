package io.poolbench.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.poolbench.report.DriverMetrics.MetricsServer;
import io.poolbench.result.BlockSample;
import io.poolbench.result.Calls;
import io.poolbench.result.CellResult;
import io.poolbench.result.Figures;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import io.poolbench.run.StudyListener.LiveSnapshot;
import io.poolbench.run.StudyPlan;
import io.poolbench.spec.Cell;
import io.poolbench.spec.PlainStudy;
import io.poolbench.spec.Repetitions;
import io.poolbench.spec.Study;
import io.poolbench.store.SampleResult;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** By HTTP requests, as of a Prometheus. */
class DriverMetricsTest {
  private static final StudyResult SAMPLE = SampleResult.studyResult();
  private static final CellResult FIXED = SAMPLE.cells().get(0);
  private static final CellResult OPEN = SAMPLE.cells().get(3);

  private final DriverMetrics metrics = new DriverMetrics();
  private final HttpClient client = HttpClient.newHttpClient();
  @AutoClose private MetricsServer server;

  @BeforeEach
  void serve() throws IOException {
    server = metrics.serve(0);
  }

  @Test
  void callsOfLiveSnapshotsAreSummedByOutcome() throws Exception {
    metrics.sampled(FIXED.cell(), new LiveSnapshot(8, 0.5, new Calls(100, 1, 2, 3, 4), 7.5));
    metrics.sampled(FIXED.cell(), new LiveSnapshot(8, 0.5, new Calls(50, 10, 20, 30, 40), 8.5));
    assertThat(figures())
        .contains(
            entry("poolbench_calls_total{outcome=\"ok\"}", 150.0),
            entry("poolbench_calls_total{outcome=\"rejected\"}", 11.0),
            entry("poolbench_calls_total{outcome=\"timeout\"}", 22.0),
            entry("poolbench_calls_total{outcome=\"error\"}", 33.0),
            entry("poolbench_calls_total{outcome=\"unsent\"}", 44.0),
            entry("poolbench_live_tps", 100.0),
            entry("poolbench_live_tp99_seconds", 0.0085));
    metrics.sampled(FIXED.cell(), new LiveSnapshot(8, 0.5, new Calls(1, 0, 0, 0, 0), null));
    assertThat(figures()).containsEntry("poolbench_live_tp99_seconds", Double.NaN);
  }

  @Test
  void aLoadIsInUsersOrInRequestsPerSecond() throws Exception {
    metrics.stepStarted(FIXED.cell(), 1, 24);
    assertThat(figures()).containsEntry("poolbench_load{model=\"closed\"}", 24.0);
    metrics.cellFinished(FIXED);
    metrics.stepStarted(OPEN.cell(), 1, 6000);
    assertThat(figures())
        .containsEntry("poolbench_load{model=\"open\"}", 6000.0)
        .doesNotContainKey("poolbench_load{model=\"closed\"}");
  }

  @Test
  void verdictsAreCountedAndTheLastStepIsPublished() throws Exception {
    for (StepResult step : FIXED.steps()) {
      metrics.stepFinished(FIXED.cell(), step);
    }
    assertThat(figures())
        .containsEntry("poolbench_steps_total{verdict=\"pass\"}", 2.0)
        .containsEntry("poolbench_steps_total{verdict=\"fail\"}", 1.0)
        .containsEntry("poolbench_steps_total{verdict=\"invalid\"}", 0.0)
        .containsEntry("poolbench_step_tps", 10250.25)
        .containsEntry("poolbench_step_tp99_seconds", 0.01234);
  }

  @Test
  void discardedBlocksAreCounted() throws Exception {
    for (boolean discarded : List.of(true, false, false)) {
      BlockSample sample = new BlockSample(1, 8, 1, discarded, List.of(), Figures.UNKNOWN);
      metrics.blockFinished(List.of(FIXED.cell(), OPEN.cell()), List.of(sample, sample));
    }
    assertThat(figures())
        .containsEntry("poolbench_blocks_total{outcome=\"discarded\"}", 1.0)
        .containsEntry("poolbench_blocks_total{outcome=\"kept\"}", 2.0);
  }

  @Test
  void valuesOfACellAreClearedAtItsEnd() throws Exception {
    metrics.stepFinished(FIXED.cell(), FIXED.steps().get(0));
    metrics.sampled(FIXED.cell(), new LiveSnapshot(8, 0.5, new Calls(100, 0, 0, 0, 0), 7.5));
    metrics.cellFinished(FIXED);
    assertThat(figures())
        .containsEntry("poolbench_step_tps", Double.NaN)
        .containsEntry("poolbench_live_tp99_seconds", Double.NaN)
        .containsEntry("poolbench_cells_finished_total{ending=\"complete\"}", 1.0)
        .containsEntry("poolbench_calls_total{outcome=\"ok\"}", 100.0);
  }

  @Test
  void namesAreEscapedInLabels() throws Exception {
    Cell cell = FIXED.cell().named("a\"} 7\nb\\");
    metrics.studyStarted(threeTimes(cell), "1.2");
    metrics.cellStarted(cell, 2, 1, 3);
    assertThat(figures())
        .containsEntry("poolbench_study_info{poolbench=\"1.2\",study=\"sample\"}", 1.0)
        .containsEntry(
            "poolbench_cell_info{cell=\"a\\\"} 7\\nb\\\\\",pool=\"fixed 24\",repetition=\"2\"}",
            1.0)
        .containsEntry("poolbench_cells_planned", 3.0);
  }

  @Test
  void cellsPlannedAreThoseOfAllStudiesWithoutTheOnesThatAResumedRunKeeps() throws Exception {
    Study study = threeTimes(FIXED.cell());
    metrics.resumed(new StudyPlan(study, null, SAMPLE.started(), List.of(FIXED), Map.of()));
    metrics.studyStarted(study, "1");
    metrics.studyStarted(study, "1");
    assertThat(figures()).containsEntry("poolbench_cells_planned", 5.0);
    List<Cell> verifying = List.of(FIXED.cell().named("verified a"), FIXED.cell().named("b"));
    metrics.pairedStarted(List.of(FIXED.cell()), 1, 1);
    metrics.pairedStarted(verifying, 1, 1);
    metrics.pairedStarted(verifying, 1, 1);
    assertThat(figures()).as("with a verification").containsEntry("poolbench_cells_planned", 7.0);
  }

  @Test
  void targetsListTheRunningProviderOnly() throws Exception {
    assertThat(get("/targets").body()).isEqualTo("[]");
    metrics.providerReady(FIXED.cell(), 23456);
    HttpResponse<String> answer = get("/targets");
    assertThat(answer.body()).isEqualTo("[{\"targets\":[\"127.0.0.1:23456\"]}]");
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
    metrics.cellFinished(FIXED);
    assertThat(get("/targets").body()).isEqualTo("[]");
    assertThat(get("/target").statusCode()).isEqualTo(404);
  }

  @Test
  void aTakenPortIsABindExceptionAndThePortIsOnLoopback() throws IOException {
    int taken = URI.create(server.url()).getPort();
    assertThatThrownBy(() -> metrics.serve(taken)).isInstanceOf(BindException.class);
    // A server on all addresses would have this one too.
    InetAddress another = InetAddress.getByName("127.0.0.2");
    assertThatCode(() -> new ServerSocket(taken, 1, another).close()).doesNotThrowAnyException();
  }

  @Test
  void micrometerIsNotOnTheClassPathAsDubboWouldRecordEveryCall() {
    assertThatThrownBy(() -> Class.forName("io.micrometer.core.instrument.MeterRegistry"))
        .isInstanceOf(ClassNotFoundException.class);
  }

  private static Study threeTimes(Cell cell) {
    Repetitions three = new Repetitions(3, Repetitions.Order.LISTED, 1);
    return PlainStudy.of("sample", "title", three, null, List.of(), List.of(cell));
  }

  private Map<String, Double> figures() throws Exception {
    return get("/metrics")
        .body()
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split(" (?=\\S+$)"))
        .collect(Collectors.toMap(words -> words[0], words -> Double.valueOf(words[1])));
  }

  private HttpResponse<String> get(String path) throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create(server.url() + path)).build(),
        HttpResponse.BodyHandlers.ofString(UTF_8));
  }
}
