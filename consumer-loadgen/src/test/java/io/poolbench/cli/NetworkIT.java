package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.result.CellResult;
import io.poolbench.result.StepResult;
import io.poolbench.store.ResultsFolder;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A network between driver and provider, in a run of the command. */
class NetworkIT {
  private static final double ADDED_MILLIS = 20;

  /** By which the proxy may be early, for what waking up takes. */
  private static final double MOST_AHEAD_MILLIS = 0.5;

  @TempDir private Path folder;

  @Test
  void itsLatencyIsInEachAnswerAndInNoThreadOfTheProvider() throws Exception {
    InProcessRun run =
        InProcessRun.of(
                "far",
                """
            provider:
              threadpool: fixed
              threads: 4
              jvm: {options: [-Xms256m, -Xmx256m]}
              work: {cpuIterations: 999, bursts: 2}
            redis: {kind: embedded, records: 10, connections: 2}
            network: {latency: 20ms}
            driver: {connections: 2}
            load: {users: 2, warmup: 1s, settle: 200ms, measure: 1s}
            """,
                folder)
            .measured();

    ResultsFolder latest = run.results();
    CellResult cell = latest.result().read().cells().get(0);
    assertThat(cell.failure()).isEmpty();
    assertThat(cell.steps()).hasSize(1);
    StepResult step = cell.steps().get(0);
    assertThat(step.calls().ok()).isPositive().isEqualTo(step.calls().total());
    assertThat(step.latency().meanMillis() - step.provider().service().meanMillis())
        .isGreaterThan(ADDED_MILLIS - MOST_AHEAD_MILLIS);
  }
}
