package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.result.CellResult;
import io.poolbench.result.Metric;
import io.poolbench.result.StepResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A study of the sample application, which knows nothing of poolbench, with the agent. */
class TargetStudyIT {
  @TempDir private Path folder;

  @Test
  void thePoolThatATeamConfiguredIsMeasuredAndThenAnotherOne() throws Exception {
    Executed run =
        Executed.run(
            folder,
            "shop",
            """
            target: {jar: %s}
            # Quick to start; nothing here depends on how fast it is.
            provider: {jvm: {options: [-Xmx256m, "-XX:TieredStopAtLevel=1"]}}
            call: {service: com.example.shop.OrderService, version: 1.0.0, method: findOrder, arguments: [17]}
            load: {users: 8, warmup: 500ms, settle: 200ms, measure: 1s, measureUpTo: 1s}
            sla: {tp99: 5s}
            cells:
              - provider: {threadpool: fixed, threads: 4, queues: 100}
              - provider: {threadpool: as-configured}
            """
                .formatted(Executed.SAMPLE),
            "--full");

    assertThat(run.out()).contains("as configured: fixed 200", "shop makes calls of up to 8 users");
    List<CellResult> cells = run.cells(folder, "shop");
    assertThat(cells)
        .extracting(cell -> cell.cell().name())
        .containsExactly("as configured", "fixed 4 queue 100");
    assertThat(cells)
        .extracting(cell -> cell.ranPool().label())
        .containsExactly("as configured: fixed 200", "fixed 4 queue 100");
    cells.forEach(TargetStudyIT::assertMeasuredFromWithin);
    assertThat(cells)
        .extracting(cell -> Metric.POOL_ACTIVE_MAX.of(cell.steps().get(0)))
        .satisfiesExactly(
            asConfigured -> assertThat(asConfigured).isPositive(),
            replaced -> assertThat(replaced).isBetween(1.0, 4.0));
    List<String> csv =
        Files.readAllLines(Executed.results(folder, "shop").path().resolve("steps.csv"));
    assertThat(csv.get(1)).startsWith("shop,as configured,1,1,as-configured,200,200,0,wire,");
    assertThat(csv.get(2)).startsWith("shop,fixed 4 queue 100,1,1,fixed,4,4,100,wire,");
  }

  private static void assertMeasuredFromWithin(CellResult cell) {
    StepResult step = cell.steps().get(0);
    assertThat(cell.failedCalls()).isEmpty();
    assertThat(step.calls().ok()).isPositive().isEqualTo(step.calls().total());
    assertThat(cell.environment().dubbo()).contains("3.3.6");
    assertThat(
            List.of(
                Metric.PROVIDER_CPU,
                Metric.SERVICE_MEAN,
                Metric.POOL_ACTIVE_MEAN,
                Metric.POOL_THREADS))
        .allSatisfy(metric -> assertThat(metric.of(step)).as("%s", metric).isPositive());
    assertThat(Metric.POOL_REJECTED.of(step)).isZero();
  }
}
