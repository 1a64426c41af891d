package io.poolbench.server.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.api.Dispatcher;
import io.poolbench.api.EndpointConfig;
import io.poolbench.api.ExecutorManagement;
import io.poolbench.api.Fidelity;
import io.poolbench.api.LaunchConfig;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolRenewal;
import io.poolbench.api.PoolType;
import io.poolbench.api.ProviderCommand;
import io.poolbench.api.ServiceWork;
import io.poolbench.api.WorkChange;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class LaunchInputTest {
  private static final LaunchConfig CONFIG =
      new LaunchConfig(
          List.of(EndpointConfig.of(PoolConfig.of(PoolType.FIXED, null, 4, 100, null))),
          0,
          Dispatcher.MESSAGE,
          ExecutorManagement.ISOLATION,
          ServiceWork.NONE,
          "redis://:pässword@127.0.0.1:6379",
          1,
          LaunchConfig.LOOPBACK,
          20880,
          0,
          Fidelity.QUIET,
          "");

  @Test
  void afterTheConfigurationOnlyCommandsAreRead() throws Exception {
    LaunchInput input =
        input(
            text(CONFIG.toProperties())
                + "#end\nport=1\ncpuIterations=7\n\ncpuIterations=many\ncpuIterations=0\nrenewPool 0\n");
    List<ProviderCommand> commands = new ArrayList<>();

    assertThat(input.readConfig(LaunchConfig::fromProperties)).isEqualTo(CONFIG);
    input.awaitEnd(commands::add);
    assertThat(commands).containsExactly(new WorkChange(7), new WorkChange(0), new PoolRenewal(0));
  }

  @Test
  void anInputThatEndsEarlyIsAStartFailure() {
    assertThatThrownBy(
            () -> input(text(CONFIG.toProperties())).readConfig(LaunchConfig::fromProperties))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("#end");
  }

  @Test
  void anImpossiblePoolNamesItsSetting() {
    Properties properties = CONFIG.toProperties();
    properties.setProperty("0.threads", "0");

    assertThatThrownBy(
            () -> input(text(properties) + "#end\n").readConfig(LaunchConfig::fromProperties))
        .isInstanceOf(StartException.class)
        .hasMessageStartingWith("threads: 0 ");
  }

  private static LaunchInput input(String text) {
    return new LaunchInput(new BufferedReader(new StringReader(text)));
  }

  private static String text(Properties properties) throws IOException {
    StringWriter text = new StringWriter();
    properties.store(text, null);
    return text.toString();
  }
}
