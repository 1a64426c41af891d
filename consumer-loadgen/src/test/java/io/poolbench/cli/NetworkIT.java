package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.result.CellResult;
import io.poolbench.result.Metric;
import io.poolbench.result.StepResult;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Added latency between driver and provider. {@code RouteTest} and {@code DelayedReadsTest} add it
 * in every build.
 */
@Tag("nightly")
class NetworkIT {
  private static final double ADDED_MILLIS = 20;

  /** By how much the proxy may be early, to compensate for wake-ups. */
  private static final double MAX_EARLY_MILLIS = 0.5;

  @TempDir private Path folder;

  @Test
  void addedLatencyIsInEachAnswerAndInNoThreadOfTheProvider() throws Exception {
    Executed run =
        Executed.run(
            folder,
            "far",
            """
            provider:
              threadpool: fixed
              threads: 4
              jvm: {options: [-Xms256m, -Xmx256m, "-XX:TieredStopAtLevel=1"]}
              work: {cpuIterations: 999, bursts: 2}
            redis: {kind: embedded, records: 10, connections: 2}
            network: {latency: 20ms}
            driver: {connections: 2}
            load: {users: 2, warmup: 500ms, settle: 200ms, measure: 500ms}
            """);

    CellResult cell = run.cells(folder, "far").get(0);
    RunProcess.assertMeasured(cell);
    StepResult step = cell.steps().get(0);
    assertThat(step.calls().ok()).isEqualTo(step.calls().total());
    assertThat(step.latency().minMillis()).isGreaterThan(ADDED_MILLIS - MAX_EARLY_MILLIS);
    assertThat(step.latency().meanMillis())
        .as("mean service time and the latency, but for a stall at an end of the window")
        .isGreaterThan(Metric.SERVICE_MEAN.of(step));
  }
}
