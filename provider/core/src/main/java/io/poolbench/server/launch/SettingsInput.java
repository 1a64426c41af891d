package io.poolbench.server.launch;

import io.poolbench.api.AgentProtocol;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.Optional;
import java.util.Properties;

/** Reads settings from the beginning of a process's standard input. */
public final class SettingsInput {
  private SettingsInput() {}

  /** Reads up to {@link AgentProtocol#END_OF_CONFIG}; empty if the input ends before that line. */
  public static Optional<Properties> read(BufferedReader input) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      if (line.equals(AgentProtocol.END_OF_CONFIG)) {
        Properties properties = new Properties();
        properties.load(new StringReader(text.toString()));
        return Optional.of(properties);
      }
      text.append(line).append('\n');
    }
    return Optional.empty();
  }
}
