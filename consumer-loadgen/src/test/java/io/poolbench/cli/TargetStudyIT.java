package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A study of the sample application, which knows nothing of poolbench, with the agent. */
class TargetStudyIT {
  @TempDir private Path folder;

  /** One JVM: the agent replaces the pool between slices, and each runs with its own threads. */
  @Test
  void poolsTakeTurnsInTheTeamsOwnJvm() throws Exception {
    Executed run =
        Executed.run(
            folder,
            "turns",
            """
            target: {jar: %s}
            provider: {jvm: {options: [-Xmx256m, "-XX:TieredStopAtLevel=1"]}}
            paired: {rounds: 2}
            call: {service: com.example.shop.OrderService, version: 1.0.0, method: findOrder, arguments: [17]}
            load: {users: 8, warmup: 500ms, settle: 50ms, measure: 200ms}
            sla: {tp99: 250ms}
            cells:
              - provider: {threadpool: as-configured}
              - provider: {threadpool: fixed, threads: 2, queues: 100}
              - provider: {threadpool: cached, corethreads: 0, threads: 3, queues: 0}
            """
                .formatted(Executed.SAMPLE));

    List<MeasuredCell> cells = Executed.measured(folder, "turns");
    assertThat(cells).as(run.out()).extracting(MeasuredCell::failure).containsOnlyNulls();
    assertThat(cells)
        .extracting(cell -> cell.ranPool().label())
        .containsExactly("as configured: fixed 200", "fixed 2 queue 100", "cached 0/3");
    assertThat(cells)
        .extracting(cell -> cell.environment().providerCommand())
        .as("the start with the program's own pool")
        .containsOnly(cells.get(0).environment().providerCommand());
    assertMeasuredFromWithin(cells.get(0));
    assertThat(Metric.POOL_ACTIVE_MEAN.of(cells.get(0).steps().get(0))).isBetween(0.0, 200.0);
    assertThat(Metric.POOL_ACTIVE_MEAN.of(cells.get(1).steps().get(0))).isBetween(0.0, 2.0);
    Level refusing = cells.get(2).steps().get(0);
    assertThat(Metric.POOL_ACTIVE_MEAN.of(refusing)).isBetween(0.0, 3.0);
    assertThat(Metric.POOL_REJECTED.of(refusing)).as("8 users, 3 threads, no queue").isPositive();
    List<String> csv =
        Files.readAllLines(Executed.results(folder, "turns").path().resolve("steps.csv"));
    assertThat(csv.get(1)).startsWith("turns,as configured,1,1,as-configured,200,200,0,wire,");
    assertThat(csv.get(2)).startsWith("turns,fixed 2 queue 100,1,1,fixed,2,2,100,wire,");
  }

  private static void assertMeasuredFromWithin(MeasuredCell cell) {
    Level step = cell.steps().get(0);
    assertThat(cell.failedCalls()).isEmpty();
    assertThat(step.calls().ok()).isPositive().isEqualTo(step.calls().total());
    assertThat(cell.environment().dubbo()).contains("3.3.6");
    assertThat(List.of(Metric.PROVIDER_CPU, Metric.SERVICE_MEAN, Metric.POOL_ACTIVE_MEAN))
        .allSatisfy(metric -> assertThat(metric.of(step)).as("%s", metric).isPositive());
    assertThat(Metric.POOL_REJECTED.of(step)).isZero();
  }
}
