package io.poolbench.agent;

import io.poolbench.api.AgentProtocol;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/** The agent's settings. Immutable. */
final class AgentSettings {
  /** The settings of a pool, which are also the parameters in Dubbo's URLs. */
  static final List<String> POOL =
      Arrays.asList(
          AgentProtocol.THREADPOOL,
          AgentProtocol.CORE_THREADS,
          AgentProtocol.THREADS,
          AgentProtocol.QUEUES,
          AgentProtocol.ALIVE);

  private static final int MAX_PORT = 65_535;

  private final Map<String, String> pool;
  private final int port;
  private final String bindHost;
  private final int metricsPort;
  private final boolean hasRegistry;

  private AgentSettings(
      Map<String, String> pool, int port, String bindHost, int metricsPort, boolean hasRegistry) {
    this.pool = Collections.unmodifiableMap(pool);
    this.port = port;
    this.bindHost = bindHost;
    this.metricsPort = metricsPort;
    this.hasRegistry = hasRegistry;
  }

  static AgentSettings of(Properties properties) {
    Map<String, String> pool = new LinkedHashMap<>();
    for (String name : POOL) {
      String value = properties.getProperty(name);
      if (value != null) {
        pool.put(name, value);
      }
    }
    pool.computeIfPresent(AgentProtocol.ALIVE, (name, millis) -> dubbosInt(name, millis));
    if (!pool.isEmpty() && !pool.containsKey(AgentProtocol.THREADPOOL)) {
      throw new IllegalArgumentException(
          AgentProtocol.THREADPOOL + ": missing beside " + String.join(", ", pool.keySet()));
    }
    return new AgentSettings(
        pool,
        port(properties, AgentProtocol.PORT),
        properties.getProperty(AgentProtocol.BIND_HOST, AgentProtocol.LOOPBACK),
        port(properties, AgentProtocol.METRICS_PORT),
        !AgentProtocol.NO_REGISTRY.equals(properties.getProperty(AgentProtocol.REGISTRY)));
  }

  /** Limits a keep-alive time to an int, as Dubbo requires; studies use longer times. */
  private static String dubbosInt(String name, String millis) {
    try {
      return Long.toString(Math.min(Long.parseLong(millis), Integer.MAX_VALUE));
    } catch (NumberFormatException invalid) {
      throw new IllegalArgumentException(name + ": invalid number '" + millis + "'", invalid);
    }
  }

  private static int port(Properties properties, String name) {
    String text = properties.getProperty(name, "0");
    try {
      int port = Integer.parseInt(text);
      if (port >= 0 && port <= MAX_PORT) {
        return port;
      }
    } catch (NumberFormatException invalid) {
      // Reported below, in the same way as a number out of range.
    }
    throw new IllegalArgumentException(
        name + ": invalid port '" + text + "' (valid: 0.." + MAX_PORT + ")");
  }

  /** The pool to build, as parameters of a Dubbo URL; empty: as configured. */
  Optional<Map<String, String>> pool() {
    return pool.isEmpty() ? Optional.empty() : Optional.of(pool);
  }

  /** The port whose pool is measured; 0 = the first. */
  int port() {
    return port;
  }

  String bindHost() {
    return bindHost;
  }

  /** Whether the provider connects to its configured registries. */
  boolean hasRegistry() {
    return hasRegistry;
  }

  /** The port of the metrics; 0 = any free one. */
  int metricsPort() {
    return metricsPort;
  }
}
