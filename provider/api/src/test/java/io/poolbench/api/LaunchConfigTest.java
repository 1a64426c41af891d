package io.poolbench.api;

import static io.poolbench.api.CallLimit.Kind.EXECUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.poolbench.api.LaunchConfig.Dispatcher;
import io.poolbench.api.LaunchConfig.ExecutorManagement;
import io.poolbench.api.LaunchConfig.Fidelity;
import io.poolbench.api.LaunchConfig.ServiceWork;
import java.util.List;
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
  void itIsReadBackAsWrittenInOneLine(
      @ForAll("endpoints") List<EndpointConfig> endpoints,
      @ForAll @IntRange(max = 1024) int ioThreads,
      @ForAll Dispatcher dispatcher,
      @ForAll ExecutorManagement management,
      @ForAll @LongRange(max = Long.MAX_VALUE) long cpuIterations,
      @ForAll @StringLength(max = 30) String uri,
      @ForAll @IntRange(min = 9, max = 65526) int port) {
    LaunchConfig config =
        new LaunchConfig(
            endpoints,
            ioThreads,
            dispatcher,
            management,
            new ServiceWork(cpuIterations, ioThreads, 1 + port % 9, 0),
            uri,
            1 + port % 1024,
            uri,
            port,
            Fidelity.STOCK,
            uri);
    String line = ContractJson.write(config);

    assertThat(line).hasLineCount(1);
    assertThat(ContractJson.read(line, LaunchConfig.class)).isEqualTo(config);
  }

  @Example
  void everyMissingValueIsNamed() {
    JsonObject complete =
        JsonParser.parseString(ContractJson.write(config(new EndpointConfig(FIXED, true, null), 1)))
            .getAsJsonObject();

    for (String name : complete.keySet()) {
      JsonObject incomplete = complete.deepCopy();
      incomplete.remove(name);
      assertThatThrownBy(() -> ContractJson.read(incomplete.toString(), LaunchConfig.class))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("'" + name + "'");
    }
  }

  @Example
  void anInvalidValueInsideIsNamedWithoutTheOthers() {
    String line = ContractJson.write(config(new EndpointConfig(FIXED, true, null), 1));

    assertThatThrownBy(
            () ->
                ContractJson.read(
                    line.replace("\"threads\":4", "\"threads\":0"), LaunchConfig.class))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageNotContaining("redis");
    assertThatThrownBy(
            () -> ContractJson.read(line.replace("\"fixed\"", "\"bogus\""), LaunchConfig.class))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("'bogus' (valid: fixed, cached, ");
    assertThatThrownBy(() -> ContractJson.read("port=1", LaunchConfig.class))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Example
  void endpointsHaveConsecutivePortsOrAnyFreeOnes() {
    assertThat(ports(20880)).containsExactly(20880, 20881);
    assertThat(ports(0)).containsExactly(0, 0);
    assertThatThrownBy(() -> ports(65535)).isInstanceOf(InvalidSettingException.class);
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
        Fidelity.QUIET,
        "");
  }

  private static List<Integer> ports(int port) {
    LaunchConfig config = config(new EndpointConfig(FIXED, true, null), port);
    return List.of(config.port(0), config.port(1));
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
