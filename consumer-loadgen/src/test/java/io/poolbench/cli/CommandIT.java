package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.poolbench.api.PoolType;
import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.judge.Verdict;
import io.poolbench.lab.Jdks;
import io.poolbench.report.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs with a real Redis, a provider in its own JVM, and real load. */
class CommandIT {
  private static final String FIXED_AGAINST_CACHED =
      """
      title: A fixed against a cached pool
      provider:
        jvm: {options: [-Xms256m, -Xmx256m, "-XX:TieredStopAtLevel=1"]}
        work: {cpuIterations: 1000, garbage: 1KiB}
      redis: {latency: 5ms, records: 500}
      network: {latency: 4ms}
      load: {users: "4, 8", warmup: 1s, settle: 100ms, measure: 1s}
      sla: {tp99: 250ms}
      cells:
        - provider: {threadpool: fixed, threads: 4, queues: 100}
        - provider: {threadpool: cached, corethreads: 2, threads: 50}
      """;

  @TempDir private Path folder;

  /** With a Redis in a container where one starts: other tests have an embedded one. */
  @Test
  void fixedAndCachedPoolsAreMeasured() throws Exception {
    Executed run = Executed.run(folder, "side-by-side", FIXED_AGAINST_CACHED, "--redis", "auto");

    System.out.println(run.out());
    List<MeasuredCell> cells = run.cells(folder, "side-by-side");
    assertThat(cells).hasSize(2);
    for (MeasuredCell cell : cells) {
      assertThat(cell.pool().matches(cell.cell().provider().pool())).isTrue();
      assertThat(cell.environment().redis()).containsPattern("^(container|embedded)");
      assertThat(cell.steps()).extracting(Level::level).containsExactly(4, 8);
      cell.steps().forEach(CommandIT::assertPlausible);
    }
    Level queued = cells.get(0).steps().get(1);
    Level unqueued = cells.get(1).steps().get(1);
    // The ends of a window are not read at one moment.
    assertThat(Metric.POOL_ACTIVE_MEAN.of(queued)).isBetween(0.01, 4.2);
    assertThat(Metric.QUEUE_MAX.of(queued)).as("8 users at 4 threads wait").isPositive();
    assertThat(Metric.QUEUE_WAIT_MEAN.of(queued)).isPositive();
    assertThat(Metric.QUEUE_MAX.of(unqueued)).as("of a pool without a queue").isZero();
    assertThat(run.out()).contains("fixed 4 queue 100", "cached 2/50");
    try (Stream<Path> files = Files.list(Executed.results(folder, "side-by-side").path())) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .contains(
              "result.json",
              "steps.csv",
              "summary.md",
              "report.html",
              "latency.hlog",
              "study.yaml");
    }
  }

  private static void assertPlausible(Level step) {
    assertThat(step.calls().error()).isZero();
    assertThat(step.calls().timeout()).isZero();
    assertThat(step.calls().rejected()).isZero();
    assertThat(step.busyUsers())
        .as("Little's law")
        .isCloseTo(step.level(), within(0.25 * step.level()));
    assertThat(Metric.MIN.of(step))
        .as("no answer comes before the added latencies are over")
        .isGreaterThan(5 + 4);
    assertThat(Metric.REDIS_MEAN.of(step)).isGreaterThan(5.0);
    assertThat(Metric.SERVICE_MEAN.of(step)).isGreaterThan(5.0);
    assertThat(Metric.APPLICATION_MEAN.of(step)).isPositive();
    assertThat(Metric.POOL_ACTIVE_MEAN.of(step)).isPositive();
    assertThat(Metric.PROVIDER_CPU.of(step)).isPositive();
    if (OS.LINUX.isCurrentOs()) {
      assertThat(Metric.PROVIDER_RUN_QUEUE_WAIT.of(step)).isPositive();
    }
  }

  /** In the JVM's words, whether it knows no such name or refuses a value. */
  @ParameterizedTest
  @CsvSource({
    "-XX:+NoSuchSwitch, Unrecognized VM option 'NoSuchSwitch'",
    "--no-such-option, Unrecognized option: --no-such-option",
    "-Xms256m, Initial heap size set to a larger value than the maximum heap size"
  })
  void anOptionThatTheJvmRefusesFailsTheCellWithTheReason(String option, String reason) {
    // A study of poolbench's own with an option that was typed needs no consent.
    Executed run =
        Executed.of(
            "run",
            "quick",
            "--redis",
            "embedded",
            "--out",
            folder.toString(),
            "--set",
            "provider.jvm.options=[-Xmx128m, " + option + "]");

    assertThat(run.exit()).isEqualTo(ExitCode.LAB_FAILED.code());
    assertThat(run.out()).contains("provider's JVM did not start: " + reason);
  }

  /** Virtual threads are those of the provider's JDK, whatever the driver's is. */
  @Tag("nightly")
  @Test
  void virtualPoolsAreMeasuredLikeOthers() throws Exception {
    Optional<Integer> release =
        Jdks.ofThisHost().stream()
            .map(Jdks.Jdk::feature)
            .filter(feature -> feature >= PoolType.VIRTUAL.minJdk())
            .reduce((older, newer) -> newer);
    assumeThat(release).as("a JDK that has virtual threads").isPresent();
    Executed run =
        Executed.run(
            folder,
            "virtual",
            """
            paired: {rounds: 2}
            provider: {limit: {executes: 8}, jvm: {release: %d, options: [-Xms128m, -Xmx128m]}}
            redis: {kind: embedded, records: 10}
            load: {users: 4, warmup: 500ms, settle: 50ms, measure: 200ms}
            sla: {tp99: 5s}
            cells:
              - provider: {threadpool: virtual}
              - provider: {threadpool: pooled-virtual, corethreads: 2}
            """
                .formatted(release.get()));

    for (MeasuredCell cell : run.cells(folder, "virtual")) {
      assertThat(cell.pool().matches(cell.cell().provider().pool())).isTrue();
      assertThat(cell.failedCalls()).isEmpty();
      assertThat(cell.environment().dubbo()).contains("executelimit", "poolbench-limit");
      Level step = cell.steps().get(0);
      assertThat(Metric.SERVICE_MEAN.of(step)).isPositive();
      assertThat(Metric.QUEUE_WAIT_MEAN.of(step)).isNotNegative();
      assertThat(Metric.POOL_ACTIVE_MEAN.of(step)).isPositive();
      assertThat(Metric.QUEUE_MEAN.of(step)).isNotNegative();
      assertThat(Metric.POOL_ACTIVE_SAMPLED.of(step) == null)
          .as("a pool has threads of its own only if they are pooled")
          .isEqualTo(cell.cell().name().equals("virtual"));
      assertThat(Metric.POOL_REJECTED.of(step)).isZero();
      assertThat(Metric.LIMIT_REJECTED.of(step)).isZero();
      assertThat(Metric.PINNED.of(step)).isBetween(0.0, 100.0);
      assertThat(Metric.RSS.of(step)).isBetween(50.0, 1_000.0);
    }
  }

  @Test
  void aRejectionIsAnOutcomeAndAResultIsRenderedAgain() throws Exception {
    Executed.run(
        folder,
        "clients",
        """
        provider: {threads: 20, queues: 100, jvm: {options: [-Xmx256m, "-XX:TieredStopAtLevel=1"]}}
        redis: {kind: embedded, records: 10}
        load: {users: 4, warmup: 500ms, settle: 100ms, measure: 500ms}
        cells:
          - driver: {method: empty}
            load: {thinkTime: 10ms}
          - provider: {threads: 1, queues: 0}
            redis: {latency: 2ms}
            load: {users: 8, backoff: 0ms}
        """);

    List<MeasuredCell> cells = Executed.measured(folder, "clients");
    assertThat(cells).hasSize(2).noneMatch(MeasuredCell::failed);
    Level step = cells.get(0).steps().get(0);
    assertThat(step.calls().ok()).isPositive();
    assertThat(step.calls().total()).isEqualTo(step.calls().ok());
    assertCallsAreRejected(cells.get(1).judged().levels().get(0));
    assertRenderedAgain();
  }

  private static void assertCallsAreRejected(JudgedLevel judged) {
    Level step = judged.together();
    assertThat(step.calls().rejected()).isPositive();
    assertThat(Metric.POOL_REJECTED.of(step))
        .as("the provider's own count, from before the window to after it")
        .isGreaterThanOrEqualTo((double) (step.calls().rejected() - step.level()));
    assertThat(judged.verdict().kind()).isNotEqualTo(Verdict.Kind.PASS);
  }

  private void assertRenderedAgain() throws IOException {
    Path run = Executed.results(folder, "clients").path();
    for (String name : List.of("summary.md", "steps.csv")) {
      Path file = run.resolve(name);
      String first = Files.readString(file);
      Files.delete(file);
      assertThat(Executed.of("report", run.toString()).exit()).isEqualTo(ExitCode.DONE.code());
      assertThat(file).hasContent(first);
    }
  }
}
