package io.poolbench.server.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.api.ContractJson;
import io.poolbench.api.ProviderCommand;
import io.poolbench.api.ProviderCommand.PoolRenewal;
import io.poolbench.api.ProviderCommand.WorkChange;
import io.poolbench.api.WebLaunchConfig.Delay;
import io.poolbench.core.StartException;
import java.io.BufferedReader;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LaunchInputTest {
  @Test
  void afterTheConfigurationOnlyCommandsAreRead() throws Exception {
    Delay config = new Delay(7);
    LaunchInput input =
        input(
            ContractJson.write(config)
                + "\nport=1\ncpuIterations=7\n\ncpuIterations=many\ncpuIterations=0\nrenewPool 0\n");
    List<ProviderCommand> commands = new ArrayList<>();

    assertThat(input.readConfig(Delay.class)).isEqualTo(config);
    input.awaitEnd(commands::add);
    assertThat(commands).containsExactly(new WorkChange(7), new WorkChange(0), new PoolRenewal(0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                 | standard input ended",
        "port=1             | invalid launch configuration: ",
        "{\"delayMillis\":-1} | delay: -1ms "
      })
  void anInputWithoutAValidConfigurationIsAStartFailure(String text, String problem) {
    assertThatThrownBy(() -> input(text).readConfig(Delay.class))
        .isInstanceOf(StartException.class)
        .hasMessageStartingWith(problem);
  }

  private static LaunchInput input(String text) {
    return new LaunchInput(new BufferedReader(new StringReader(text)));
  }
}
