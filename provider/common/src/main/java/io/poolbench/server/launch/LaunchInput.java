package io.poolbench.server.launch;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.LaunchConfig;
import io.poolbench.api.ProviderCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.LoggerFactory;

/** The provider's standard input: configuration, then commands. See {@link LaunchConfig}. */
final class LaunchInput {
  private final BufferedReader input;

  LaunchInput(BufferedReader input) {
    this.input = input;
  }

  <C> C readConfig(Function<Properties, C> parser) throws IOException, StartException {
    try {
      Optional<Properties> properties = SettingsInput.read(input);
      if (properties.isEmpty()) {
        throw new StartException(
            "configuration ended before '"
                + LaunchConfig.END_OF_CONFIG
                + "' (the driver writes it to standard input)");
      }
      return parser.apply(properties.get());
    } catch (InvalidSettingException e) {
      throw new StartException(e.setting() + ": " + e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new StartException("invalid launch configuration: " + e.getMessage(), e);
    }
  }

  /**
   * Passes commands on until the input ends or fails, which means that the driver has ended. Other
   * lines are ignored with a warning: they are no reason to end a measured provider.
   */
  void awaitEnd(Consumer<ProviderCommand> commands) {
    try {
      for (String line = input.readLine(); line != null; line = input.readLine()) {
        Optional<ProviderCommand> command = ProviderCommand.parse(line);
        if (command.isEmpty()) {
          // Not a constant, because the configuration determines the logging.
          LoggerFactory.getLogger(LaunchInput.class).warn("Ignored on standard input: '{}'", line);
        }
        command.ifPresent(commands);
      }
    } catch (IOException broken) {
      return;
    }
  }
}
