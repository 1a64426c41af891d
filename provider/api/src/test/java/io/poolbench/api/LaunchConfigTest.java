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
import org.junit.jupiter.api.Test;

class LaunchConfigTest {
  private static final PoolConfig FIXED = PoolConfig.of(PoolType.FIXED, null, 4, null, null);

  /** A line break in a value, or a line separator, does not end the line. */
  @Test
  void itIsReadBackAsWrittenInOneLine() {
    LaunchConfig config =
        new LaunchConfig(
            List.of(
                new EndpointConfig(
                    PoolConfig.of(PoolType.LIMITED, 2, 4, 100, null),
                    RpcProtocol.TRI,
                    new CallLimit(EXECUTES, 3, "findUserInfo")),
                new EndpointConfig(FIXED, RpcProtocol.DUBBO, null)),
            5,
            Dispatcher.DIRECT,
            ExecutorManagement.PER_SERVICE,
            new ServiceWork(Long.MAX_VALUE, 6, 7, 8),
            "redis://:\"p\u00e4ss\\word\r\n\u2028@h",
            9,
            new AddedLatency(11, 12),
            "0.0.0.0",
            10,
            Fidelity.STOCK,
            "a folder\t\ud83d\ude80");
    String line = ContractJson.write(config);

    assertThat(line).hasLineCount(1);
    assertThat(ContractJson.read(line, LaunchConfig.class)).isEqualTo(config);
  }

  @Test
  void everyMissingValueIsNamed() {
    JsonObject complete =
        JsonParser.parseString(
                ContractJson.write(config(new EndpointConfig(FIXED, RpcProtocol.DUBBO, null), 1)))
            .getAsJsonObject();

    for (String name : complete.keySet()) {
      JsonObject incomplete = complete.deepCopy();
      incomplete.remove(name);
      assertThatThrownBy(() -> ContractJson.read(incomplete.toString(), LaunchConfig.class))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("'" + name + "'");
    }
  }

  @Test
  void anInvalidValueInsideIsNamedWithoutTheOthers() {
    String line = ContractJson.write(config(new EndpointConfig(FIXED, RpcProtocol.DUBBO, null), 1));

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

  @Test
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
        AddedLatency.NONE,
        LaunchConfig.LOOPBACK,
        port,
        Fidelity.QUIET,
        "");
  }

  private static List<Integer> ports(int port) {
    LaunchConfig config = config(new EndpointConfig(FIXED, RpcProtocol.DUBBO, null), port);
    return List.of(config.port(0), config.port(1));
  }
}
