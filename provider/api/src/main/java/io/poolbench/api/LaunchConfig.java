package io.poolbench.api;

import io.poolbench.core.AgentProtocol;
import io.poolbench.core.ProviderRequest;
import java.util.List;
import java.util.Objects;

/**
 * The configuration of a provider process.
 *
 * <p>The driver writes it to the process's standard input, as the first line, in the form of {@link
 * ContractJson}, so that secrets such as a Redis password do not appear in the process list. The
 * end of that input means that the driver has ended. After {@link Ready}, each further line is a
 * {@link ProviderRequest}, which the provider answers by a line on its standard output. Any other
 * line is ignored, with a warning in the provider's log.
 *
 * @param endpoints the exports of the service, one or more
 * @param ioThreads Netty's I/O threads; 0 = Dubbo's default, one more than there are CPUs
 * @param dispatcher the events that run in the business pool
 * @param executorManagement the thread that decodes requests, and the services that share a pool
 * @param work a call's work in addition to its Redis read
 * @param redisUri the Redis, as a Lettuce URI
 * @param redisConnections connections to Redis, shared by all threads
 * @param redisLatency added to each read of Redis
 * @param bindHost the address to listen at; {@link #LOOPBACK} unless the study opens it
 * @param port port of the first endpoint, each further endpoint has the next port; 0 = any free
 *     ones
 * @param fidelity active features of Dubbo
 * @param reportFolder where a {@link Fidelity#STOCK} provider logs refused calls and dumps threads
 */
public record LaunchConfig(
    List<EndpointConfig> endpoints,
    int ioThreads,
    Dispatcher dispatcher,
    ExecutorManagement executorManagement,
    ServiceWork work,
    String redisUri,
    int redisConnections,
    AddedLatency redisLatency,
    String bindHost,
    int port,
    Fidelity fidelity,
    String reportFolder) {

  private static final int MAX_ENDPOINTS = 100;
  static final int MAX_PORT = 65535;

  public static final String LOOPBACK = AgentProtocol.LOOPBACK;

  public LaunchConfig {
    endpoints = List.copyOf(endpoints);
    InvalidSettingException.requireRange("endpoints", endpoints.size(), 1, MAX_ENDPOINTS);
    Objects.requireNonNull(dispatcher, "dispatcher");
    Objects.requireNonNull(executorManagement, "executorManagement");
    Objects.requireNonNull(work, "work");
    Objects.requireNonNull(redisUri, "redisUri");
    Objects.requireNonNull(redisLatency, "redisLatency");
    Objects.requireNonNull(bindHost, "bindHost");
    Objects.requireNonNull(fidelity, "fidelity");
    Objects.requireNonNull(reportFolder, "reportFolder");
    InvalidSettingException.requireRange("redisConnections", redisConnections, 1, 1024);
    InvalidSettingException.requireRange("ioThreads", ioThreads, 0, 1024);
    InvalidSettingException.requireRange("port", port, 0, MAX_PORT - endpoints.size() + 1);
  }

  /** The port of an endpoint, by its index; 0 = any free one. */
  public int port(int endpoint) {
    return port == 0 ? 0 : port + endpoint;
  }

  /**
   * The events of a connection that run in the business pool, by the names of Dubbo's extensions.
   */
  public enum Dispatcher implements Named {
    /** Requests only. */
    MESSAGE,
    /** Requests, connects and disconnects, which all compete for threads. */
    ALL,
    /** Nothing: the service runs on the I/O thread. */
    DIRECT
  }

  /**
   * The thread on which Dubbo decodes a request ({@code
   * dubbo.application.executor-management-mode}), and the services that share a business pool.
   */
  public enum ExecutorManagement implements Named {
    /** Decodes on the I/O thread; all services share a pool. The default of Dubbo 3. */
    ISOLATION,
    /** Decodes as {@link #ISOLATION}; each service has a pool of its own, by {@code executor}. */
    PER_SERVICE
  }

  /** Which features of Dubbo and of its Redis client are active that calls do not need. */
  public enum Fidelity implements Named {
    /**
     * Dubbo's defaults: its transport and filters, a log entry for each refused call, a dump of all
     * threads at the first one; Lettuce's timer for each read.
     */
    STOCK,
    /** Epoll; no filters of metrics and tracing, no log entries, thread dumps and timers. */
    QUIET
  }

  /**
   * The work of a call of {@link PermissionService#findUserInfo} in addition to its Redis read.
   *
   * @param cpuIterations rounds of arithmetic; a fixed count, as a timed spin would hide contention
   * @param garbageBytes bytes allocated and dropped
   * @param bursts equal parts of the arithmetic; the thread yields its CPU between two of them
   * @param threadLocalBytes size of a buffer that each thread keeps, as serializers do; 0 = none
   */
  public record ServiceWork(
      long cpuIterations, int garbageBytes, int bursts, int threadLocalBytes) {
    public static final ServiceWork NONE = new ServiceWork(0, 0, 1, 0);

    private static final int MAX_BYTES = 64 << 20;

    public ServiceWork {
      InvalidSettingException.requireRange("cpuIterations", cpuIterations, 0, Long.MAX_VALUE);
      InvalidSettingException.requireRange("garbage", garbageBytes, "B", 0, MAX_BYTES, "0B..64MiB");
      InvalidSettingException.requireRange(
          "threadLocal", threadLocalBytes, "B", 0, MAX_BYTES, "0B..64MiB");
      InvalidSettingException.requireRange("bursts", bursts, 1, 1000);
    }

    public ServiceWork withCpuIterations(long other) {
      return new ServiceWork(other, garbageBytes, bursts, threadLocalBytes);
    }
  }
}
