package io.poolbench.api;

import java.util.Optional;

/**
 * Replaces the pool of an endpoint by a new one of the same configuration, without threads beyond
 * those that it starts with. Tasks of the old pool are finished; counters continue.
 *
 * @param endpoint its index in {@link LaunchConfig#endpoints()}, from 0
 */
public record PoolRenewal(int endpoint) implements ProviderCommand {
  private static final String START = AgentProtocol.RENEW_POOL;

  public PoolRenewal {
    InvalidSettingException.requireRange("renewPool", endpoint, 0, Integer.MAX_VALUE);
  }

  /** The line, such as {@code renewPool 0}. */
  @Override
  public String toLine() {
    return START + endpoint;
  }

  /** The content of such a line; empty for any other line. */
  static Optional<PoolRenewal> parse(String line) {
    if (!line.startsWith(START)) {
      return Optional.empty();
    }
    try {
      return Optional.of(new PoolRenewal(Integer.parseInt(line.substring(START.length()))));
    } catch (IllegalArgumentException invalid) {
      return Optional.empty();
    }
  }
}
