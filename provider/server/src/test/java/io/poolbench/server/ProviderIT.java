package io.poolbench.server;

import static io.poolbench.server.RedisWithAlice.ALICE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.api.EffectivePool;
import io.poolbench.api.LaunchConfig;
import io.poolbench.api.PermissionService;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.api.Ready;
import io.poolbench.api.UserInfo;
import io.poolbench.core.AgentProtocol;
import io.poolbench.core.ProviderHistograms;
import io.poolbench.core.ProviderMetrics;
import io.poolbench.core.ProviderRequest;
import java.awt.Point;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.apache.dubbo.common.utils.SerializeCheckStatus;
import org.apache.dubbo.rpc.RpcContext;
import org.apache.dubbo.rpc.RpcException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The provider as a process, with a real Redis and a real consumer. */
class ProviderIT {
  private static final PoolConfig ONE_THREAD = PoolConfig.of(PoolType.FIXED, null, 1, 100, null);

  private static final PoolConfig NO_QUEUE = PoolConfig.of(PoolType.FIXED, null, 1, 0, null);

  /** A round is six dependent operations: 0.24 s at 5 GHz, so that calls overlap. */
  private static final String BUSY = "200000000";

  private static final String LONG_CALLS = "work.cpuIterations=" + BUSY;

  @RegisterExtension static final RedisWithAlice REDIS = new RedisWithAlice();

  @TempDir Path folder;

  private static void assertQuiet(String facts) {
    assertThat(facts)
        .contains(" exception", " timeout")
        .doesNotContain("metrics-provider", "observationreceiver")
        .endsWith(", refusals not logged and not dumped");
  }

  /** Hessian decodes an object of a forbidden class as a map, so the call itself is answered. */
  private static void assertForbiddenObjectsAreNotBuilt(ProviderProcess provider) throws Exception {
    try (Consumer consumer =
        new Consumer(provider.endpoint().port(), SerializeCheckStatus.DISABLE)) {
      attach("a text, which is allowed");
      consumer.ping().empty();
      assertThat(provider.errors()).isEmpty();

      attach(new Point(1, 2));
      consumer.ping().empty();

      assertThat(provider.errors())
          .contains("java.awt.Point is not in allow list. Current mode is `STRICT`");
    }
  }

  @Test
  void endpointsRunCallsInTheirOwnPoolsAndAnswerRequestsUntilTheDriverEnds() throws Exception {
    PoolConfig cached = PoolConfig.of(PoolType.CACHED, 0, 50, 0, 60_000L);
    try (ProviderProcess provider =
        startReady(Launches.config(List.of(ONE_THREAD, cached), REDIS.uri()))) {
      Ready.Endpoint one = provider.ready().endpoints().get(0);
      Ready.Endpoint other = provider.ready().endpoints().get(1);
      assertThat(one.pool().matches(ONE_THREAD)).isTrue();
      assertThat(other.pool().matches(cached)).isTrue();
      try (Consumer ofOther = new Consumer(other.port(), SerializeCheckStatus.STRICT)) {
        call(provider, 3);
        for (Future<UserInfo> answer :
            ProviderProcess.concurrently(20, () -> ofOther.service().findUserInfo("alice"))) {
          assertThat(answer.get()).isEqualTo(ALICE);
        }
        Map<String, Double> before =
            provider.awaitMetrics(1, m -> m.get(ProviderMetrics.POOL_COMPLETED) >= 20);
        assertThat(before)
            .contains(
                entry(ProviderMetrics.POOL_COMPLETED, 20.0),
                entry(ProviderMetrics.count(ProviderMetrics.REDIS), 23.0));
        assertThat(before.get(ProviderMetrics.POOL_SIZE)).isGreaterThan(1);
        assertThat(provider.metricsAfter(3))
            .contains(
                entry(ProviderMetrics.POOL_COMPLETED, 3.0), entry(ProviderMetrics.POOL_SIZE, 1.0));

        provider.ask(AgentProtocol.RENEW_POOL, "1");
        assertThat(provider.metrics(1)).contains(entry(ProviderMetrics.POOL_SIZE, 0.0));
        ofOther.ping().empty();
        assertThat(provider.awaitMetrics(1, m -> m.get(ProviderMetrics.POOL_COMPLETED) >= 21))
            .contains(
                entry(ProviderMetrics.POOL_COMPLETED, 21.0), entry(ProviderMetrics.POOL_SIZE, 1.0));
        assertThat(provider.errors()).isEmpty();

        provider.send("no request");
        provider.send(new ProviderRequest(77, AgentProtocol.RENEW_POOL, "2").toLine());
        assertThat(provider.nextLine())
            .isEqualTo("ANSWER {\"id\":77,\"problem\":\"no endpoint 2\"}");
        provider.ask(AgentProtocol.CHANGE_WORK, BUSY);
        assertThat(provider.errors()).contains("no request").hasLineCount(1);
        Map<String, Double> idle = provider.metrics();
        call(provider, 1);
        String application = ProviderMetrics.sum(ProviderMetrics.APPLICATION);
        assertThat(gain(provider.metricsAfter(4), idle, application)).isGreaterThan(0.05);

        provider.closeInput();
        assertThat(provider.awaitExit()).isZero();
      }
    }
  }

