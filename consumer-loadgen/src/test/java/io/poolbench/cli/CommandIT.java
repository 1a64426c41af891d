package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.redis.RedisKind;
import io.poolbench.redis.RedisServer;
import io.poolbench.redis.RedisUnavailableException;
import io.poolbench.result.CellResult;
import io.poolbench.result.ProviderUse;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import io.poolbench.result.ThreadRole;
import io.poolbench.result.Verdict;
import io.poolbench.store.ResultsFolder;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The command as users run it: a real Redis, a real provider in its own JVM, real load. */
class CommandIT {
  private static final String FIXED_AGAINST_CACHED =
      """
      title: A fixed against a cached pool, as the build's own check
      provider:
        jvm: {options: [-Xms256m, -Xmx256m]}
        work: {cpuIterations: 1000, garbage: 1KiB}
      redis: {latency: 1ms, records: 500}
      load: {users: "4, 8", warmup: 1s, settle: 300ms, measure: 1500ms}
      sla: {tp99: 250ms}
      cells:
        - provider: {threadpool: fixed, threads: 4, queues: 100}
        - provider: {threadpool: cached, corethreads: 2, threads: 50}
      """;

  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @EnumSource(
      value = RedisKind.class,
      names = {"EMBEDDED", "TESTCONTAINERS"})
  void fixedAndCachedPoolsAreMeasuredAndShownSideBySide(RedisKind redis) throws Exception {
    leaveOutWhereThereIsNo(redis);
    Path study = study("side-by-side", FIXED_AGAINST_CACHED);

    int exit = run(study, "--redis", redis.id());

    System.out.println(out);
    assertThat(err.toString()).isEmpty();
    assertThat(exit).as(out.toString()).isIn(ExitCode.DONE.code(), ExitCode.INVALID.code());
    StudyResult result = result("side-by-side");
    assertThat(result.cells()).hasSize(2);
    for (CellResult cell : result.cells()) {
      assertThat(cell.failure()).isEmpty();
      assertThat(cell.pool().matches(cell.cell().provider().pool()))
          .as("the pool configured is the pool that ran: %s", cell.pool())
          .isTrue();
      assertThat(cell.environment().redis())
          .startsWith(redis == RedisKind.EMBEDDED ? "embedded" : "container");
      assertThat(cell.steps()).extracting(StepResult::level).containsExactly(4, 8);
      cell.steps().forEach(CommandIT::assertPlausible);
    }
    StepResult queued = result.cells().get(0).steps().get(1);
    StepResult unqueued = result.cells().get(1).steps().get(1);
    assertThat(queued.provider().pool().activeMax())
        .as("fixed 4 is held to 4")
        .isLessThanOrEqualTo(4);
    assertThat(queued.provider().pool().queueMax()).as("8 users at 4 threads wait").isPositive();
    assertThat(queued.provider().queueWait().meanMillis())
        .isGreaterThan(unqueued.provider().queueWait().meanMillis());
    assertThat(out.toString()).contains("fixed 4 queue 100", "cached 2/50");
    try (Stream<Path> files = Files.list(latest("side-by-side"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .contains(
              "result.json", "steps.csv", "tables.md", "report.html", "latency.hlog", "study.yaml");
    }
  }

  private static void assertPlausible(StepResult step) {
    assertThat(step.calls().error()).isZero();
    assertThat(step.calls().timeout()).isZero();
    assertThat(step.calls().rejected()).isZero();
    double millisInSystem = step.cycleMeanMillis() * step.calls().total();
    assertThat(millisInSystem / (1000 * step.seconds()))
        .as("Little's law, as far as a stall at the window's edge lets it be seen")
        .isCloseTo(step.level(), within(0.25 * step.level()));
    assertThat(step.latency().tp50Millis())
        .as("no answer comes before Redis' added latency is over")
        .isGreaterThan(1.0);
    assertThat(step.provider().redis().meanMillis()).isGreaterThan(1.0);
    assertThat(step.provider().service().meanMillis())
        .isGreaterThan(step.provider().redis().meanMillis());
    assertThat(step.latency().meanMillis()).isGreaterThan(step.provider().service().meanMillis());
    assertThat(step.provider().rest().meanMillis())
        .as("the service without its Redis read")
        .isCloseTo(
            step.provider().service().meanMillis() - step.provider().redis().meanMillis(),
            within(0.5));
    assertThat(step.provider().pool().activeMean()).isPositive();
    assertThat(step.provider().cpuPct()).isBetween(0.0, 105.0);
    if (OS.LINUX.isCurrentOs()) {
      assertCpuIsSplit(step.provider());
    }
  }

  /** Fails where Dubbo, Netty, Lettuce or the JVM have come to name their threads differently. */
  private static void assertCpuIsSplit(ProviderUse provider) {
    Map<ThreadRole, Double> split = provider.cpuPctByRole();
    for (ThreadRole role : List.of(ThreadRole.BUSINESS, ThreadRole.IO, ThreadRole.REDIS)) {
      assertThat(split.get(role)).as(role.id()).isPositive();
    }
    assertThat(split.get(ThreadRole.OTHER))
        .as("what no role explains of %s %%: %s", provider.cpuPct(), split)
        .isLessThan(0.5 * provider.cpuPct());
    assertThat(split.values().stream().mapToDouble(Double::doubleValue).sum())
        .isCloseTo(provider.cpuPct(), within(10.0));
    assertThat(provider.switches().voluntaryPerCall()).isPositive();
    assertThat(provider.runQueueWaitMicros()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"wire", "proxy", "proxy-sync"})
  void everyClientCallsTheEmptyMethod(String client) throws Exception {
    Path study =
        study(
            "clients",
            """
            provider: {threads: 20, queues: 100, jvm: {options: [-Xmx256m]}}
            redis: {kind: embedded, records: 10}
            driver: {method: empty}
            load: {users: 4, warmup: 500ms, settle: 100ms, measure: 500ms}
            """);

    run(study, "--set", "driver.client=" + client);

    StepResult step = result("clients").cells().get(0).steps().get(0);
    assertThat(step.calls().ok()).as(err.toString()).isPositive();
    assertThat(step.calls().total()).isEqualTo(step.calls().ok());
  }

  @Test
  void aRefusedCallIsAnOutcomeOfItsOwnAndBreaksTheAvailabilityThatWasPromised() throws Exception {
    Path study =
        study(
            "refused",
            """
            provider: {threads: 1, queues: 0, jvm: {options: [-Xmx256m]}}
            redis: {kind: embedded, records: 10, latency: 2ms}
            load: {users: 8, warmup: 1s, settle: 100ms, measure: 2s}
            """);

    run(study);

    StepResult step = result("refused").cells().get(0).steps().get(0);
    assertThat(step.calls().rejected()).isGreaterThan(step.calls().ok());
    assertThat(step.provider().pool().rejected())
        .as("the provider's own count")
        .isCloseTo(step.calls().rejected(), within(Math.max(200, step.calls().rejected() / 20)));
    assertThat(step.verdict().kind()).isNotEqualTo(Verdict.Kind.PASS);
  }

  @Test
  void aResultIsRenderedAgainFromItsJsonAlone() throws Exception {
    Path study =
        study(
            "again",
            """
            provider: {threads: 2, queues: 10, jvm: {options: [-Xmx256m]}}
            redis: {kind: embedded, records: 10}
            driver: {method: empty}
            load: {users: 2, warmup: 200ms, settle: 100ms, measure: 500ms}
            """);
    run(study);
    String tables = Files.readString(latest("again").resolve("tables.md"));
    String steps = Files.readString(latest("again").resolve("steps.csv"));
    Files.delete(latest("again").resolve("tables.md"));
    Files.delete(latest("again").resolve("steps.csv"));

    int exit = execute("report", latest("again").toString());

    assertThat(exit).isEqualTo(ExitCode.DONE.code());
    assertThat(latest("again").resolve("tables.md")).hasContent(tables);
    assertThat(latest("again").resolve("steps.csv")).hasContent(steps);
  }

  private int run(Path study, String... options) {
    List<String> arguments = new ArrayList<>(List.of("run", study.toString()));
    arguments.addAll(List.of("--out", folder.resolve("results").toString()));
    // No test here is about speed, so that none needs to wait for a host that is slow for a while.
    arguments.addAll(List.of("--set", "validity.speedLoss=100%"));
    arguments.addAll(List.of(options));
    return execute(arguments.toArray(String[]::new));
  }

  private int execute(String... arguments) {
    CommandLine command = Poolbench.commandLine();
    command.setOut(new PrintWriter(out, true));
    command.setErr(new PrintWriter(err, true));
    return command.execute(arguments);
  }

  private Path study(String name, String yaml) throws Exception {
    return Files.writeString(folder.resolve(name + ".yaml"), yaml);
  }

  private Path latest(String study) throws Exception {
    return ResultsFolder.latest(folder.resolve("results"), study).path();
  }

  private StudyResult result(String study) throws Exception {
    return new ResultsFolder(latest(study)).result().read();
  }

  private static void leaveOutWhereThereIsNo(RedisKind redis) {
    try (RedisServer server = redis.start("", "")) {
      System.out.println("measured with Redis: " + server.description());
    } catch (RedisUnavailableException e) {
      System.out.println("[left out] pools under load with " + redis.id() + ": " + e.getMessage());
      Assumptions.abort(e.getMessage());
    }
  }
}
