package io.poolbench.server.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.api.EffectivePool;
import io.poolbench.api.LaunchConfig;
import io.poolbench.api.LaunchConfig.Dispatcher;
import io.poolbench.api.LaunchConfig.ExecutorManagement;
import io.poolbench.api.PermissionService;
import io.poolbench.api.PingService;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.server.Launches;
import io.poolbench.server.dubbo.DubboEndpoint.ServiceExport;
import io.poolbench.server.pool.MeasuredExecutor;
import io.poolbench.server.service.AnswerCountingService;
import io.poolbench.server.timing.ThreadTally;
import io.poolbench.server.timing.UnansweredCalls;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DubboEndpointTest {
  private static final PoolConfig FIXED = PoolConfig.of(PoolType.FIXED, null, 3, null, null);

  /** The beginning of a connection of HTTP/2, with SETTINGS that are empty. */
  private static final byte[] HTTP2_PREFACE =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0".getBytes(StandardCharsets.US_ASCII);

  private static final int HTTP2_HEADER_BYTES = 9;
  private static final int HTTP2_TYPE_OFFSET = 3;

  private final UnansweredCalls calls = new UnansweredCalls();

  @BeforeAll
  static void stopWithoutGrace() {
    System.setProperty("dubbo.service.shutdown.wait", "1");
  }

  /** Type, core, threads, queues and alive of a study; class, core, max, ... of the executor. */
  @ParameterizedTest
  @CsvSource({
    "FIXED, , 3, , , ThreadPoolExecutor 3 3 0 SynchronousQueue 0",
    "FIXED, , 3, 100, , ThreadPoolExecutor 3 3 0 LinkedBlockingQueue 100",
    "FIXED, , 3, -1, , ThreadPoolExecutor 3 3 0 MemorySafeLinkedBlockingQueue 2147483647",
    "CACHED, 20, 200, 0, 5000, ThreadPoolExecutor 20 200 5000 SynchronousQueue 0",
    "CACHED, , , , , ThreadPoolExecutor 0 2147483647 60000 SynchronousQueue 0",
    // Long.MAX_VALUE nanoseconds, the maximum of a pool
    "LIMITED, 2, 9, 7, , ThreadPoolExecutor 2 9 9223372036854 LinkedBlockingQueue 7",
    "EAGER, 2, 9, 7, 3000, EagerThreadPoolExecutor 2 9 3000 TaskQueue 7",
    "EAGER, , 9, , , EagerThreadPoolExecutor 0 9 60000 TaskQueue 1"
  })
  void dubboRunsTheConfiguredPool(
      PoolType type, Integer core, Integer threads, Integer queues, Long alive, String built)
      throws Exception {
    PoolConfig configured = PoolConfig.of(type, core, threads, queues, alive);
    try (DubboEndpoint endpoint = export(configured)) {
      MeasuredExecutor measured = pool(endpoint);
      EffectivePool pool = EffectivePool.of(measured.shape());
      assertThat(pool.matches(configured)).isTrue();
      assertThat(
              Stream.of(
                      pool.executorClass(),
                      pool.coreThreads(),
                      pool.maxThreads(),
                      pool.keepAliveMillis(),
                      pool.queueClass(),
                      pool.queueCapacity())
                  .map(String::valueOf)
                  .collect(Collectors.joining(" ")))
          .isEqualTo(built);
      measured.submit(() -> {}).get(60, TimeUnit.SECONDS);
      measured.renew();
      assertThat(pool(endpoint)).isSameAs(measured);
      assertThat(EffectivePool.of(measured.shape())).isEqualTo(pool);
      assertThat(measured.threadPool().orElseThrow().getPoolSize()).isZero();
      measured.submit(() -> {}).get(60, TimeUnit.SECONDS);
    }
  }

  @ParameterizedTest
  @EnumSource(Dispatcher.class)
  void thePoolIsReadBackUnderEveryDispatcher(Dispatcher dispatcher) throws IOException {
    try (DubboEndpoint endpoint = export(FIXED, "dispatcher=" + dispatcher.id())) {
      assertThat(EffectivePool.of(pool(endpoint).shape()).matches(FIXED)).isTrue();
      assertListensAtTheGivenAddressOnly(endpoint);
    }
  }

  /** As an executor of the service under isolation, which is all that isolates in Dubbo 3.3.6. */
  @Test
  void eachServiceHasAPoolOfItsOwnAndCallsOfItsOwn() throws Exception {
    try (DubboEndpoint endpoint = export(FIXED, "executorManagement=per_service")) {
      List<ExecutorService> pools = endpoint.executors();
      assertThat(pools).hasSize(2);
      MeasuredExecutor ofPermissions = (MeasuredExecutor) pools.get(0);
      MeasuredExecutor ofPing = (MeasuredExecutor) pools.get(1);
      assertThat(ofPermissions.shape()).isEqualTo(ofPing.shape());
      assertThat(EffectivePool.of(ofPing.shape()).matches(FIXED)).isTrue();
      assertThat(ofPing.submit(calls::count).get(60, TimeUnit.SECONDS)).isZero();
      assertThat(ofPermissions.submit(calls::count).get(60, TimeUnit.SECONDS)).isEqualTo(1);
      assertThat(ofPing.submit(() -> Thread.currentThread().getName()).get(60, TimeUnit.SECONDS))
          .startsWith("DubboServerHandler-PingService");
    }
  }

  @Test
  void tripleRunsTheConfiguredPoolAndListensAtTheGivenAddressOnly() throws Exception {
    try (DubboEndpoint endpoint = export(FIXED, "endpoints.0.protocol=tri");
        Socket connection = new Socket(InetAddress.getLoopbackAddress(), endpoint.port())) {
      connection.getOutputStream().write(HTTP2_PREFACE);
      byte[] settings = connection.getInputStream().readNBytes(HTTP2_HEADER_BYTES);
      assertThat(settings[HTTP2_TYPE_OFFSET]).as("a frame of SETTINGS").isEqualTo((byte) 4);
      assertThat(endpoint.facts()).startsWith("tri on ");
      assertThat(EffectivePool.of(pool(endpoint).shape()).matches(FIXED)).isTrue();
      assertThat(pool(endpoint).submit(calls::count).get(60, TimeUnit.SECONDS)).isEqualTo(1);
      assertListensAtTheGivenAddressOnly(endpoint);
    }
  }

  /** At another loopback address, too, which a server of all addresses would have. */
  private static void assertListensAtTheGivenAddressOnly(DubboEndpoint endpoint)
      throws IOException {
    new Socket(InetAddress.getLoopbackAddress(), endpoint.port()).close();
    try (Socket other = new Socket()) {
      InetSocketAddress address = new InetSocketAddress("127.0.0.2", endpoint.port());
      assertThatThrownBy(() -> other.connect(address)).isInstanceOf(ConnectException.class);
    }
  }

  @Test
  void aPortInUseIsAnIoException() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(() -> export(FIXED, "port=" + taken.getLocalPort()))
          .isInstanceOf(IOException.class);
    }
  }

  private DubboEndpoint export(PoolConfig pool, String... changes) throws IOException {
    LaunchConfig config = Launches.config(pool, "redis://unused", changes);
    UnansweredCalls ofPing =
        config.executorManagement() == ExecutorManagement.PER_SERVICE
            ? new UnansweredCalls()
            : calls;
    // No test calls the services.
    AnswerCountingService services = new AnswerCountingService(null, null, calls);
    return DubboEndpoint.export(
        config,
        0,
        List.of(
            new ServiceExport<>(PermissionService.class, services, calls),
            new ServiceExport<>(PingService.class, services, ofPing)),
        new ThreadTally());
  }

  private static MeasuredExecutor pool(DubboEndpoint endpoint) {
    return (MeasuredExecutor) endpoint.executors().get(0);
  }
}