  @Test
  void aStockProviderLogsRefusalsAndDumpsThreadsIntoItsFolder() throws Exception {
    Path reports = folder.resolve("reports");
    try (ProviderProcess provider =
        startReady(
            Launches.config(
                NO_QUEUE, REDIS.uri(), LONG_CALLS, "fidelity=stock", "reportFolder=" + reports))) {
      assertThat(provider.ready().facts())
          .startsWith("dubbo on NioServerSocketChannel, filters ")
          .contains(" exception", " timeout", " metrics-provider")
          .endsWith(", refusals logged and dumped");

      refuseSome(provider);

      assertThat(Files.readString(reports.resolve("refusals.log")))
          .contains("Thread pool is EXHAUSTED");
      while (files(reports).noneMatch(name -> name.startsWith("Dubbo_JStack"))) {
        assertThat(Thread.currentThread().isInterrupted()).as("timed out").isFalse();
      }
      assertThat(provider.home()).isEmptyDirectory();
    }
  }

  @Test
  void aQuietProviderNeitherLogsNorDumpsRefusals() throws Exception {
    try (ProviderProcess provider =
        startReady(Launches.config(NO_QUEUE, REDIS.uri(), LONG_CALLS))) {
      refuseSome(provider);

      assertThat(provider.home()).isEmptyDirectory();
      assertThat(provider.errors()).isEmpty();
    }
  }

  /** Calls at once, of which the pool's one thread can take the first only; counts the others. */
  private static void refuseSome(ProviderProcess provider) throws Exception {
    int calls = 4;
    PermissionService service = provider.service();
    List<Throwable> refusals =
        ProviderProcess.concurrently(calls, () -> service.findUserInfo("alice")).stream()
            .map(call -> catchThrowable(call::get))
            .filter(Objects::nonNull)
            .map(Throwable::getCause)
            .toList();
    assertThat(refusals)
        .isNotEmpty()
        .allSatisfy(
            refusal ->
                assertThat(refusal)
                    .isInstanceOf(RpcException.class)
                    .hasMessageContaining("thread pool is exhausted"));
    assertThat(provider.metricsAfter(calls - refusals.size()))
        .contains(entry(ProviderMetrics.POOL_REJECTED, (double) refusals.size()));
  }

