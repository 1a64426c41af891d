package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.poolbench.journal.Calibrated;
import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A study that calibrates, searches and is compared with a published table: over a minute. */
@Tag("nightly")
@Tag("timed")
class ReproductionIT {
  @TempDir private Path folder;

  @Test
  void aRunCalibratesSearchesAndIsComparedWithThePublishedTable() throws Exception {
    Executed run =
        Executed.run(
            folder,
            "again",
            """
            # So much CPU time and latency, and so little deviation, that short windows are within 5 %.
            calibration: {saturationTps: 200, threadTime: 12ms, outsideTime: 6ms}
            published: jsf-fixed
            provider:
              threadpool: fixed
              threads: 4
              queues: 100
              jvm: {options: [-Xms256m, -Xmx256m]}
            redis: {kind: embedded, records: 10, latency: {mean: 1ms, deviation: 50us}}
            load:
              users: 4
              search: {within: 1..8}
              warmup: 1s
              settle: 100ms
              measure: 300ms
            sla: {tp99: 5s}
            """);

    RecordedRun recorded = Executed.recorded(folder, "again");
    Executed.assertEnded(recorded, run.exit(), run.err());
    MeasuredCell cell = MeasuredCell.of(recorded).get(0);
    assertCalibrated(Calibrated.in(recorded.journal()).orElseThrow(), cell);
    assertThat(cell.steps()).extracting(Level::level).startsWith(4).hasSizeGreaterThan(1);
    JsonNode written =
        new ObjectMapper()
            .readTree(recorded.folder().path().resolve("result.json").toFile())
            .path("published");
    assertThat(written.path("tables").path(0).path("values").findValuesAsText("figure"))
        .isNotEmpty();
    assertThat(written.path("findings")).hasSize(6);
    assertThat(run.out()).contains("calibrating: ", "published values agree");
  }

  private static void assertCalibrated(Calibrated calibrated, MeasuredCell cell) {
    assertThat(calibrated.chosen().cpuIterations()).isPositive();
    assertThat(calibrated.saturationTps().low()).isPositive();
    assertThat(Metric.PROVIDER_CPU_PER_CALL.of(cell.steps().get(0)))
        .as("without the work that was chosen a call takes some 100 us")
        .isGreaterThan(2_000);
    // The deviation keeps its proportion to the mean, a twentieth.
    assertThat(calibrated.chosen().redis().deviationMicros())
        .isBetween(
            calibrated.chosen().redis().meanMicros() / 20 - 1,
            calibrated.chosen().redis().meanMicros() / 20 + 1);
  }
}
