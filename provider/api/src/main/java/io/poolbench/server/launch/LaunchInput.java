package io.poolbench.server.launch;

import io.poolbench.api.ContractJson;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.LaunchConfig;
import io.poolbench.api.ProviderCommand;
import io.poolbench.core.StartException;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.function.Predicate;
import org.slf4j.LoggerFactory;

/** The provider's standard input: configuration, then commands. See {@link LaunchConfig}. */
record LaunchInput(BufferedReader input) {
  <C extends Record> C readConfig(Class<C> type) throws IOException, StartException {
    String config = input.readLine();
    if (config == null) {
      throw new StartException(
          "standard input ended before the launch configuration (the driver writes it)");
    }
    try {
      return ContractJson.read(config, type);
    } catch (InvalidSettingException e) {
      throw new StartException(e.setting() + ": " + e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new StartException("invalid launch configuration: " + e.getMessage(), e);
    }
  }

  /**
   * Passes commands on until the input ends or fails, which means that the driver has ended. Other
   * lines, and commands that are not carried out, are ignored with a warning: they are no reason to
   * end a measured provider.
   *
   * @param commands carries a command out, and returns whether it did
   */
  void awaitEnd(Predicate<ProviderCommand> commands) {
    try {
      for (String line = input.readLine(); line != null; line = input.readLine()) {
        if (ProviderCommand.parse(line).filter(commands).isEmpty()) {
          // Not a constant, because the configuration determines the logging.
          LoggerFactory.getLogger(LaunchInput.class).warn("Ignored on standard input: '{}'", line);
        }
      }
    } catch (IOException broken) {
      return;
    }
  }
}