  private static Stream<String> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList().stream();
    }
  }

  @Test
  void anUnusableRedisIsAStartFailureInOneLineWithoutItsPassword() throws Exception {
    String unanswered = "127.0.0.1:" + RedisWithAlice.freePort();
    assertFailsWith("redis://:s3cret@" + unanswered, "cannot read Redis at " + unanswered);
    assertFailsWith("s3cret", "invalid Redis URI");
  }

  private void assertFailsWith(String redisUri, String problem) throws Exception {
    try (ProviderProcess provider = ProviderProcess.start(Launches.config(redisUri), folder)) {
      assertThat(provider.awaitExit()).isEqualTo(1);
      assertThat(provider.errors())
          .startsWith("poolbench-provider: " + problem)
          .hasLineCount(1)
          .doesNotContain("s3cret");
    }
  }

  @Test
  void everyCallIsAnsweredByAConnectionInTurnAndADelayedOneShowsInEachStage() throws Exception {
    int connections = 3;
    double heldSeconds = 0.05;
    try (RedisGate gate = new RedisGate(REDIS.port());
        ProviderProcess provider =
            startReady(
                Launches.config(
                    ONE_THREAD,
                    gate.uri(),
                    "redisConnections=" + connections,
                    "work.cpuIterations=1000",
                    "work.garbageBytes=10000"))) {
      assertThat(provider.endpoint().pool())
          .isEqualTo(
              new EffectivePool(
                  "ThreadPoolExecutor",
                  1,
                  1,
                  0L,
                  "LinkedBlockingQueue",
                  100,
                  "AbortPolicyWithReport"));
      call(provider, connections);
      List<Long> bytesBefore = gate.requestBytes();
      call(provider, 10 * connections);
      List<Long> bytesAfter = gate.requestBytes();
      assertThat(bytesBefore).hasSize(connections);
      assertThat(bytesAfter).hasSize(connections).containsOnly(bytesAfter.get(0));
      assertThat(bytesAfter.get(0)).isGreaterThan(bytesBefore.get(0));
      provider.ping().empty();
      assertThatThrownBy(() -> provider.service().findUserInfo("nobody"))
          .isInstanceOf(IllegalArgumentException.class);

      gate.hold();
      List<Future<UserInfo>> answers =
          ProviderProcess.concurrently(2, () -> provider.service().findUserInfo("alice"));
      Map<String, Double> held =
          provider.awaitMetrics(metrics -> metrics.get(ProviderMetrics.QUEUE_SIZE) == 1);
      provider.awaitMetrics(
          metrics ->
              gain(metrics, held, ProviderMetrics.QUEUE_TIME) > heldSeconds
                  && gain(metrics, held, ProviderMetrics.POOL_BUSY_SAMPLED) > 0);
      gate.release();
      assertThat(answers).allSatisfy(answer -> assertThat(answer.get()).isEqualTo(ALICE));

      // The ping reads nothing.
      int calls = 11 * connections + 4;
      Map<String, Double> metrics = provider.metricsAfter(calls);
      assertThat(metrics)
          .contains(
              entry(ProviderMetrics.POOL_COMPLETED, (double) calls),
              entry(ProviderMetrics.count(ProviderMetrics.QUEUE_WAIT), (double) calls),
              entry(ProviderMetrics.count(ProviderMetrics.SERVICE), (double) calls),
              entry(ProviderMetrics.count(ProviderMetrics.REDIS), calls - 1.0),
              entry(ProviderMetrics.count(ProviderMetrics.APPLICATION), (double) calls),
              entry(ProviderMetrics.POOL_REJECTED, 0.0),
              entry(ProviderMetrics.POOL_SPURIOUSLY_REJECTED, 0.0),
              entry(ProviderMetrics.POOL_ACTIVE, 0.0));
      double application = metrics.get(ProviderMetrics.sum(ProviderMetrics.APPLICATION));
      assertThat(application).isPositive();
      assertThat(metrics.get(ProviderMetrics.sum(ProviderMetrics.SERVICE)))
          .isCloseTo(
              metrics.get(ProviderMetrics.sum(ProviderMetrics.REDIS)) + application, within(1e-9));
      // To 16 us of each call.
      assertThat(metrics.get(ProviderMetrics.POOL_ACTIVE_TIME))
          .isCloseTo(metrics.get(ProviderMetrics.sum(ProviderMetrics.SERVICE)), within(1e-3));
      assertThat(metrics.get(ProviderMetrics.QUEUE_TIME))
          .isCloseTo(metrics.get(ProviderMetrics.sum(ProviderMetrics.QUEUE_WAIT)), within(1e-3));
      assertThat(metrics.get(ProviderMetrics.POOL_BUSY_SAMPLED)).isPositive();

      Map<String, Histogram> histograms = provider.histograms();
      for (String stage : List.of(ProviderHistograms.SERVICE, ProviderHistograms.REDIS)) {
        assertThat((double) histograms.get(stage).getMaxValue())
            .as(stage)
            .isGreaterThan(heldSeconds * 1e9);
      }
      assertThat(histograms.get(ProviderHistograms.SERVICE).getTotalCount()).isEqualTo(calls);
      assertThat(histograms.get(ProviderHistograms.REDIS).getTotalCount()).isEqualTo(calls - 1);
      // Both calls, if the worker was not awake yet.
      assertThat(histograms.get(ProviderHistograms.QUEUE_SIZE).getMaxValue()).isBetween(1L, 2L);
      assertThat(provider.home()).isEmptyDirectory();
      assertThat(provider.errors()).isEmpty();
      assertQuiet(provider.ready().facts());
      assertForbiddenObjectsAreNotBuilt(provider);
    }
  }

  private ProviderProcess startReady(LaunchConfig config) throws IOException {
    return ProviderProcess.startReady(config, folder);
  }

  private static void call(ProviderProcess provider, int times) {
    for (int call = 0; call < times; call++) {
      assertThat(provider.service().findUserInfo("alice")).isEqualTo(ALICE);
    }
  }

  private static double gain(Map<String, Double> later, Map<String, Double> earlier, String name) {
    return later.get(name) - earlier.get(name);
  }

  private static void attach(Object value) {
    RpcContext.getClientAttachment().setObjectAttachment("attached", value);
  }
}
