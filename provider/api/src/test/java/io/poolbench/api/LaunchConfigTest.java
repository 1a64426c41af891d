package io.poolbench.api;

import static io.poolbench.api.CallLimit.Kind.EXECUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.List;
import java.util.Properties;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.StringLength;

class LaunchConfigTest {
  private static final PoolConfig FIXED = PoolConfig.of(PoolType.FIXED, null, 4, null, null);

  @Property
  void propertiesAreReadBackAsWrittenAndDoNotContainTheEndLine(
      @ForAll("endpoints") List<EndpointConfig> endpoints,
      @ForAll @IntRange(max = 1024) int ioThreads,
      @ForAll Dispatcher dispatcher,
      @ForAll ExecutorManagement management,
      @ForAll @LongRange(max = Long.MAX_VALUE) long cpuIterations,
      @ForAll @StringLength(max = 30) String uri,
      @ForAll @IntRange(min = 9, max = 65526) int port)
      throws IOException {
    LaunchConfig config =
        new LaunchConfig(
            endpoints,
            ioThreads,
            dispatcher,
            management,
            new ServiceWork(cpuIterations, ioThreads, 1 + port % 9),
            uri,
            1 + port % 1024,
            uri,
            port,
            65535 - port,
            Fidelity.STOCK,
            uri);
    StringWriter text = new StringWriter();
    config.toProperties().store(text, null);
    Properties read = new Properties();
    read.load(new StringReader(text.toString()));

    assertThat(LaunchConfig.fromProperties(read)).isEqualTo(config);
    assertThat(text.toString().lines()).doesNotContain(LaunchConfig.END_OF_CONFIG);
  }

  @Example
  void everyMissingPropertyIsNamed() {
    Properties complete =
        new LaunchConfig(
                List.of(
                    EndpointConfig.of(FIXED),
                    new EndpointConfig(
                        PoolConfig.of(PoolType.CACHED, null, 4, null, null),
                        RpcProtocol.TRI,
                        false,
                        null)),
                0,
                Dispatcher.MESSAGE,
                ExecutorManagement.ISOLATION,
                ServiceWork.NONE,
                "redis://127.0.0.1",
                1,
                LaunchConfig.LOOPBACK,
                0,
                0,
                Fidelity.QUIET,
                "")
            .toProperties();

    for (String name : complete.stringPropertyNames()) {
      Properties incomplete = new Properties();
      incomplete.putAll(complete);
      incomplete.remove(name);
      assertThatThrownBy(() -> LaunchConfig.fromProperties(incomplete))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("'" + name + "'");
    }
  }

  @Example
  void endpointsHaveConsecutivePortsOrAnyFreeOnes() {
    assertThat(ports(20880)).containsExactly(20880, 20881, 9464, 9465);
    assertThat(ports(0)).containsExactly(0, 0, 9464, 9465);
    assertThatThrownBy(() -> ports(65535)).isInstanceOf(InvalidSettingException.class);
  }

  @Example
  void aPoolPerServiceIsIsolationToDubbo() {
    assertThat(ExecutorManagement.PER_SERVICE.id()).isEqualTo("per-service");
    assertThat(ExecutorManagement.PER_SERVICE.dubboMode()).isEqualTo("isolation");
    assertThat(ExecutorManagement.DEFAULT.dubboMode()).isEqualTo("default");
  }

  private static LaunchConfig config(EndpointConfig endpoint, int port) {
    return new LaunchConfig(
        List.of(endpoint, endpoint),
        0,
        Dispatcher.MESSAGE,
        ExecutorManagement.ISOLATION,
        ServiceWork.NONE,
        "redis://127.0.0.1",
        1,
        LaunchConfig.LOOPBACK,
        port,
        9464,
        Fidelity.QUIET,
        "");
  }

  private static List<Integer> ports(int port) {
    LaunchConfig config = config(EndpointConfig.of(FIXED), port);
    return List.of(config.port(0), config.port(1), config.metricsPort(0), config.metricsPort(1));
  }

  @Provide
  Arbitrary<List<EndpointConfig>> endpoints() {
    return Combinators.combine(
            Arbitraries.of(PoolType.values()),
            Arbitraries.integers().between(1, PoolConfig.UNBOUNDED - 1),
            Arbitraries.integers().greaterOrEqual(1),
            Arbitraries.longs().greaterOrEqual(0))
        .as(
            (type, threads, queues, alive) ->
                new EndpointConfig(
                    PoolConfig.of(
                        type,
                        null,
                        type.hasSizes() ? threads : null,
                        type.hasSizes() ? queues : null,
                        type.isElastic() ? alive : null),
                    queues % 2 == 0 ? RpcProtocol.DUBBO : RpcProtocol.TRI,
                    threads % 2 == 0,
                    queues % 2 == 0 ? null : new CallLimit(EXECUTES, threads, "findUserInfo")))
        .list()
        .ofMinSize(1)
        .ofMaxSize(5);
  }
}
