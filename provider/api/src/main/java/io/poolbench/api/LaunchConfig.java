package io.poolbench.api;

import java.util.Objects;
import java.util.Properties;

/**
 * The configuration of a provider process.
 *
 * <p>The driver writes it to the process's standard input as Java properties, ended by a line
 * {@link #END_OF_CONFIG}, so that the process list shows nothing of it, such as a Redis password.
 * The driver keeps that input open; its end means that the driver has ended. After {@link Ready},
 * each further line may be a {@link WorkChange}: it applies from the next call on, and the provider
 * then repeats the line on its standard output. Any other line is ignored, with a warning in the
 * provider's log.
 *
 * @param pool the business pool
 * @param ioThreads Netty's I/O threads; 0 = Dubbo's default, one more than there are CPUs
 * @param dispatcher the events that run in the business pool
 * @param executorManagement the thread that decodes requests
 * @param work a call's work beside its Redis read
 * @param redisUri the Redis, as a Lettuce URI
 * @param redisConnections connections to Redis that all threads share
 * @param bindHost the address to listen at; {@link #LOOPBACK} unless the study opens it
 * @param port the port of the dubbo protocol; 0 = any free one
 * @param metricsPort the port of the metrics; 0 = any free one
 */
public record LaunchConfig(
    PoolConfig pool,
    int ioThreads,
    Dispatcher dispatcher,
    ExecutorManagement executorManagement,
    ServiceWork work,
    String redisUri,
    int redisConnections,
    String bindHost,
    int port,
    int metricsPort) {
  /** The line that ends the properties on the provider's standard input. */
  public static final String END_OF_CONFIG = "#end";

  /** Name of {@link ServiceWork#cpuIterations()}, in the configuration and in changes. */
  static final String CPU_ITERATIONS = "cpuIterations";

  /** The address that only this machine can reach. */
  public static final String LOOPBACK = "127.0.0.1";

  public LaunchConfig {
    Objects.requireNonNull(pool, "pool");
    Objects.requireNonNull(dispatcher, "dispatcher");
    Objects.requireNonNull(executorManagement, "executorManagement");
    Objects.requireNonNull(work, "work");
    Objects.requireNonNull(redisUri, "redisUri");
    Objects.requireNonNull(bindHost, "bindHost");
    InvalidSettingException.requireRange("redisConnections", redisConnections, 1, 1024);
    InvalidSettingException.requireRange("ioThreads", ioThreads, 0, 1024);
    InvalidSettingException.requireRange("port", port, 0, 65535);
    InvalidSettingException.requireRange("metricsPort", metricsPort, 0, 65535);
  }

  /** This configuration as properties, for {@link #fromProperties}. */
  public Properties toProperties() {
    Properties properties = new Properties();
    properties.setProperty("threadpool", pool.type().id());
    properties.setProperty("corethreads", Integer.toString(pool.coreThreads()));
    properties.setProperty("threads", Integer.toString(pool.threads()));
    properties.setProperty("queues", Integer.toString(pool.queues()));
    properties.setProperty("aliveMillis", Long.toString(pool.aliveMillis()));
    properties.setProperty("ioThreads", Integer.toString(ioThreads));
    properties.setProperty("dispatcher", dispatcher.name());
    properties.setProperty("executorManagement", executorManagement.name());
    properties.setProperty(CPU_ITERATIONS, Long.toString(work.cpuIterations()));
    properties.setProperty("garbageBytes", Integer.toString(work.garbageBytes()));
    properties.setProperty("cpuBursts", Integer.toString(work.bursts()));
    properties.setProperty("redisUri", redisUri);
    properties.setProperty("redisConnections", Integer.toString(redisConnections));
    properties.setProperty("bindHost", bindHost);
    properties.setProperty("port", Integer.toString(port));
    properties.setProperty("metricsPort", Integer.toString(metricsPort));
    return properties;
  }

  /**
   * Reads the properties of {@link #toProperties}.
   *
   * @throws IllegalArgumentException if one is missing or invalid
   */
  public static LaunchConfig fromProperties(Properties properties) {
    return new LaunchConfig(
        new PoolConfig(
            PoolType.of(required(properties, "threadpool")),
            integer(properties, "corethreads"),
            integer(properties, "threads"),
            integer(properties, "queues"),
            Long.parseLong(required(properties, "aliveMillis"))),
        integer(properties, "ioThreads"),
        Dispatcher.valueOf(required(properties, "dispatcher")),
        ExecutorManagement.valueOf(required(properties, "executorManagement")),
        new ServiceWork(
            Long.parseLong(required(properties, CPU_ITERATIONS)),
            integer(properties, "garbageBytes"),
            integer(properties, "cpuBursts")),
        required(properties, "redisUri"),
        integer(properties, "redisConnections"),
        required(properties, "bindHost"),
        integer(properties, "port"),
        integer(properties, "metricsPort"));
  }

  private static int integer(Properties properties, String name) {
    return Integer.parseInt(required(properties, name));
  }

  private static String required(Properties properties, String name) {
    String value = properties.getProperty(name);
    if (value == null) {
      throw new IllegalArgumentException("launch configuration: '" + name + "' missing");
    }
    return value;
  }
}
