package io.poolbench.server;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.LaunchConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.io.Writer;
import java.util.Properties;

/**
 * The provider's standard input: first its configuration, then nothing until the driver is gone.
 * See {@link LaunchConfig}.
 */
final class LaunchInput {
  private final BufferedReader input;

  LaunchInput(BufferedReader input) {
    this.input = input;
  }

  /**
   * Reads the configuration, and no further.
   *
   * @throws StartException where it is incomplete or not valid
   */
  LaunchConfig readConfig() throws IOException, StartException {
    StringBuilder text = new StringBuilder();
    String line = input.readLine();
    while (line != null && !line.equals(LaunchConfig.END_OF_CONFIG)) {
      text.append(line).append('\n');
      line = input.readLine();
    }
    if (line == null) {
      throw new StartException(
          "standard input ended before the line '"
              + LaunchConfig.END_OF_CONFIG
              + "'; the driver starts this process and writes its configuration there");
    }
    try {
      Properties properties = new Properties();
      properties.load(new StringReader(text.toString()));
      return LaunchConfig.fromProperties(properties);
    } catch (InvalidSettingException e) {
      throw new StartException(e.setting() + ": " + e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new StartException("the launch configuration is not valid: " + e.getMessage(), e);
    }
  }

  /** Returns when the input has ended, or broke: the driver is gone. */
  void awaitEnd() {
    try {
      input.transferTo(Writer.nullWriter());
    } catch (IOException broken) {
      return;
    }
  }
}
