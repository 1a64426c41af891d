package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import io.poolbench.journal.ViolationCode;
import io.poolbench.report.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A provider that runs already, which is measured from outside. */
class ConnectIT {
  private static final Path API = Poolbench.home().resolve("provider/api/target/classes");

  /** Another run, whose own user makes a call a second. */
  private static final String RUNNING =
      """
      provider: {port: %d, threads: 4, queues: 100, jvm: {options: [-Xmx128m, "-XX:TieredStopAtLevel=1"]}}
      redis: {kind: embedded, records: 1}
      load: {users: 1, thinkTime: 1s, warmup: 500ms, settle: 0s, measure: 10m}
      """;

  private static final String FIND =
      "io.poolbench.api.PermissionService.findUserInfo(\"u000000000\")";
  private static final String TYPED =
      """
      target: {classpath: ["%s"], main: not.Started}
      call:
        service: io.poolbench.api.PermissionService
        method: findUserInfo
        arguments: [u000000000]
        answer: {pointer: /pin, equals: u000000000}
      """
          .formatted(API);
  private static final String LOAD =
      """
      load: {users: [1, 2], thinkTime: 10ms, warmup: 500ms, settle: 100ms, measure: 500ms}
      sla: {tp99: 5s}
      cells: [{}, {provider: {threads: 16}}]
      """;

  private static final String ANY_RATE = "--stop-rate=1e9";

  @TempDir private Path folder;

  @Test
  void aProviderThatRunsAlreadyHasACurveButNoPool() throws Exception {
    int port = RunProcess.freePort();
    String url = "dubbo://127.0.0.1:" + port;
    Path own = Files.createDirectory(folder.resolve("running"));
    try (RunProcess running = RunProcess.plain(own, RUNNING.formatted(port))) {
      running.awaitOutput("warming up");
      Executed run =
          Executed.run(folder, "order", TYPED + LOAD, "--full", "--connect", url, ANY_RATE);

      assertThat(run.err()).isEmpty();
      assertThat(run.out()).contains("order makes calls of up to 2 users", "was not started here");
      assertSeenByInspect(url);
      assertStoppedByItself(url);
      assertThat(running.driver().isAlive()).isTrue();
    }
    List<MeasuredCell> cells = Executed.measured(folder, "order");
    assertThat(cells)
        .singleElement()
        .satisfies(
            cell -> {
              assertThat(cell.failure()).isNull();
              assertThat(cell.pool()).isNull();
              assertThat(cell.environment().providerCpus()).isEmpty();
              assertThat(cell.steps()).hasSize(2).allSatisfy(ConnectIT::assertSeenFromOutside);
            });
    Path results = Executed.results(folder, "order").path();
    assertThat(Files.readAllLines(results.resolve("steps.csv")).get(1))
        .startsWith("order,as configured,1,1,as-configured,,,,wire,closed,1,");
  }

  /** The cells that are left call no more either. */
  private void assertStoppedByItself(String url) throws Exception {
    String yaml = TYPED + LOAD + "repetitions: 2\n";
    Executed run = Executed.run(folder, "stopped", yaml, "--connect", url, "--stop-rate", "5");

    assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.LAB_FAILED.code());
    assertThat(Executed.measured(folder, "stopped"))
        .hasSize(2)
        .allSatisfy(
            cell -> {
              assertThat(cell.failure().code()).isEqualTo(ViolationCode.CALLS_STOPPED.id());
              assertThat(cell.failure().detail()).contains("limit 5,");
            });
  }

  /** Typed by the classes of its services, and generically without any. */
  private static void assertSeenByInspect(String url) {
    Executed typed =
        Executed.of(
            "inspect", "--connect", url, "--classpath", API.toString(), "--call", FIND, "--yes");
    assertThat(typed.exit()).as(typed.err()).isEqualTo(ExitCode.DONE.code());
    assertThat(typed.out()).contains(url, "heartbeat", "answered", "\"pin\" : \"u000000000\"");
    Executed generic = Executed.of("inspect", "--connect", url, "--call", FIND, "--yes");
    assertThat(generic.out()).contains("heartbeat", "u000000000");
  }

  private static void assertSeenFromOutside(Level step) {
    assertThat(step.calls().ok()).isPositive().isEqualTo(step.calls().total());
    assertThat(Metric.MEAN.of(step)).isPositive();
    assertThat(Metric.DRIVER_CPU.of(step)).isNotNull();
    assertThat(
            List.of(
                Metric.PROVIDER_CPU,
                Metric.QUEUE_WAIT_MEAN,
                Metric.POOL_REJECTED,
                Metric.OTHERS_CPU))
        .allSatisfy(metric -> assertThat(metric.of(step)).as("%s", metric).isNull());
  }

  @Test
  void aPortThatNobodyHearsFailsTheCellInOneLine() throws Exception {
    Executed run =
        Executed.run(
            folder,
            "away",
            "target: {jar: away.jar}\ndriver: {method: empty}\n" + LOAD,
            "--connect",
            "dubbo://127.0.0.1:1");

    assertThat(run.exit()).isEqualTo(ExitCode.LAB_FAILED.code());
    assertThat(Executed.measured(folder, "away").get(0).failure().detail())
        .contains("cannot connect", "127.0.0.1:1")
        .hasLineCount(1);
    Executed inspect = Executed.of("inspect", "--connect", "dubbo://127.0.0.1:1");
    inspect.assertRefused(ExitCode.LAB_FAILED, "dubbo://127.0.0.1:1: ", "without TLS");
  }
}
