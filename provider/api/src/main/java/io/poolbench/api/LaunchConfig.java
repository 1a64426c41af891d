package io.poolbench.api;

import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.IntStream;

/**
 * The configuration of a provider process.
 *
 * <p>The driver writes it to the process's standard input as Java properties, ended by a line
 * {@link #END_OF_CONFIG}, so that secrets such as a Redis password do not appear in the process
 * list. The end of that input means that the driver has ended. After {@link Ready}, each further
 * line may be a {@link ProviderCommand}: the provider carries it out and then repeats the line on
 * its standard output. Any other line is ignored, with a warning in the provider's log.
 *
 * @param endpoints the exports of the service, one or more
 * @param ioThreads Netty's I/O threads; 0 = Dubbo's default, one more than there are CPUs
 * @param dispatcher the events that run in the business pool
 * @param executorManagement the thread that decodes requests, and the services that share a pool
 * @param work a call's work in addition to its Redis read
 * @param redisUri the Redis, as a Lettuce URI
 * @param redisConnections connections to Redis, shared by all threads
 * @param bindHost the address to listen at; {@link #LOOPBACK} unless the study opens it
 * @param port port of the first endpoint, each further endpoint has the next port; 0 = any free
 *     ones
 * @param metricsPort port of the metrics, numbered in the same way
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
    String bindHost,
    int port,
    int metricsPort,
    Fidelity fidelity,
    String reportFolder) {
  public static final String END_OF_CONFIG = AgentProtocol.END_OF_CONFIG;

  /** Property of {@link ServiceWork#cpuIterations()}, in the configuration and in changes. */
  static final String CPU_ITERATIONS = "cpuIterations";

  private static final String ENDPOINTS = "endpoints";

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
    Objects.requireNonNull(bindHost, "bindHost");
    Objects.requireNonNull(fidelity, "fidelity");
    Objects.requireNonNull(reportFolder, "reportFolder");
    InvalidSettingException.requireRange("redisConnections", redisConnections, 1, 1024);
    InvalidSettingException.requireRange("ioThreads", ioThreads, 0, 1024);
    InvalidSettingException.requireRange("port", port, 0, MAX_PORT - endpoints.size() + 1);
    InvalidSettingException.requireRange(
        "metricsPort", metricsPort, 0, MAX_PORT - endpoints.size() + 1);
  }

  /** The port of an endpoint, by its index; 0 = any free one. */
  public int port(int endpoint) {
    return port == 0 ? 0 : port + endpoint;
  }

  /** The metrics port of an endpoint, by its index; 0 = any free one. */
  public int metricsPort(int endpoint) {
    return metricsPort == 0 ? 0 : metricsPort + endpoint;
  }

  public Properties toProperties() {
    Properties properties = new Properties();
    properties.setProperty(ENDPOINTS, Integer.toString(endpoints.size()));
    for (int endpoint = 0; endpoint < endpoints.size(); endpoint++) {
      endpoints.get(endpoint).addTo(properties, prefix(endpoint));
    }
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
    properties.setProperty("fidelity", fidelity.name());
    properties.setProperty("reportFolder", reportFolder);
    return properties;
  }

  public static LaunchConfig fromProperties(Properties properties) {
    return new LaunchConfig(
        IntStream.range(0, integer(properties, ENDPOINTS))
            .mapToObj(endpoint -> EndpointConfig.of(properties, prefix(endpoint)))
            .toList(),
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
        integer(properties, "metricsPort"),
        Fidelity.valueOf(required(properties, "fidelity")),
        required(properties, "reportFolder"));
  }

  private static String prefix(int endpoint) {
    return endpoint + ".";
  }

  static int integer(Properties properties, String name) {
    return Integer.parseInt(required(properties, name));
  }

  static String required(Properties properties, String name) {
    String value = properties.getProperty(name);
    if (value == null) {
      throw new IllegalArgumentException("launch configuration: '" + name + "' missing");
    }
    return value;
  }
}
