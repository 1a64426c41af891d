package io.poolbench.server;

import static io.poolbench.server.RedisWithAlice.ALICE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.api.Dispatcher;
import io.poolbench.api.EffectivePool;
import io.poolbench.api.ExecutorManagement;
import io.poolbench.api.LaunchConfig;
import io.poolbench.api.PermissionService;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.api.ProviderHistograms;
import io.poolbench.api.ProviderMetrics;
import io.poolbench.api.Ready;
import io.poolbench.api.ServiceWork;
import io.poolbench.api.UserInfo;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.apache.dubbo.rpc.RpcException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.embedded.RedisServer;

/** The provider as a process, against a real Redis and a real consumer. */
@Timeout(60)
class ProviderIT {
  private static final PoolConfig FIXED = PoolConfig.of(PoolType.FIXED, null, 4, 100, null);
  private static final PoolConfig CACHED = PoolConfig.of(PoolType.CACHED, 2, 8, 0, 5000L);

  @RegisterExtension static final RedisWithAlice REDIS = new RedisWithAlice();

  @TempDir Path folder;

  @Test
  void aFixedPoolAnswersFromRedisAndCountsEveryCall() throws Exception {
    assertAnswers(
        FIXED, new EffectivePool("ThreadPoolExecutor", 4, 4, 0L, "LinkedBlockingQueue", 100));
  }

  @Test
  void aCachedPoolAnswersFromRedisAndCountsEveryCall() throws Exception {
    assertAnswers(
        CACHED, new EffectivePool("ThreadPoolExecutor", 2, 8, 5000L, "SynchronousQueue", 0));
  }

  private void assertAnswers(PoolConfig pool, EffectivePool built) throws Exception {
    try (ProviderProcess provider = ProviderProcess.start(config(pool), folder)) {
      Ready ready = provider.awaitReady();
      assertThat(ready.pool()).isEqualTo(built);

      try (Consumer consumer = new Consumer(ready)) {
        for (int call = 0; call < 20; call++) {
          assertThat(consumer.service().findUserInfo("alice")).isEqualTo(ALICE);
        }
        consumer.service().empty();
        assertThatThrownBy(() -> consumer.service().findUserInfo("nobody"))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("no user has the pin 'nobody'");

        Map<String, Double> metrics = settled(ready, 22);
        assertThat(metrics)
            .contains(
                entry(ProviderMetrics.POOL_COMPLETED, 22.0),
                entry(ProviderMetrics.count(ProviderMetrics.QUEUE_WAIT), 22.0),
                entry(ProviderMetrics.count(ProviderMetrics.SERVICE), 22.0),
                entry(ProviderMetrics.count(ProviderMetrics.REDIS), 21.0),
                entry(ProviderMetrics.count(ProviderMetrics.APPLICATION), 22.0),
                entry(ProviderMetrics.POOL_REJECTED, 0.0),
                entry(ProviderMetrics.POOL_SPURIOUSLY_REJECTED, 0.0),
                entry(ProviderMetrics.POOL_ACTIVE, 0.0));
        assertThat(metrics.get(ProviderMetrics.sum(ProviderMetrics.SERVICE)))
            .isGreaterThan(metrics.get(ProviderMetrics.sum(ProviderMetrics.REDIS)));
        Map<String, Histogram> histograms = ProviderProcess.histograms(ready);
        assertThat(histograms.get(ProviderHistograms.SERVICE).getTotalCount()).isEqualTo(22);
        assertThat(histograms.get(ProviderHistograms.REDIS).getTotalCount()).isEqualTo(21);
      }
      assertThat(provider.home()).isEmptyDirectory();
      assertThat(provider.errors()).isEmpty();
    }
  }

