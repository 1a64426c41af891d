package io.poolbench.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.api.ConfiguredPool.ContainerKind;
import io.poolbench.api.Ready;
import io.poolbench.core.ProviderMetrics;
import io.poolbench.core.StartException;
import io.poolbench.server.pool.MeasuredExecutor;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** Which threads a request holds: by the provider's counters, while nothing is let through. */
@Timeout(value = 300, threadMode = ThreadMode.SEPARATE_THREAD)
class WebProviderTest {
  private static final Map<ContainerKind, WebProvider> PROVIDERS =
      new EnumMap<>(ContainerKind.class);
  private static final Semaphore WORK = new Semaphore(0);
  private static GatedService downstream;

  @BeforeAll
  static void start() throws Exception {
    downstream = new GatedService();
    for (ContainerKind kind : ContainerKind.values()) {
      PROVIDERS.put(
          kind, WebProvider.start(Launches.config(kind, downstream.url(), 0), WORK::acquire));
    }
  }

  @AfterAll
  static void stop() {
    PROVIDERS.values().forEach(WebProvider::close);
    downstream.close();
  }

  @ParameterizedTest
  @EnumSource
  void thePoolThatRunsAnswersAtOnceAndCounts(ContainerKind container) throws Exception {
    Ready ready = PROVIDERS.get(container).ready();
    assertThat(ready.endpoints().get(0).pool().coreThreads()).isEqualTo(4);
    assertThat(ready.endpoints().get(0).pool().maxThreads()).isEqualTo(8);
    assertThat(ready.facts()).startsWith(container.id() + "/");
    HttpCalls calls = calls(container);
    double before = calls.metrics().get(ProviderMetrics.POOL_COMPLETED);

    HttpResponse<String> answer = calls.get(WebController.NODELAY);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
    assertThat(answer.body()).isEqualTo("{\"endpoint\":\"nodelay\",\"result\":\"ok\"}");
    calls.awaitMetrics(now -> now.get(ProviderMetrics.POOL_COMPLETED) == before + 1);
  }

  @ParameterizedTest
  @EnumSource
  void aSyncRequestHoldsItsThreadWhileItWaitsForAWorker(ContainerKind container) throws Exception {
    HttpCalls calls = calls(container);
    var answers = calls.start(4, WebController.SYNC);

    // A reading takes one figure after the other, while requests arrive.
    Map<String, Double> metrics =
        calls.awaitMetrics(
            now -> workersHave(container, 2, 2) && now.get(ProviderMetrics.POOL_ACTIVE) == 4);

    assertThat(metrics)
        .containsEntry(ProviderMetrics.ASYNC_OPEN, 0.0)
        .hasEntrySatisfying(
            ProviderMetrics.POOL_SIZE, size -> assertThat(size).isBetween(4.0, 8.0));
    WORK.release(4);
    assertAnswers(answers, "{\"endpoint\":\"sync\",\"result\":\"ok\"}");
    calls.awaitMetrics(now -> now.get(ProviderMetrics.POOL_ACTIVE) == 0);
  }

  @ParameterizedTest
  @EnumSource
  void anAsyncRequestGivesItsThreadBackAndTheWorkersStillBoundTheRate(ContainerKind container)
      throws Exception {
    HttpCalls calls = calls(container);
    double before = calls.metrics().get(ProviderMetrics.POOL_COMPLETED);
    var answers = calls.start(4, WebController.ASYNC);

    calls.awaitMetrics(now -> workersHave(container, 2, 2) && asyncOpen(now, 4) && holdsNone(now));
    WORK.release(1);
    calls.awaitMetrics(now -> workersHave(container, 2, 1) && asyncOpen(now, 3) && holdsNone(now));
    WORK.release(3);

    assertAnswers(answers, "{\"endpoint\":\"async\",\"result\":\"ok\"}");
    calls.awaitMetrics(
        now -> asyncOpen(now, 0) && now.get(ProviderMetrics.POOL_COMPLETED) == before + 4);
  }

  @ParameterizedTest
  @EnumSource
  void aBlockingRequestHoldsItsThreadWhileItCallsDownstream(ContainerKind container)
      throws Exception {
    HttpCalls calls = calls(container);
    var answers = calls.start(3, WebController.BLOCKING);

    calls.awaitMetrics(now -> now.get(ProviderMetrics.POOL_ACTIVE) == 3 && asyncOpen(now, 0));
    downstream.letThrough(3);

    assertAnswers(answers, "{\"endpoint\":\"blocking\",\"result\":\"ready\"}");
  }

  @ParameterizedTest
  @EnumSource
  void aCallableRequestHoldsAThreadOfTheTaskExecutorInstead(ContainerKind container)
      throws Exception {
    HttpCalls calls = calls(container);
    ThreadPoolTaskExecutor tasks =
        PROVIDERS.get(container).context().getBean(ThreadPoolTaskExecutor.class);
    var answers = calls.start(3, WebController.CALLABLE);

    calls.awaitMetrics(
        now ->
            asyncOpen(now, 3)
                && holdsNone(now)
                && tasks.getActiveCount() == 2
                && tasks.getQueueSize() == 1);
    downstream.letThrough(3);
    assertAnswers(answers, "{\"endpoint\":\"callable\",\"result\":\"ready\"}");
  }

  /** Jetty takes threads of the pool for its acceptors and selectors. */
  @Test
  void tooFewThreadsForTheContainerAreAStartFailure() {
    assertThatThrownBy(
            () ->
                WebProvider.start(Launches.config(ContainerKind.JETTY, 1, 1, "", 0), WORK::acquire))
        .isInstanceOf(StartException.class)
        .hasMessageStartingWith("jetty not started: ");
  }

  @ParameterizedTest
  @EnumSource
  void aPortInUseIsAStartFailure(ContainerKind container) throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();
      assertThatThrownBy(
              () -> WebProvider.start(Launches.config(container, "", port), WORK::acquire))
          .isInstanceOf(StartException.class)
          .hasMessageContaining("cannot listen at 127.0.0.1:" + port);
    }
  }

  private static HttpCalls calls(ContainerKind container) {
    return new HttpCalls(PROVIDERS.get(container).ready(), PROVIDERS.get(container));
  }

  private static boolean workersHave(ContainerKind container, int active, int queued) {
    MeasuredExecutor workers = PROVIDERS.get(container).workers();
    return workers.running() == active && workers.waiting() == queued;
  }

  private static boolean asyncOpen(Map<String, Double> metrics, int requests) {
    return metrics.get(ProviderMetrics.ASYNC_OPEN) == requests;
  }

  private static boolean holdsNone(Map<String, Double> metrics) {
    return metrics.get(ProviderMetrics.POOL_ACTIVE) == 0;
  }

  private static void assertAnswers(
      List<CompletableFuture<HttpResponse<String>>> answers, String body) {
    assertThat(answers)
        .allSatisfy(
            answer -> {
              assertThat(answer.join().statusCode()).isEqualTo(200);
              assertThat(answer.join().body()).isEqualTo(body);
            });
  }
}
