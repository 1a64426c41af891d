package io.poolbench.server.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.api.ContractJson;
import io.poolbench.api.EndpointConfig;
import io.poolbench.api.LaunchConfig;
import io.poolbench.api.LaunchConfig.Dispatcher;
import io.poolbench.api.LaunchConfig.ExecutorManagement;
import io.poolbench.api.LaunchConfig.Fidelity;
import io.poolbench.api.LaunchConfig.ServiceWork;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.api.ProviderCommand;
import io.poolbench.api.ProviderCommand.PoolRenewal;
import io.poolbench.api.ProviderCommand.WorkChange;
import io.poolbench.core.StartException;
import java.io.BufferedReader;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LaunchInputTest {
  private static final LaunchConfig CONFIG =
      new LaunchConfig(
          List.of(
              new EndpointConfig(PoolConfig.of(PoolType.FIXED, null, 4, 100, null), true, null)),
          0,
          Dispatcher.MESSAGE,
          ExecutorManagement.ISOLATION,
          ServiceWork.NONE,
          "redis://:pässword@127.0.0.1:6379",
          1,
          LaunchConfig.LOOPBACK,
          20880,
          Fidelity.QUIET,
          "");
  private static final String LINE = ContractJson.write(CONFIG);

  @Test
  void afterTheConfigurationOnlyCommandsAreRead() throws Exception {
    LaunchInput input =
        input(
            LINE
                + "\nport=1\ncpuIterations=7\n\ncpuIterations=many\ncpuIterations=0\nrenewPool 0\n");
    List<ProviderCommand> commands = new ArrayList<>();

    assertThat(input.readConfig(LaunchConfig.class)).isEqualTo(CONFIG);
    input.awaitEnd(commands::add);
    assertThat(commands).containsExactly(new WorkChange(7), new WorkChange(0), new PoolRenewal(0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''               | standard input ended",
        "port=1           | invalid launch configuration: ",
      })
  void anInputWithoutAConfigurationIsAStartFailure(String text, String problem) {
    assertThatThrownBy(() -> input(text).readConfig(LaunchConfig.class))
        .isInstanceOf(StartException.class)
        .hasMessageStartingWith(problem);
  }

  @Test
  void anImpossiblePoolNamesItsSetting() {
    String impossible = LINE.replace("\"threads\":4", "\"threads\":0");

    assertThatThrownBy(() -> input(impossible).readConfig(LaunchConfig.class))
        .isInstanceOf(StartException.class)
        .hasMessageStartingWith("threads: 0 ")
        .hasMessageNotContaining("pässword");
  }

  private static LaunchInput input(String text) {
    return new LaunchInput(new BufferedReader(new StringReader(text)));
  }
}
