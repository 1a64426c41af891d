package io.poolbench.api;

import java.util.Objects;
import java.util.Properties;

/**
 * The configuration of a delay server's process, passed on in the same way as {@link LaunchConfig}.
 *
 * @param delayMillis from the reading of a request to its answer
 * @param port HTTP port; 0 = any free one, also for the metrics
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

  public static DelayLaunchConfig fromProperties(Properties properties) {
    return new DelayLaunchConfig(
        Long.parseLong(LaunchConfig.required(properties, "delayMillis")),
        LaunchConfig.required(properties, "bindHost"),
        LaunchConfig.integer(properties, "port"),
        LaunchConfig.integer(properties, "metricsPort"));
  }
}
