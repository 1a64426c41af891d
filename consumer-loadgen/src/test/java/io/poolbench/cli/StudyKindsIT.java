package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import io.poolbench.judge.JudgedCell;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.judge.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Studies of each kind of load and provider run, and each of their parts is counted. */
class StudyKindsIT {
  private static final String SMALL_JVM = "jvm: {options: [-Xmx256m, \"-XX:TieredStopAtLevel=1\"]}";

  @TempDir private Path folder;

  private Executed run(String yaml) throws Exception {
    return Executed.run(folder, "kind", yaml.replace("SMALL_JVM", SMALL_JVM));
  }

  private List<MeasuredCell> measured(String yaml) throws Exception {
    return run(yaml).cells(folder, "kind");
  }

  @Tag("nightly")
  @Test
  void eachGroupHasItsOwnFiguresAndVerdict() throws Exception {
    Executed run =
        run(
            """
            provider: {threads: 20, queues: 100, SMALL_JVM}
            redis: {kind: embedded, records: 10, latency: 5ms}
            validity: {lag: 1h}
            sla: {mean: 5s, availability: 50%}
            load:
              groups:
                - {name: slow, users: "2, 4", sla: {mean: 1us}}
                - {name: fast, users: 3, method: empty}
                - {name: mixed, rate: 100, method: findUserInfoFuture}
              thinkTime: 5ms
              warmup: 3s
              settle: 100ms
              measure: 600ms
              measureUpTo: 600ms
            assertions: ["mean('fixed 20 queue 100/slow', 4) > mean('fixed 20 queue 100/fast', 7)"]
            """);

    MeasuredCell cell = run.cells(folder, "kind").get(0);
    assertThat(cell.failedCalls()).isEmpty();
    assertThat(cell.steps()).extracting(Level::level).as("slow and fast").containsExactly(5, 7);
    for (int i = 0; i < 2; i++) {
      JudgedLevel whole = cell.judged().levels().get(i);
      JudgedLevel slow = cell.part("slow").get(i);
      JudgedLevel fast = cell.part("fast").get(i);
      JudgedLevel mixed = cell.part("mixed").get(i);
      assertThat(ok(whole)).isEqualTo(ok(slow) + ok(fast) + ok(mixed));
      assertThat(mean(slow)).as("a Redis read takes 5 ms").isGreaterThan(5);
      assertThat(mean(fast)).isLessThan(mean(slow));
      assertThat(ok(mixed)).isPositive();
    }
    assertThat(run.out()).contains("fixed 20 queue 100/slow");
    assumeThat(cell.judged().levels())
        .as("busy host")
        .noneMatch(level -> level.verdict().kind() == Verdict.Kind.INVALID);
    for (JudgedLevel whole : cell.judged().levels()) {
      assertThat(whole.verdict().kind()).isEqualTo(Verdict.Kind.FAIL);
    }
    assertThat(cell.part("slow")).allMatch(slow -> slow.verdict().kind() == Verdict.Kind.FAIL);
    assertThat(cell.part("fast")).allMatch(fast -> fast.verdict().kind() == Verdict.Kind.PASS);
    assertThat(cell.part("mixed")).allMatch(mixed -> mixed.verdict().kind() == Verdict.Kind.PASS);
  }

  private static long ok(JudgedLevel level) {
    return level.together().calls().ok();
  }

  private static double mean(JudgedLevel level) {
    return Metric.MEAN.of(level.together());
  }

