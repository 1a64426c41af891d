package io.poolbench.api;

import java.util.Objects;
import java.util.Properties;

/**
 * The configuration of a delay server's process, written and ended as that of {@link LaunchConfig}.
 *
 * @param delayMillis from the reading of a request to its answer
 * @param bindHost the address to listen at; {@link LaunchConfig#LOOPBACK} unless the study opens it
 * @param port the port of HTTP; 0 = any free one
 * @param metricsPort the port of the metrics; 0 = any free one
 */
public record DelayLaunchConfig(long delayMillis, String bindHost, int port, int metricsPort) {
  public DelayLaunchConfig {
    WebLaunchConfig.requireDelay("delay", delayMillis);
    Objects.requireNonNull(bindHost, "bindHost");
    InvalidSettingException.requireRange("port", port, 0, LaunchConfig.MAX_PORT);
    InvalidSettingException.requireRange("metricsPort", metricsPort, 0, LaunchConfig.MAX_PORT);
  }

  public Properties toProperties() {
    Properties properties = new Properties();
    properties.setProperty("delayMillis", Long.toString(delayMillis));
    properties.setProperty("bindHost", bindHost);
    properties.setProperty("port", Integer.toString(port));
    properties.setProperty("metricsPort", Integer.toString(metricsPort));
    return properties;
  }

  /** Reads the properties of {@link #toProperties}. */
  public static DelayLaunchConfig fromProperties(Properties properties) {
    return new DelayLaunchConfig(
        Long.parseLong(LaunchConfig.required(properties, "delayMillis")),
        LaunchConfig.required(properties, "bindHost"),
        LaunchConfig.integer(properties, "port"),
        LaunchConfig.integer(properties, "metricsPort"));
  }
}
