package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A study of web providers in both containers, one of them before a downstream service. */
@Tag("nightly")
class WebStudyIT {
  private static final int USERS = 12;
  private static final int TASK_THREADS = 4;
  private static final double DOWNSTREAM_SECONDS = 0.05;

  @TempDir private Path folder;

  @Test
  void bothContainersAnswerAllCallsByLittlesLaw() throws Exception {
    Executed run =
        Executed.run(
            folder,
            "web",
            """
            provider: {jvm: {options: [-Xms128m, -Xmx128m, "-XX:TieredStopAtLevel=1"]}}
            driver: {client: http}
            load: {users: %d, warmup: 1s, settle: 200ms, measure: 1s, measureUpTo: 1s}
            sla: {tp99: 5s}
            cells:
              - provider: {web: {container: jetty, threads: 16}}
                driver: {method: nodelay}
              - provider: {web: {container: tomcat, threads: 2, taskThreads: %d, downstream: 50ms}}
                driver: {method: callable}
            """
                .formatted(USERS, TASK_THREADS));

    List<MeasuredCell> cells = run.cells(folder, "web");
    assertThat(cells)
        .extracting(cell -> cell.cell().name())
        .containsExactly("jetty 16", "tomcat 2");
    cells.forEach(WebStudyIT::assertAllAnswered);
    assertBoundByTaskThreads(cells.get(1).steps().get(0));
    assertThat(Metric.ASYNC_OPEN_MEAN.of(cells.get(0).steps().get(0))).isNull();
    assertThat(cells.get(0).environment().dubbo()).startsWith("jetty/");
    assertThat(cells.get(1).environment().dubbo()).startsWith("tomcat/");
  }

  private static void assertAllAnswered(MeasuredCell cell) {
    assertThat(cell.pool().matches(cell.cell().provider().pool())).isTrue();
    assertThat(cell.failedCalls()).isEmpty();
    Level step = cell.steps().get(0);
    assertThat(step.calls().ok()).isPositive().isEqualTo(step.calls().total());
    assertThat(step.busyUsers()).as("Little's law").isCloseTo(USERS, within(0.25 * USERS));
  }

  /** Not by the container's threads, which are given back. */
  private static void assertBoundByTaskThreads(Level step) {
    assertThat(step.tps())
        .as("what the threads answer in the window, and what was due before it")
        .isLessThan(TASK_THREADS / DOWNSTREAM_SECONDS + USERS / step.seconds());
    assertThat(Metric.ASYNC_OPEN_MEAN.of(step))
        .as("more requests than the container has threads")
        .isGreaterThan(2)
        .isGreaterThan(Metric.POOL_ACTIVE_MEAN.of(step));
  }
}
