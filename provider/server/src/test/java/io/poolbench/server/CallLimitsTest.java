package io.poolbench.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.api.LaunchConfig;
import io.poolbench.api.PermissionService;
import io.poolbench.api.PingService;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.api.UserInfo;
import io.poolbench.server.dubbo.DubboEndpoint;
import io.poolbench.server.dubbo.DubboEndpoint.ServiceExport;
import io.poolbench.server.pool.MeasuredExecutor;
import io.poolbench.server.timing.ThreadTally;
import io.poolbench.server.timing.UnansweredCalls;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.dubbo.common.utils.SerializeCheckStatus;
import org.apache.dubbo.rpc.RpcException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A limit of N admits N calls at once, of calls that a test holds in the service. */
class CallLimitsTest {
  private static final PoolConfig POOL = PoolConfig.of(PoolType.FIXED, null, 40, null, null);

  @AutoClose("shutdownNow")
  private final ExecutorService callers = Executors.newCachedThreadPool();

  private final Held service = new Held();

  @BeforeAll
  static void stopWithoutGrace() {
    System.setProperty("dubbo.service.shutdown.wait", "1");
  }

  @ParameterizedTest
  @CsvSource({"3, ''", "1, findUserInfo"})
  void callsBeyondTheLimitAreRefusedAndCountedAndOthersAreNot(int calls, String method)
      throws Exception {
    try (DubboEndpoint endpoint = export("EXECUTES", calls, method);
        Consumer consumer = new Consumer(endpoint.port(), SerializeCheckStatus.STRICT)) {
      CompletableFuture<?>[] held = hold(consumer, calls);

      assertThatThrownBy(() -> consumer.service().findUserInfo(""))
          .isInstanceOf(RpcException.class)
          .hasMessageContaining("cause: The service using threads greater than <");
      consumer.ping().empty();
      consumer.ping().empty();
      assertThat(endpoint.limits().refused()).isEqualTo(1);

      service.open();
      CompletableFuture.allOf(held).get(60, TimeUnit.SECONDS);
      assertThat(consumer.service().findUserInfo("")).as("a place is free again").isNull();
      assertThat(endpoint.limits().refused()).isEqualTo(1);
    }
  }

  @Test
  void callsBeyondPermitsWaitUntilOneEnds() throws Exception {
    try (DubboEndpoint endpoint = export("PERMITS", 2, "");
        Consumer consumer = new Consumer(endpoint.port(), SerializeCheckStatus.STRICT)) {
      CompletableFuture<?>[] held = hold(consumer, 2);
      CompletableFuture<?> third = call(consumer);
      MeasuredExecutor pool = (MeasuredExecutor) endpoint.executors().get(0);
      while (pool.waiting() == 0) {
        Thread.onSpinWait();
      }

      assertThat(pool.running()).isEqualTo(2);
      assertThat(service.entered.availablePermits()).as("calls in the service").isZero();

      service.open();
      third.get(60, TimeUnit.SECONDS);
      CompletableFuture.allOf(held).get(60, TimeUnit.SECONDS);
      assertThat(endpoint.limits().refused()).isZero();
    }
  }

  /** So many calls, all of which are in the service when it returns. */
  private CompletableFuture<?>[] hold(Consumer consumer, int calls) throws InterruptedException {
    CompletableFuture<?>[] held = new CompletableFuture<?>[calls];
    for (int call = 0; call < calls; call++) {
      held[call] = call(consumer);
    }
    assertThat(service.entered.tryAcquire(calls, 60, TimeUnit.SECONDS)).isTrue();
    return held;
  }

  private CompletableFuture<UserInfo> call(Consumer consumer) {
    return CompletableFuture.supplyAsync(() -> consumer.service().findUserInfo(""), callers);
  }

  private DubboEndpoint export(String kind, int calls, String method) throws IOException {
    LaunchConfig config =
        Launches.config(
            POOL,
            "redis://unused",
            "endpoints.0.limit={kind: %s, calls: %d, method: '%s'}"
                .formatted(kind.toLowerCase(Locale.ROOT), calls, method));
    UnansweredCalls unanswered = new UnansweredCalls();
    return DubboEndpoint.export(
        config,
        0,
        List.of(
            new ServiceExport<>(PermissionService.class, service, unanswered),
            new ServiceExport<>(PingService.class, () -> {}, unanswered)),
        new ThreadTally());
  }

  private static final class Held implements PermissionService {
    private final Semaphore entered = new Semaphore(0);
    private final CountDownLatch gate = new CountDownLatch(1);

    void open() {
      gate.countDown();
    }

    @Override
    public UserInfo findUserInfo(String pin) {
      entered.release();
      try {
        assertThat(gate.await(60, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      return null;
    }

    @Override
    public CompletableFuture<UserInfo> findUserInfoFuture(String pin) {
      throw new UnsupportedOperationException();
    }

    @Override
    public UserInfo findUserInfoAsyncContext(String pin) {
      throw new UnsupportedOperationException();
    }
  }
}
