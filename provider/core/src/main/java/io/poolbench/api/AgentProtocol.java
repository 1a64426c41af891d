package io.poolbench.api;

/**
 * The protocol between the driver and the agent in a user's own provider: the names that both sides
 * use, in addition to the READY line.
 *
 * <p>Standard input has the settings as {@code java.util.Properties}, a line {@link
 * #END_OF_CONFIG}, and then commands until the driver ends. Each message of the agent on standard
 * output is a line of its own.
 */
public final class AgentProtocol {
  /** The agent's argument if a driver is connected to standard input. */
  public static final String LAB = "lab";

  /** The line that ends the settings on standard input. */
  public static final String END_OF_CONFIG = "#end";

  /** The command that renews a pool, followed by the pool's index. */
  public static final String RENEW_POOL = "renewPool ";

  public static final String LOOPBACK = "127.0.0.1";

  /** Setting: the type of the pool, as Dubbo names it; absent = as configured. */
  public static final String THREADPOOL = "threadpool";

  /** Setting: the pool's core threads. */
  public static final String CORE_THREADS = "corethreads";

  /** Setting: the pool's maximum of threads. */
  public static final String THREADS = "threads";

  /** Setting: the capacity of the pool's queue; 0 = none. */
  public static final String QUEUES = "queues";

  /** Setting: how long an idle thread beyond the core lives, in milliseconds. */
  public static final String ALIVE = "alive";

  /** Setting: the port of the protocol whose pool is measured; 0 = the only or first one. */
  public static final String PORT = "port";

  /** Setting: the address at which the provider listens; {@link #LOOPBACK} by default. */
  public static final String BIND_HOST = "bindHost";

  /** Setting: the port of the metrics; 0 = any free one. */
  public static final String METRICS_PORT = "metricsPort";

  /** Setting: {@link #NO_REGISTRY}, or absent. */
  public static final String REGISTRY = "registry";

  /** Value of {@link #REGISTRY}: each configured registry is replaced by Dubbo's {@code N/A}. */
  public static final String NO_REGISTRY = "none";

  /** Path of {@code GET} at the metrics port: pools and services, as {@code Properties}. */
  public static final String PROVIDER_PATH = "/provider";

  /**
   * First word of the line that reports a failure of the agent: {@code BROKEN code=... reason=}.
   */
  public static final String BROKEN = "BROKEN";

  /** Code of BROKEN: the running pool is not the required one. */
  public static final String POOL_NOT_REPLACED = "pool-not-replaced";

  /** Code of BROKEN: the program has no Dubbo, or does not use it. */
  public static final String NO_DUBBO = "no-dubbo";

  /** Code of BROKEN: the agent does not support the program's version of Dubbo. */
  public static final String UNSUPPORTED_DUBBO = "unsupported-dubbo";

  /** Code of BROKEN: no service is exported on the configured port, or two protocols share it. */
  public static final String PORT_NOT_EXPORTED = "port-not-exported";

  /** Summary: time from the call of a service's method to its return, with labels. */
  public static final String METHOD = "poolbench_method_seconds";

  /** Label of {@link #METHOD}: the service's interface. */
  public static final String SERVICE_LABEL = "service";

  /** Label of {@link #METHOD}: the method's name. */
  public static final String METHOD_LABEL = "method";

  private AgentProtocol() {}
}