  /** Four threads, a long queue, impatient callers. */
  @Tag("nightly")
  @Test
  void everyPhaseHasItsOwnLoadRedisAndFigures() throws Exception {
    MeasuredCell cell =
        measured(
                """
                provider: {threads: 4, queues: 10000, SMALL_JVM}
                redis: {kind: embedded, records: 10, latency: 5ms}
                driver: {timeout: 300ms}
                validity: {lag: 1h}
                load:
                  capacity: {users: 8}
                  phases:
                    - {name: before, for: 1s, rate: 50%}
                    - {name: overload, for: 1s, rate: 600%}
                    - {name: slow, for: 1s, rate: 10%, redisLatency: 200ms}
                    - {name: after, for: 1s, rate: 10%}
                  arrivals: constant
                  warmup: 500ms
                  settle: 200ms
                """)
            .get(0);

    assertThat(cell.steps()).hasSize(1);
    Level step = cell.steps().get(0);
    assertThat(step.level()).as("four threads of 5 ms").isBetween(1, 1_000);
    assertThat(cell.judged().parts())
        .extracting(JudgedCell::name)
        .allMatch(name -> name.startsWith(cell.cell().name() + "/"))
        .extracting(name -> name.replaceFirst(".*/", ""))
        .containsExactly("before", "overload", "slow", "after");
    Level overload = phase(cell, "overload");
    assertThat(overload.load()).isEqualTo(6 * step.level());
    assertThat(overload.due()).isCloseTo(6L * step.level(), within(step.level() / 1L));
    assertThat(overload.calls().timeout()).isGreaterThan(step.level() / 2);
    assertThat(Metric.EXPIRED.of(overload)).isGreaterThan(10);
    assertThat(Metric.GOODPUT.of(overload)).isLessThan(90);
    assertThat(Metric.REDIS_MEAN.of(phase(cell, "slow")))
        .as("restored after it")
        .isGreaterThan(2 * Metric.REDIS_MEAN.of(phase(cell, "after")));
  }

  private static Level phase(MeasuredCell cell, String name) {
    return cell.part(name).get(0).together();
  }

  /** Both containers, one of them before a downstream service. */
  @Tag("nightly")
  @Test
  void webProvidersAnswerAllCallsByLittlesLaw() throws Exception {
    int users = 12;
    int taskThreads = 4;
    double downstreamSeconds = 0.05;
    List<MeasuredCell> cells =
        measured(
            """
            provider: {jvm: {options: [-Xms128m, -Xmx128m, "-XX:TieredStopAtLevel=1"]}}
            driver: {client: http}
            load: {users: 12, warmup: 5s, settle: 200ms, measure: 2s, measureUpTo: 2s}
            sla: {tp99: 5s}
            cells:
              - provider: {web: {container: jetty, threads: 16}}
                driver: {method: nodelay}
              - provider: {web: {container: tomcat, threads: 2, taskThreads: 4, downstream: 50ms}}
                driver: {method: callable}
            """);

    assertThat(cells)
        .extracting(cell -> cell.cell().name())
        .containsExactly("jetty 16", "tomcat 2");
    for (MeasuredCell cell : cells) {
      assertThat(cell.pool().matches(cell.cell().provider().pool())).isTrue();
      Level step = assertAllAnswered(cell);
      assertThat(step.busyUsers()).as("Little's law").isCloseTo(users, within(0.25 * users));
    }
    assertThat(Metric.ASYNC_OPEN_MEAN.of(cells.get(0).steps().get(0))).isNull();
    // The task threads are the bound, not the container's, which are given back.
    Level step = cells.get(1).steps().get(0);
    assertThat(step.tps())
        .as("what the threads answer in the window, and what was due before it")
        .isLessThan(taskThreads / downstreamSeconds + users / step.seconds());
    assertThat(Metric.ASYNC_OPEN_MEAN.of(step))
        .as("more requests than the container has threads")
        .isGreaterThan(2)
        .isGreaterThan(Metric.POOL_ACTIVE_MEAN.of(step));
    assertThat(cells.get(0).environment().dubbo()).startsWith("jetty/");
    assertThat(cells.get(1).environment().dubbo()).startsWith("tomcat/");
  }

  /** The only step of a cell, of which no call failed. */
  private static Level assertAllAnswered(MeasuredCell cell) {
    assertThat(cell.failedCalls()).isEmpty();
    Level step = cell.steps().get(0);
    assertThat(step.calls().ok()).isPositive().isEqualTo(step.calls().total());
    return step;
  }