  @Test
  void aCallThatWaitsShowsInEachStageHoweverOftenTheFiguresAreRead() throws Exception {
    PoolConfig one = PoolConfig.of(PoolType.FIXED, null, 1, 100, null);
    double heldSeconds = 0.05;
    try (RedisGate gate = new RedisGate(REDIS.port());
        ProviderProcess provider =
            ProviderProcess.start(
                Launches.withRedis("redis://127.0.0.1:" + gate.port(), one), folder)) {
      Ready ready = provider.awaitReady();
      try (Consumer consumer = new Consumer(ready)) {
        consumer.service().findUserInfo("alice");
        Map<String, Double> before = settled(ready, 1);
        Map<String, Histogram> histogramsBefore = ProviderProcess.histograms(ready);

        gate.hold();
        ExecutorService users = Executors.newFixedThreadPool(2);
        try {
          List<Future<UserInfo>> answers =
              List.of(
                  users.submit(() -> consumer.service().findUserInfo("alice")),
                  users.submit(() -> consumer.service().findUserInfo("alice")));
          await(ready, metrics -> metrics.get(ProviderMetrics.QUEUE_SIZE) == 1);
          Map<String, Double> held = ProviderProcess.scrape(ready);
          await(
              ready,
              metrics ->
                  gain(metrics, held, ProviderMetrics.CLOCK) > heldSeconds
                      && gain(metrics, held, ProviderMetrics.POOL_SAMPLES) > 1);
          gate.release();
          for (Future<UserInfo> answer : answers) {
            assertThat(answer.get()).isEqualTo(ALICE);
          }
        } finally {
          users.shutdownNow();
        }
        Map<String, Double> after = settled(ready, 3);
        Map<String, Histogram> histogramsAfter = ProviderProcess.histograms(ready);

        double heldNanos = heldSeconds * 1e9;
        for (String stage :
            List.of(
                ProviderHistograms.QUEUE_WAIT,
                ProviderHistograms.SERVICE,
                ProviderHistograms.REDIS)) {
          Histogram gained = difference(histogramsAfter, histogramsBefore, stage);
          assertThat(gained.getTotalCount()).as(stage).isEqualTo(2);
          assertThat((double) gained.getMaxValue()).as(stage).isGreaterThan(heldNanos);
        }
        Histogram rest =
            difference(histogramsAfter, histogramsBefore, ProviderHistograms.APPLICATION);
        assertThat(rest.getTotalCount()).isEqualTo(2);
        assertThat(gain(after, before, ProviderMetrics.sum(ProviderMetrics.SERVICE)))
            .isCloseTo(
                gain(after, before, ProviderMetrics.sum(ProviderMetrics.REDIS))
                    + gain(after, before, ProviderMetrics.sum(ProviderMetrics.APPLICATION)),
                within(1e-9));
        assertThat(
                difference(histogramsAfter, histogramsBefore, ProviderHistograms.POOL_ACTIVE)
                    .getMaxValue())
            .isEqualTo(1);
        assertThat(
                difference(histogramsAfter, histogramsBefore, ProviderHistograms.QUEUE_SIZE)
                    .getMaxValue())
            .isBetween(1L, 2L); // both, where the worker had not woken yet
        assertThat(gain(after, before, ProviderMetrics.QUEUE_SAMPLED)).isPositive();
      }
      assertThat(provider.errors()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(ExecutorManagement.class)
  void aCallBeyondThePoolIsRefusedAndCounted(ExecutorManagement management) throws Exception {
    PoolConfig one = PoolConfig.of(PoolType.FIXED, null, 1, 0, null);
    // Long enough that the calls overlap, whatever the machine: some 100 million dependent rounds.
    ServiceWork busy = new ServiceWork(100_000_000, 0, 1);
    int calls = 4;
    try (ProviderProcess provider =
        ProviderProcess.start(config(one, Dispatcher.MESSAGE, management, busy, 0), folder)) {
      Ready ready = provider.awaitReady();
      try (Consumer consumer = new Consumer(ready)) {
        List<Throwable> refusals = failuresOfConcurrentCalls(consumer.service(), calls);

        assertThat(refusals)
            .isNotEmpty()
            .allSatisfy(
                refusal ->
                    assertThat(refusal)
                        .isInstanceOf(RpcException.class)
                        .hasMessageContaining("thread pool is exhausted"));
        assertThat(settled(ready, calls - refusals.size()))
            .contains(entry(ProviderMetrics.POOL_REJECTED, (double) refusals.size()));
      }
      assertThat(provider.home()).isEmptyDirectory();
      assertThat(provider.errors()).isEmpty();
    }
  }

  @Test
  void underDispatchDirectThePoolIsReadBackAndStaysIdle() throws Exception {
    LaunchConfig direct =
        config(FIXED, Dispatcher.DIRECT, ExecutorManagement.ISOLATION, ServiceWork.NONE, 0);
    try (ProviderProcess provider = ProviderProcess.start(direct, folder)) {
      Ready ready = provider.awaitReady();
      assertThat(ready.pool().matches(FIXED)).isTrue();
      try (Consumer consumer = new Consumer(ready)) {
        assertThat(consumer.service().findUserInfo("alice")).isEqualTo(ALICE);
      }
      assertThat(ProviderProcess.scrape(ready))
          .contains(
              entry(ProviderMetrics.POOL_COMPLETED, 0.0),
              entry(ProviderMetrics.count(ProviderMetrics.REDIS), 1.0));
    }
  }

  @Test
  void itIsReachableFromThisMachineOnlyAndEndsWithItsDriver() throws Exception {
    try (ProviderProcess provider = ProviderProcess.start(config(FIXED), folder)) {
      Ready ready = provider.awaitReady();

      for (InetAddress address : networkAddresses()) {
        assertRefused(address, ready.port());
        assertRefused(address, ready.metricsPort());
      }
      new Socket(InetAddress.getLoopbackAddress(), ready.port()).close();

      provider.closeInput();
      assertThat(provider.awaitExit()).isZero();
    }
  }

  @Test
  void aLostRedisFailsCallsUntilItIsBack() throws Exception {
    int port = Launches.freePort();
    RedisServer own = Launches.redisAt(port);
    own.start();
    LaunchConfig config = Launches.withRedis("redis://127.0.0.1:" + port);
    try (ProviderProcess provider = ProviderProcess.start(config, folder)) {
      try (Consumer consumer = new Consumer(provider.awaitReady())) {
        own.stop();
        assertThatThrownBy(() -> untilItThrows(() -> consumer.service().findUserInfo("alice")))
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("Redis did not answer");

        own.start();
        // The new server is empty: that it says so is an answer.
        assertThatThrownBy(() -> untilAnswered(consumer.service()))
            .isInstanceOf(IllegalArgumentException.class);
      }
    } finally {
      own.stop();
    }
  }

  /** The figures once so many calls have ended: an answer leaves before its task ends. */
  private static Map<String, Double> settled(Ready ready, int calls) throws Exception {
    return await(ready, metrics -> metrics.get(ProviderMetrics.POOL_COMPLETED) >= calls);
  }

  private static Map<String, Double> await(Ready ready, Predicate<Map<String, Double>> condition)
      throws Exception {
    Map<String, Double> metrics = ProviderProcess.scrape(ready);
    while (!condition.test(metrics)) {
      metrics = ProviderProcess.scrape(ready);
    }
    return metrics;
  }

  private static double gain(
      Map<String, Double> later, Map<String, Double> earlier, String figure) {
    return later.get(figure) - earlier.get(figure);
  }

  private static Histogram difference(
      Map<String, Histogram> later, Map<String, Histogram> earlier, String name) {
    Histogram difference = later.get(name).copy();
    difference.subtract(earlier.get(name));
    return difference;
  }

  private static List<Throwable> failuresOfConcurrentCalls(PermissionService service, int calls)
      throws InterruptedException {
    ExecutorService users = Executors.newFixedThreadPool(calls);
    try {
      CountDownLatch together = new CountDownLatch(calls);
      List<Future<UserInfo>> answers =
          IntStream.range(0, calls)
              .mapToObj(
                  call ->
                      users.submit(
                          () -> {
                            together.countDown();
                            together.await();
                            return service.findUserInfo("alice");
                          }))
              .toList();
      return answers.stream().map(ProviderIT::failure).filter(f -> f != null).toList();
    } finally {
      users.shutdown();
    }
  }

  private static Throwable failure(Future<?> answer) {
    try {
      answer.get();
      return null;
    } catch (ExecutionException e) {
      return e.getCause();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void untilItThrows(Runnable call) {
    while (true) {
      call.run();
    }
  }

  private static void untilAnswered(PermissionService service) {
    while (true) {
      try {
        service.findUserInfo("alice");
      } catch (IllegalStateException notYet) {
        assertThat(notYet).hasMessageContaining("Redis did not answer");
      }
    }
  }

  private static void assertRefused(InetAddress address, int port) {
    assertThatThrownBy(() -> new Socket(address, port).close())
        .as("%s:%d", address, port)
        .isInstanceOf(IOException.class);
  }

  private static List<InetAddress> networkAddresses() throws IOException {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(address -> !address.isLoopbackAddress())
        .toList();
  }

  private static LaunchConfig config(PoolConfig pool) {
    return config(
        pool,
        Dispatcher.MESSAGE,
        ExecutorManagement.ISOLATION,
        new ServiceWork(1000, 10_000, 1),
        0);
  }

  private static LaunchConfig config(
      PoolConfig pool,
      Dispatcher dispatcher,
      ExecutorManagement management,
      ServiceWork work,
      int port) {
    return new LaunchConfig(
        pool, 0, dispatcher, management, work, REDIS.uri(), 1, LaunchConfig.LOOPBACK, port, 0);
  }
}
