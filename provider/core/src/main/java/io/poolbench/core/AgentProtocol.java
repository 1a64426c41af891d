package io.poolbench.core;

/**
 * The names that the driver and the agent in a user's own provider share.
 *
 * <p>Standard input has an {@link AgentLaunch} in its first line, and then a {@link
 * ProviderRequest} in each line until the driver ends. Each message of the agent on standard output
 * is a line of its own.
 */
public final class AgentProtocol {
  /** The agent's argument if a driver is connected to standard input. */
  public static final String LAB = "lab";

  /**
   * Start of the agent's argument in a program that drivers attach to while it runs; the rest is
   * the path of the file that contains the address.
   */
  public static final String ATTACH = "attach=";

  /** Start of the line that reports that a provider accepts calls, before its JSON. */
  public static final String READY = "READY ";

  /** Start of the line that answers a {@link ProviderRequest}, before its JSON. */
  public static final String ANSWER = "ANSWER ";

  /**
   * The request for the {@link ProviderMetrics} of an endpoint, whose index is the argument. The
   * result has their values by name.
   */
  public static final String COUNTERS = "counters";

  /**
   * The request for the {@link ProviderHistograms} of an endpoint, whose index is the argument. The
   * result has their texts by name.
   */
  public static final String HISTOGRAMS = "histograms";

  /** The request for an agent's report on pools and services. */
  public static final String REPORT = "report";

  /**
   * The request that changes the CPU work of calls of poolbench's own provider; the argument is the
   * new number of rounds of arithmetic.
   */
  public static final String CHANGE_WORK = "cpuIterations";

  /**
   * The request that changes the latency that poolbench's own provider adds to each read of Redis;
   * the argument is the new one as JSON.
   */
  public static final String CHANGE_REDIS_LATENCY = "redisLatency";

  /**
   * The request that replaces a pool by a new one with its initial threads; the argument is the
   * pool's index. The old pool finishes its tasks; counters continue.
   */
  public static final String RENEW_POOL = "renewPool";

  /**
   * The request that replaces the pool of an agent; the argument is an {@link AgentLaunch#ofPool}.
   * Without parameters, it is the pool that the program configures. The pool that runs is read back
   * by {@link #REPORT}.
   */
  public static final String USE_POOL = "usePool";

  /**
   * The request that makes an agent sample the program's threads if the argument is {@code true},
   * or stop; the result of the latter has the samples.
   */
  public static final String SAMPLE_SITES = "sampleSites";

  /**
   * The request that makes an agent change the maximum of a pool of connections; the argument is
   * the new one, a space and the pool's name. The samples have the maximum that holds.
   */
  public static final String RESIZE_CONNECTIONS = "resizeConnections";

  public static final String LOOPBACK = "127.0.0.1";

  /**
   * The limit of a line in characters. The longest is a report, with some kilobytes for each
   * service that is exported.
   */
  public static final int MAX_LINE = 8 << 20;

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

  /** Code of BROKEN: the program listens at an address that other hosts can reach. */
  public static final String OPEN_LISTENER = "open-listener";

  /** Code of BROKEN: code of the agent failed, or cannot run in this JVM. */
  public static final String AGENT_FAILED = "agent-failed";

  private AgentProtocol() {}
}
