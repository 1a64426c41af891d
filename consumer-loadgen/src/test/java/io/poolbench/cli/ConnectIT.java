package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.api.ContractJson;
import io.poolbench.api.EndpointConfig;
import io.poolbench.api.LaunchConfig;
import io.poolbench.api.LaunchConfig.Dispatcher;
import io.poolbench.api.LaunchConfig.ExecutorManagement;
import io.poolbench.api.LaunchConfig.Fidelity;
import io.poolbench.api.LaunchConfig.ServiceWork;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.lab.BuiltProgram;
import io.poolbench.lab.HostFacts;
import io.poolbench.lab.HostProbe;
import io.poolbench.lab.Pinning;
import io.poolbench.lab.Program;
import io.poolbench.lab.ProviderProcess;
import io.poolbench.lab.RedisLab;
import io.poolbench.load.NanoClock;
import io.poolbench.redis.AddedLatency;
import io.poolbench.redis.RedisKind;
import io.poolbench.result.CellResult;
import io.poolbench.result.Metric;
import io.poolbench.result.StepResult;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.ProviderSettings.Jvm;
import io.poolbench.spec.RedisSettings;
import io.poolbench.spec.Scheduling;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A provider that runs already, which is measured from outside. */
class ConnectIT {
  private static final Path PROVIDERS = Path.of(System.getProperty("poolbench.home"), "provider");
  private static final Path API = PROVIDERS.resolve(Path.of("api", "target", "classes"));
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
  void aProviderThatRunsAlreadyHasACurveButNoPoolAndNoRecommendation() throws Exception {
    try (RedisLab redis = new RedisLab();
        ProviderProcess provider = start(redis)) {
      String url = "dubbo://127.0.0.1:" + provider.endpoint().port();
      Executed run =
          Executed.run(
              folder, "order", TYPED + LOAD, "--full", "--connect", url, "--yes", ANY_RATE);

      assertThat(run.err()).isEmpty();
      assertThat(run.out()).contains("order makes calls of up to 2 users", "was not started here");
      assertSeenByInspect(url);
      assertStoppedByItself(url);
      provider.check();
    }
    List<CellResult> cells = Executed.result(folder, "order").cells();
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

    Executed recommended = Executed.of("recommend", results.toString());
    recommended.assertRefused(ExitCode.USAGE, "was not started here");
  }

  /** The cells that are left call no more either. */
  private void assertStoppedByItself(String url) throws Exception {
    String yaml = TYPED + LOAD + "repetitions: 2\n";
    Executed run =
        Executed.run(folder, "stopped", yaml, "--connect", url, "--yes", "--stop-rate", "5");

    assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.LAB_FAILED.code());
    assertThat(Executed.result(folder, "stopped").cells())
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
    Executed generic = Executed.of("inspect", "--connect", url, "--call", FIND, "--yes", "--json");
    assertThat(generic.out()).startsWith("{").contains("heartbeatMillis", "\\\"u000000000\\\"");
  }

  private static void assertSeenFromOutside(StepResult step) {
    assertThat(step.calls().ok()).isPositive().isEqualTo(step.calls().total());
    assertThat(step.latency().meanMillis()).isPositive();
    assertThat(Metric.DRIVER_CPU.of(step)).isNotNull();
    assertThat(
            List.of(
                Metric.PROVIDER_CPU,
                Metric.QUEUE_WAIT_MEAN,
                Metric.POOL_REJECTED,
                Metric.PROVIDER_PAUSE,
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
            "--yes",
            "--connect",
            "dubbo://127.0.0.1:1");

    assertThat(run.exit()).isEqualTo(ExitCode.LAB_FAILED.code());
    assertThat(Executed.result(folder, "away").cells().get(0).failure().detail())
        .contains("cannot connect", "127.0.0.1:1")
        .hasLineCount(1);
    Executed inspect = Executed.of("inspect", "--connect", "dubbo://127.0.0.1:1");
    inspect.assertRefused(ExitCode.LAB_FAILED, "dubbo://127.0.0.1:1: ", "without TLS");
  }

  private ProviderProcess start(RedisLab redis) throws Exception {
    RedisLab.Link link =
        redis.link(
            new RedisSettings(RedisKind.EMBEDDED, "", 1, 64, 1, AddedLatency.NONE),
            new HostFacts().cpus());
    LaunchConfig config =
        new LaunchConfig(
            List.of(
                new EndpointConfig(PoolConfig.of(PoolType.FIXED, null, 4, 100, null), true, null)),
            0,
            Dispatcher.MESSAGE,
            ExecutorManagement.ISOLATION,
            ServiceWork.NONE,
            link.uri(),
            1,
            LaunchConfig.LOOPBACK,
            0,
            Fidelity.QUIET,
            "");
    return ProviderProcess.start(
        new Program.Launch(
            BuiltProgram.DUBBO_PROVIDER,
            PROVIDERS,
            ContractJson.write(config),
            new Jvm("", List.of("-Xms128m", "-Xmx128m", "-XX:TieredStopAtLevel=1")),
            Scheduling.OTHER),
        new HostProbe(Pinning.detect(), NanoClock.system()),
        new HostFacts().cpus(),
        folder.resolve("provider.log"));
  }
}
