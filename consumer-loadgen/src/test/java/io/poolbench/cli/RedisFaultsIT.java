package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.poolbench.redis.RedisKind;
import io.poolbench.redis.RedisServer;
import io.poolbench.redis.RedisUnavailableException;
import io.poolbench.result.CellResult;
import io.poolbench.result.StudyResult;
import io.poolbench.result.Verdict;
import io.poolbench.store.ResultsFolder;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.DockerClientFactory;
import redis.embedded.core.ExecutableProvider;

/** What a real run says and keeps where its Redis breaks in the middle of a step. */
@Tries
@Timeout(240)
class RedisFaultsIT {
  private static final String TWO_CELLS =
      """
      provider: {threads: 4, queues: 100, jvm: {options: [-Xmx128m]}}
      redis: {kind: embedded, records: 10}
      driver: {timeout: 500ms}
      validity: {speedLoss: 100%}
      load: {users: 2, warmup: 1s, settle: 200ms, measure: 2s}
      cells: [{name: harmed, load: {measure: 8s}}, {name: next}]
      """;

  @TempDir private Path folder;

  @BeforeEach
  void onlyWhereProcessesAreFound() {
    assumeThat(System.getProperty("os.name"))
        .as("kill, and the commands of processes")
        .contains("Linux");
  }

  @Tag("faults")
  @Test
  void anEmbeddedRedisThatIsKilledBreaksTheCellOffAndTheNextOneHasAFreshOne() throws Exception {
    try (RunProcess run = start()) {
      run.awaitStep();
      RunProcess.signal("KILL", run.redis());

      assertThat(run.awaitExit()).as(run.output()).isEqualTo(ExitCode.LAB_FAILED.code());
      assertThat(run.output()).contains("Redis lost", "note: Redis restarted or seeded again");
    }
    assertBrokenOff("Redis lost: Redis at 127.0.0.1:");
  }

  @Tag("faults")
  @Test
  void anExternalRedisThatIsRestartedBreaksTheCellOffAndIsSeededAnewForTheNextOne()
      throws Exception {
    int port;
    try (RedisServer free = RedisKind.EMBEDDED.start("", "")) {
      port = free.port();
    }
    Process redis = startRedis(port);
    try (RunProcess run =
        start("--set", "redis.kind=external", "--set", "redis.uri=redis://127.0.0.1:" + port)) {
      run.awaitStep();
      redis.destroyForcibly().waitFor();
      redis = startRedis(port);

      assertThat(run.awaitExit()).as(run.output()).isEqualTo(ExitCode.LAB_FAILED.code());
    } finally {
      redis.destroyForcibly();
    }
    assertBrokenOff("Redis lost: Redis at 127.0.0.1:" + port + " was restarted");
  }

  @Tag("faults")
  @Test
  void aStepInWhichRedisCutItsConnectionsIsInvalidAndTheCellGoesOn() throws Exception {
    Verdict harmed =
        harmedBy(
            door -> {
              for (int cut = 0; cut < 5; cut++) {
                door.cut();
                TimeUnit.MILLISECONDS.sleep(100);
              }
            });
    assertThat(harmed.reason()).containsPattern("Redis failed [0-9,]+ reads");
  }

  @Tag("faults")
  @Test
  void aStepInWhichRedisWasSlowerThanACallMayTakeIsInvalid() throws Exception {
    Verdict harmed =
        harmedBy(
            door -> {
              door.slowDown(Duration.ofMillis(1_500));
              TimeUnit.MILLISECONDS.sleep(400);
              door.slowDown(Duration.ZERO);
            });
    assertThat(harmed.reason()).contains("a read of Redis took 1,5", "longer than a call may take");
  }

  @Tag("faults")
  @Test
  void aContainerThatIsRemovedBreaksTheCellOffAndTheNextOneHasAFreshOne() throws Exception {
    leaveOutWhereNoContainerStarts();
    try (RunProcess run = start("--redis", "testcontainers")) {
      run.awaitStep();
      String output = run.output();
      int port =
          Integer.parseInt(output.replaceAll("(?s).*Redis [0-9.]+ at [0-9.]+:([0-9]+).*", "$1"));
      String address = output.replaceAll("(?s).*Redis [0-9.]+ at ([0-9.]+):[0-9]+.*", "$1");
      remove(address, port);

      assertThat(run.awaitExit()).as(run.output()).isEqualTo(ExitCode.LAB_FAILED.code());
    }
    assertBrokenOff("Redis lost: Redis at ");
  }

