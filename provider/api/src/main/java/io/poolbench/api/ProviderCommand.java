package io.poolbench.api;

import io.poolbench.core.AgentLaunch;
import io.poolbench.core.AgentProtocol;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** A command to a running provider, which repeats its line when done: see {@link LaunchConfig}. */
public sealed interface ProviderCommand {
  String toLine();

  /** The command in a line; empty for any other line. */
  static Optional<ProviderCommand> parse(String line) {
    try {
      if (line.startsWith(WorkChange.START)) {
        return Optional.of(
            new WorkChange(Long.parseLong(line.substring(WorkChange.START.length()))));
      }
      if (line.startsWith(PoolRenewal.START)) {
        return Optional.of(
            new PoolRenewal(Integer.parseInt(line.substring(PoolRenewal.START.length()))));
      }
      if (line.startsWith(PoolUse.START)) {
        return Optional.of(new PoolUse(AgentLaunch.pool(line.substring(PoolUse.START.length()))));
      }
      if (line.startsWith(SiteSampling.START)) {
        return Optional.of(
            new SiteSampling(Boolean.parseBoolean(line.substring(SiteSampling.START.length()))));
      }
      if (line.startsWith(ConnectionsResize.START)) {
        String[] parts = line.substring(ConnectionsResize.START.length()).split(" ", 2);
        return Optional.of(new ConnectionsResize(parts[1], Integer.parseInt(parts[0])));
      }
    } catch (IllegalArgumentException | IndexOutOfBoundsException invalid) {
      // Treated as any other line.
    }
    return Optional.empty();
  }

  /** Changes a running provider's work, for calls that begin from then on. */
  record WorkChange(long cpuIterations) implements ProviderCommand {
    private static final String START = "cpuIterations=";

    public WorkChange {
      InvalidSettingException.requireRange("cpuIterations", cpuIterations, 0, Long.MAX_VALUE);
    }

    /** The line, such as {@code cpuIterations=12345}. */
    @Override
    public String toLine() {
      return START + cpuIterations;
    }
  }

  /**
   * Replaces an endpoint's pools by new ones with their initial threads. The old pools finish their
   * tasks; counters continue.
   */
  record PoolRenewal(int endpoint) implements ProviderCommand {
    private static final String START = AgentProtocol.RENEW_POOL;

    public PoolRenewal {
      InvalidSettingException.requireRange("renewPool", endpoint, 0, Integer.MAX_VALUE);
    }

    /** The line, such as {@code renewPool 0}. */
    @Override
    public String toLine() {
      return START + endpoint;
    }
  }

  /**
   * Replaces the pool of a target, whose agent is the only one to know this command.
   *
   * @param pool the parameters of the new pool in a URL of Dubbo; empty = as the target configures
   */
  record PoolUse(Map<String, String> pool) implements ProviderCommand {
    private static final String START = AgentProtocol.USE_POOL;

    public PoolUse {
      pool = Map.copyOf(pool);
    }

    /** The line, such as <code>usePool {"pool":{"threadpool":"fixed","threads":"8"}}</code>. */
    @Override
    public String toLine() {
      return START + ContractJson.write(this);
    }
  }

  /**
   * Makes a target's agent change the maximum of a pool of connections. A pool whose library does
   * not allow that keeps it.
   */
  record ConnectionsResize(String name, int size) implements ProviderCommand {
    private static final String START = AgentProtocol.RESIZE_CONNECTIONS;

    public ConnectionsResize {
      Objects.requireNonNull(name, "name");
      InvalidSettingException.requireRange("size", size, 1, Integer.MAX_VALUE);
    }

    /** The line, such as {@code resizeConnections 12 HikariPool-1}. */
    @Override
    public String toLine() {
      return START + size + " " + name;
    }
  }

  /** Makes a target's agent sample the business threads, from then on or no longer. */
  record SiteSampling(boolean on) implements ProviderCommand {
    private static final String START = AgentProtocol.SAMPLE_SITES;

    /** The line, such as {@code sampleSites true}. */
    @Override
    public String toLine() {
      return START + on;
    }
  }
}
