package io.poolbench.api;

/**
 * Replaces an endpoint's pools by new ones with their initial threads. The old pools finish their
 * tasks; counters continue.
 */
public record PoolRenewal(int endpoint) implements ProviderCommand {
  static final String START = AgentProtocol.RENEW_POOL;

  public PoolRenewal {
    InvalidSettingException.requireRange("renewPool", endpoint, 0, Integer.MAX_VALUE);
  }

  /** The line, such as {@code renewPool 0}. */
  @Override
  public String toLine() {
    return START + endpoint;
  }
}