  /** What is done to the way to Redis in the middle of a step. */
  private interface Harm {
    void to(RedisDoor door) throws Exception;
  }

  private Verdict harmedBy(Harm harm) throws Exception {
    try (RedisServer redis = RedisKind.EMBEDDED.start("", "");
        RedisDoor door = new RedisDoor(URI.create(redis.uri()).getPort());
        RunProcess run =
            start("--set", "redis.kind=external", "--set", "redis.uri=" + door.uri())) {
      run.awaitStep();
      // On a busy host it takes its time until the window of the step begins.
      TimeUnit.SECONDS.sleep(3);
      harm.to(door);

      assertThat(run.awaitExit()).as(run.output()).isEqualTo(ExitCode.INVALID.code());
    }
    List<CellResult> cells = result().cells();
    assertThat(cells).allSatisfy(cell -> assertThat(cell.failure()).isEmpty());
    assertMeasured(cells.get(1));
    Verdict harmed = cells.get(0).steps().get(0).verdict();
    assertThat(harmed.kind()).isEqualTo(Verdict.Kind.INVALID);
    return harmed;
  }

  private void assertBrokenOff(String failure) throws IOException {
    List<CellResult> cells = result().cells();
    assertThat(cells.get(0).failure()).startsWith(failure).hasLineCount(1);
    assertThat(cells.get(0).steps()).isEmpty();
    assertMeasured(cells.get(1));
  }

  private static void assertMeasured(CellResult cell) {
    assertThat(cell.failure()).isEmpty();
    assertThat(cell.steps()).hasSize(1);
    assertThat(cell.steps().get(0).calls().ok()).isPositive();
    assertThat(cell.steps().get(0).calls().error()).isZero();
  }

  private Process startRedis(int port) throws IOException, InterruptedException {
    File binary = ExecutableProvider.newJarResourceProvider(folder.toFile()).get();
    Process redis =
        new ProcessBuilder(
                binary.getPath(),
                "--port",
                Integer.toString(port),
                "--bind",
                "127.0.0.1",
                "--save",
                "")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("redis.log").toFile()))
            .start();
    for (int look = 0; look < 250; look++) {
      try {
        RedisKind.EXTERNAL.start("redis://127.0.0.1:" + port, "").close();
        return redis;
      } catch (RedisUnavailableException notYet) {
        TimeUnit.MILLISECONDS.sleep(20);
      }
    }
    throw new AssertionError(Files.readString(folder.resolve("redis.log")));
  }

  private static void leaveOutWhereNoContainerStarts() {
    try (RedisServer server = RedisKind.TESTCONTAINERS.start("", "")) {
      assertThat(server.port()).isPositive();
    } catch (RedisUnavailableException e) {
      System.out.println("[left out] removing Redis's container: " + e.getMessage());
      Assumptions.abort(e.getMessage());
    }
  }

  private static void remove(String address, int port) {
    var docker = DockerClientFactory.instance().client();
    docker.listContainersCmd().exec().stream()
        .filter(
            container ->
                container.getNetworkSettings().getNetworks().values().stream()
                        .anyMatch(network -> address.equals(network.getIpAddress()))
                    || List.of(container.getPorts()).stream()
                        .anyMatch(at -> at.getPublicPort() != null && at.getPublicPort() == port))
        .forEach(container -> docker.removeContainerCmd(container.getId()).withForce(true).exec());
  }

  private RunProcess start(String... options) throws IOException {
    Path study = Files.writeString(folder.resolve("faulty.yaml"), TWO_CELLS);
    return RunProcess.start(study, folder.resolve("results"), options);
  }

  private StudyResult result() throws IOException {
    return ResultsFolder.latest(folder.resolve("results"), "faulty").result().read();
  }
}