  @Tag("nightly")
  @Test
  void refusalsOfTripleAreThoseThatTheProviderCountsAndWhatRanIsReadBack() throws Exception {
    MeasuredCell cell =
        measured(
                """
                provider: {protocol: tri, threads: 2, SMALL_JVM}
                redis: {kind: embedded, records: 10, latency: 5ms}
                validity: {lag: 1h}
                sla: {mean: 5s}
                load: {users: 6, backoff: 20ms, warmup: 500ms, settle: 100ms, measure: 1s, measureUpTo: 1s}
                # Netty's server closes a connection of which it has reset 200 streams within 30 s.
                driver: {client: tri, decodeOneIn: 2, connections: 6}
                """)
            .get(0);

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
    MeasuredCell cell =
        measured(
                """
                target: {jar: %s, properties: {dubbo.protocol.name: tri}}
                provider: {protocol: tri, threadpool: fixed, threads: 4, queues: 100, SMALL_JVM}
                driver: {client: tri, decodeOneIn: 1}
                call: {service: com.example.shop.OrderService, version: 1.0.0, method: findOrder,
                       arguments: [17]}
                load: {users: 8, warmup: 500ms, settle: 100ms, measure: 500ms, measureUpTo: 500ms}
                sla: {tp99: 5s}
                """
                    .formatted(Executed.SAMPLE))
            .get(0);

    assertThat(cell.ranPool().label()).isEqualTo("fixed 4 queue 100");
    assertThat(Metric.QUEUE_WAIT_MEAN.of(assertAllAnswered(cell)))
        .as("8 users of 4 threads")
        .isPositive();
  }

  /** One JVM: the agent replaces the pool between slices, and each runs with its own threads. */
  @Test
  void poolsTakeTurnsInTheTeamsOwnJvm() throws Exception {
    List<MeasuredCell> cells =
        measured(
            """
            target: {jar: %s}
            provider: {SMALL_JVM}
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

    assertThat(cells)
        .extracting(cell -> cell.ranPool().label())
        .containsExactly("as configured: fixed 200", "fixed 2 queue 100", "cached 0/3");
    assertThat(cells)
        .extracting(cell -> cell.environment().providerCommand())
        .as("the start with the program's own pool")
        .containsOnly(cells.get(0).environment().providerCommand());
    assertMeasuredFromWithin(cells.get(0));
    // The ends of a window are not read at one moment.
    assertThat(Metric.POOL_ACTIVE_MEAN.of(cells.get(1).steps().get(0))).isBetween(0.01, 2.1);
    Level refusing = cells.get(2).steps().get(0);
    assertThat(Metric.POOL_ACTIVE_MEAN.of(refusing)).isBetween(0.01, 3.1);
    assertThat(Metric.POOL_REJECTED.of(refusing)).as("8 users, 3 threads, no queue").isPositive();
    List<String> csv =
        Files.readAllLines(Executed.results(folder, "kind").path().resolve("steps.csv"));
    assertThat(csv.get(1)).startsWith("kind,as configured,1,1,as-configured,200,200,0,wire,");
    assertThat(csv.get(2)).startsWith("kind,fixed 2 queue 100,1,1,fixed,2,2,100,wire,");
  }

  private static void assertMeasuredFromWithin(MeasuredCell cell) {
    Level step = assertAllAnswered(cell);
    assertThat(cell.environment().dubbo()).contains("3.3.6");
    assertThat(List.of(Metric.PROVIDER_CPU, Metric.SERVICE_MEAN, Metric.POOL_ACTIVE_MEAN))
        .allSatisfy(metric -> assertThat(metric.of(step)).as("%s", metric).isPositive());
    assertThat(Metric.POOL_REJECTED.of(step)).isZero();
  }
}
