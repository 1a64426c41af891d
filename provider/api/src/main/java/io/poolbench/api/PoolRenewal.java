package io.poolbench.api;

/**
 * Replaces the pool of an endpoint by a new one of the same configuration, without threads beyond
 * those that it starts with. Tasks of the old pool are finished; counters continue.
 *
 * @param endpoint its index in {@link LaunchConfig#endpoints()}, from 0
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
