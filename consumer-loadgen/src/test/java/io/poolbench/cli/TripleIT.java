package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Providers of Triple, called by its client. */
class TripleIT {
  private static final String STUDY =
      """
      provider: {protocol: tri, threads: 2, jvm: {options: [-Xmx256m, "-XX:TieredStopAtLevel=1"]}}
      redis: {kind: embedded, records: 10, latency: 5ms}
      validity: {lag: 1h}
      sla: {mean: 5s}
      load: {users: 6, backoff: 20ms, warmup: 500ms, settle: 100ms, measure: 1s, measureUpTo: 1s}
      # Netty's server closes a connection of which it has reset 200 streams within 30 s.
      driver: {client: tri, decodeOneIn: 2, connections: 6}
      """;

  @TempDir private Path folder;

  @Tag("nightly")
  @Test
  void refusalsAreThoseThatTheProviderCountsAndWhatRanIsReadBack() throws Exception {
    Executed run = Executed.run(folder, "triple", STUDY);

    MeasuredCell cell = run.cells(folder, "triple").get(0);
    assertThat(cell.environment().dubbo()).startsWith("quiet: tri on ");
    Level step = cell.steps().get(0);
    assertThat(step.calls().ok()).isPositive();
    assertThat(step.calls().rejected())
        .isBetween(1L, Math.round(Metric.POOL_REJECTED.of(step)) + step.level());
    assertThat(step.calls().timeout()).isZero();
    assertThat(Metric.MEAN.of(step)).as("a Redis read takes 5 ms").isGreaterThan(5);
    assertThat(step.busyUsers())
        .as("users who wait for an answer or for their next call")
        .isCloseTo(step.level(), within(0.25 * step.level()));
    assertThat(cell.failedCalls().keySet()).containsOnly("RST_STREAM 500");
  }

  @Test
  void aTeamsProviderIsMeasuredByTriple() throws Exception {
    Executed run =
        Executed.run(
            folder,
            "shop",
            """
            target: {jar: %s, properties: {dubbo.protocol.name: tri}}
            provider: {protocol: tri, threadpool: fixed, threads: 4, queues: 100,
                       jvm: {options: [-Xmx256m, "-XX:TieredStopAtLevel=1"]}}
            driver: {client: tri, decodeOneIn: 1}
            call: {service: com.example.shop.OrderService, version: 1.0.0, method: findOrder,
                   arguments: [17]}
            load: {users: 8, warmup: 500ms, settle: 100ms, measure: 500ms, measureUpTo: 500ms}
            sla: {tp99: 5s}
            """
                .formatted(Executed.SAMPLE));

    MeasuredCell cell = run.cells(folder, "shop").get(0);
    assertThat(cell.failedCalls()).isEmpty();
    assertThat(cell.ranPool().label()).isEqualTo("fixed 4 queue 100");
    Level step = cell.steps().get(0);
    assertThat(step.calls().ok()).isPositive().isEqualTo(step.calls().total());
    assertThat(Metric.QUEUE_WAIT_MEAN.of(step)).as("8 users of 4 threads").isPositive();
  }
}
