package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.journal.ViolationCode;
import io.poolbench.judge.ValidityRule;
import io.poolbench.judge.Verdict;
import io.poolbench.redis.RedisKind;
import io.poolbench.redis.RedisServer;
import io.poolbench.redis.RedisUnavailableException;
import io.poolbench.report.ExitCode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.DockerClientFactory;
import redis.embedded.RedisExecProvider;

/** A run whose Redis fails in the middle of a step. */
@Tries
@Tag("timed")
@Tag("nightly")
class RedisFaultsIT {
  private static final String TWO_CELLS =
      """
      provider: {threads: 4, queues: 100, jvm: {options: [-Xmx128m]}}
      redis: {kind: embedded, records: 10}
      driver: {timeout: 500ms}
      load: {users: 2, warmup: 1s, settle: 200ms, measure: 2s}
      cells: [{name: harmed, load: {measure: 8s}}, {name: next}]
      """;

  private static final Pattern REDIS_ADDRESS =
      Pattern.compile("Redis [0-9.]+ at ([0-9.]+):([0-9]+)");

  @TempDir private Path folder;

  @BeforeEach
  void onlyOnLinux() {
    RunProcess.assumeLinux();
  }

  @Test
  void aKilledEmbeddedRedisFailsItsCellAndTheNextOneHasAFreshRedis() throws Exception {
    try (RunProcess run = RunProcess.live(folder, TWO_CELLS)) {
      run.awaitOutput(RunProcess.FIRST_STEP);
      RunProcess.signal("KILL", run.redis());

      run.assertExit(ExitCode.LAB_FAILED);
    }
    assertRedisLost("127.0.0.1:");
  }

  @Test
  void aRestartedExternalRedisFailsItsCellAndIsSeededAgain() throws Exception {
    int port;
    try (RedisServer free = RedisKind.EMBEDDED.start("", "")) {
      port = free.port();
    }
    Process redis = startRedis(port);
    try (RunProcess run = external("redis://127.0.0.1:" + port)) {
      run.awaitOutput(RunProcess.FIRST_STEP);
      redis.destroyForcibly().waitFor();
      redis = startRedis(port);

      run.assertExit(ExitCode.LAB_FAILED);
    } finally {
      redis.destroyForcibly();
    }
    assertRedisLost("127.0.0.1:" + port);
  }

  @Test
  void aRemovedContainerFailsItsCellAndTheNextOneHasAFreshRedis() throws Exception {
    assumeContainersStart();
    try (RunProcess run = RunProcess.live(folder, TWO_CELLS, "--redis", "testcontainers")) {
      run.awaitOutput(RunProcess.FIRST_STEP);
      Matcher at = REDIS_ADDRESS.matcher(run.output());
      assertThat(at.find()).as("%s", run.output()).isTrue();
      remove(at.group(1), Integer.parseInt(at.group(2)));

      run.assertExit(ExitCode.LAB_FAILED);
    }
    assertRedisLost("");
  }

  @Test
  void aStepWithCutConnectionsIsInvalidAndTheCellContinues() throws Exception {
    try (RedisServer redis = RedisKind.EMBEDDED.start("", "");
        RedisDoor door = new RedisDoor(redis.port());
        RunProcess run = external(redis.uri().replace(":" + redis.port(), ":" + door.port()))) {
      run.awaitMeasuring();
      run.awaitFigures();
      door.shut();
      // Calls that wait for an answer time out meanwhile; reads after them fail at once.
      run.awaitFigures();
      run.awaitFigures();
      door.open();

      run.assertExit(ExitCode.INVALID);
    }
    assertInvalidStep(ValidityRule.REDIS_FAILED_READS);
  }

  @Test
  void aStepWithAReadSlowerThanACallsTimeoutIsInvalid() throws Exception {
    try (RunProcess run = RunProcess.live(folder, TWO_CELLS)) {
      run.awaitMeasuring();
      run.awaitFigures();
      RunProcess.pause(run.redis(), 2);

      run.assertExit(ExitCode.INVALID);
    }
    assertInvalidStep(ValidityRule.REDIS_STALL_MS);
  }

  private void assertInvalidStep(ValidityRule violated) throws IOException {
    List<MeasuredCell> cells = RunProcess.measured(folder);
    assertThat(cells).allSatisfy(cell -> assertThat(cell.failure()).isNull());
    RunProcess.assertMeasured(cells.get(1));
    Verdict harmed = cells.get(0).judged().levels().get(0).verdict();
    assertThat(harmed.kind()).isEqualTo(Verdict.Kind.INVALID);
    assertThat(harmed.codes()).contains(violated.code());
  }

  private void assertRedisLost(String address) throws IOException {
    List<MeasuredCell> cells = RunProcess.measured(folder);
    assertThat(cells.get(0).failure().code()).isEqualTo(ViolationCode.REDIS_UNAVAILABLE.id());
    assertThat(cells.get(0).failure().detail()).contains("Redis", address).hasLineCount(1);
    assertThat(cells.get(0).steps()).isEmpty();
    RunProcess.assertMeasured(cells.get(1));
  }

  private RunProcess external(String uri) throws IOException {
    return RunProcess.live(
        folder, TWO_CELLS, "--set", "redis.kind=external", "--set", "redis.uri=" + uri);
  }

  private Process startRedis(int port) throws IOException {
    String binary = RedisExecProvider.defaultProvider().get().getPath();
    List<String> command =
        List.of(binary, "--port", "" + port, "--bind", "127.0.0.1", "--save", "");
    Process redis = new ProcessBuilder(command).redirectErrorStream(true).start();
    BufferedReader output = redis.inputReader();
    String line = output.readLine();
    while (line != null && !line.contains("Ready to accept connections")) {
      line = output.readLine();
    }
    assertThat(line).as("Redis accepts connections").isNotNull();
    return redis;
  }

  private static void assumeContainersStart() {
    try (RedisServer server = RedisKind.TESTCONTAINERS.start("", "")) {
      assertThat(server.port()).isPositive();
    } catch (RedisUnavailableException e) {
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

  /** A TCP proxy of a Redis on this machine that cuts connections. Thread-safe. */
  private static final class RedisDoor implements AutoCloseable {
    private final ServerSocket entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = new ArrayList<>();
    private final int redisPort;
    private boolean isShut;

    RedisDoor(int redisPort) throws IOException {
      this.redisPort = redisPort;
      daemon(this::accept);
    }

    int port() {
      return entrance.getLocalPort();
    }

    /** Cuts all connections, and new ones until {@link #open}. */
    synchronized void shut() throws IOException {
      isShut = true;
      for (Socket socket : sockets) {
        socket.close();
      }
    }

    synchronized void open() {
      isShut = false;
    }

    private void accept() {
      try {
        while (true) {
          connect(entrance.accept());
        }
      } catch (IOException ended) {
        return;
      }
    }

    private synchronized void connect(Socket client) throws IOException {
      if (isShut) {
        client.close();
        return;
      }
      Socket redis = new Socket(InetAddress.getLoopbackAddress(), redisPort);
      sockets.addAll(List.of(client, redis));
      daemon(() -> copy(client, redis));
      daemon(() -> copy(redis, client));
    }

    private static void copy(Socket from, Socket to) {
      try (InputStream input = from.getInputStream();
          OutputStream output = to.getOutputStream()) {
        input.transferTo(output);
      } catch (IOException ended) {
        return;
      }
    }

    private static void daemon(Runnable work) {
      Thread thread = new Thread(work, "redis-door");
      thread.setDaemon(true);
      thread.start();
    }

    @Override
    public void close() throws IOException {
      entrance.close();
      shut();
    }
  }
}
