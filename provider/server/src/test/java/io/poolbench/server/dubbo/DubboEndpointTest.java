package io.poolbench.server.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.api.Dispatcher;
import io.poolbench.api.EffectivePool;
import io.poolbench.api.ExecutorManagement;
import io.poolbench.api.LaunchConfig;
import io.poolbench.api.PermissionService;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.api.ServiceWork;
import io.poolbench.api.UserInfo;
import io.poolbench.server.timing.ThreadTally;
import io.poolbench.server.timing.UnansweredCalls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class DubboEndpointTest {
  private static final PoolConfig FIXED = PoolConfig.of(PoolType.FIXED, null, 3, null, null);

  private final UnansweredCalls calls = new UnansweredCalls();

  @BeforeAll
  static void stopWithoutGrace() {
    System.setProperty("dubbo.service.shutdown.wait", "1");
  }

  static Stream<Arguments> pools() {
    return Stream.of(
        Arguments.of(FIXED, pool("ThreadPoolExecutor", 3, 3, 0, "SynchronousQueue", 0)),
        Arguments.of(
            PoolConfig.of(PoolType.FIXED, null, 3, 100, null),
            pool("ThreadPoolExecutor", 3, 3, 0, "LinkedBlockingQueue", 100)),
        Arguments.of(
            PoolConfig.of(PoolType.FIXED, null, 3, -1, null),
            pool("ThreadPoolExecutor", 3, 3, 0, "MemorySafeLinkedBlockingQueue", 2147483647)),
        Arguments.of(
            PoolConfig.of(PoolType.CACHED, 20, 200, 0, 5000L),
            pool("ThreadPoolExecutor", 20, 200, 5000, "SynchronousQueue", 0)),
        Arguments.of(
            PoolConfig.of(PoolType.CACHED, null, null, null, null),
            pool("ThreadPoolExecutor", 0, 2147483647, 60_000, "SynchronousQueue", 0)),
        Arguments.of(
            PoolConfig.of(PoolType.LIMITED, 2, 9, 7, null),
            // Long.MAX_VALUE nanoseconds, the most that a pool keeps
            pool("ThreadPoolExecutor", 2, 9, 9_223_372_036_854L, "LinkedBlockingQueue", 7)),
        Arguments.of(
            PoolConfig.of(PoolType.EAGER, 2, 9, 7, 3000L),
            pool("EagerThreadPoolExecutor", 2, 9, 3000, "TaskQueue", 7)),
        Arguments.of(
            PoolConfig.of(PoolType.EAGER, null, 9, null, null),
            pool("EagerThreadPoolExecutor", 0, 9, 60_000, "TaskQueue", 1)));
  }

  @ParameterizedTest
  @MethodSource("pools")
  void thePoolConfiguredIsThePoolThatDubboRuns(PoolConfig asked, EffectivePool built)
      throws IOException {
    try (DubboEndpoint endpoint =
        export(asked, Dispatcher.MESSAGE, ExecutorManagement.ISOLATION, 0)) {
      assertThat(endpoint.pool().effective()).isEqualTo(built);
      assertThat(built.matches(asked)).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(Dispatcher.class)
  void thePoolIsReadBackUnderEveryDispatcher(Dispatcher dispatcher) throws IOException {
    for (ExecutorManagement management : ExecutorManagement.values()) {
      try (DubboEndpoint endpoint = export(FIXED, dispatcher, management, 0)) {
        assertThat(endpoint.pool().effective().matches(FIXED)).isTrue();
      }
    }
  }

  @Test
  void thePoolCountsItsCallsWhereTheServiceAnswersThem() throws Exception {
    try (DubboEndpoint endpoint =
        export(FIXED, Dispatcher.MESSAGE, ExecutorManagement.ISOLATION, 0)) {
      assertThat(endpoint.pool().submit(calls::count).get(10, TimeUnit.SECONDS)).isEqualTo(1);
    }
  }

  @Test
  void aPortInUseIsAnIoException() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(
              () ->
                  export(
                      FIXED,
                      Dispatcher.MESSAGE,
                      ExecutorManagement.ISOLATION,
                      taken.getLocalPort()))
          .isInstanceOf(IOException.class);
    }
  }

  private static EffectivePool pool(
      String executor, int core, int max, long keepAliveMillis, String queue, int capacity) {
    return new EffectivePool(executor, core, max, keepAliveMillis, queue, capacity);
  }

  private DubboEndpoint export(
      PoolConfig pool, Dispatcher dispatcher, ExecutorManagement management, int port)
      throws IOException {
    return DubboEndpoint.export(
        new LaunchConfig(
            pool,
            1,
            dispatcher,
            management,
            ServiceWork.NONE,
            "redis://unused",
            1,
            LaunchConfig.LOOPBACK,
            port,
            0),
        new NoService(),
        new ThreadTally(),
        calls);
  }

  private static final class NoService implements PermissionService {
    @Override
    public UserInfo findUserInfo(String pin) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void empty() {}
  }
}
