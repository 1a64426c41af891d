package io.poolbench.spec;

import io.poolbench.api.ConfiguredPool;
import io.poolbench.api.EffectivePool;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.RpcProtocol;
import java.util.List;
import java.util.Objects;

/** The provider of a cell. */
public sealed interface ProviderSettings
    permits DubboSettings, WebSettings, TargetSettings, RemoteSettings {
  int MAX_PORT = 65_535;

  /** The pool that is measured: Dubbo's business pool, or that of the servlet container. */
  ConfiguredPool pool();

  /** By which its services are called, unless it speaks HTTP. */
  default RpcProtocol protocol() {
    return RpcProtocol.DUBBO;
  }

  Jvm jvm();

  /** How the kernel schedules its threads. */
  Scheduling scheduling();

  String bindHost();

  /** The port that takes calls; 0 = any free one. */
  int port();

  static void requirePort(int port) {
    InvalidSettingException.requireRange("port", port, 0, MAX_PORT);
  }

  /** The same provider, listening on another address, where it is one of ours. */
  default ProviderSettings listeningOn(String host) {
    return this;
  }

  /** Whether its pool is built anew for a lower load: only one whose threads vary needs it. */
  default boolean isRenewable(EffectivePool built) {
    return false;
  }

  /** Whether its calls read the study's Redis. */
  default boolean readsRedis() {
    return false;
  }

  /** Whether the client {@link DriverSettings#HTTP} calls it, rather than those of Dubbo. */
  default boolean speaksHttp() {
    return false;
  }

  /**
   * The jars, folders, and folders with {@code /*} at their end that have the classes of its
   * services; empty = the driver's own.
   */
  default List<String> classPath() {
    return List.of();
  }

  /** Checks that a client can call it. */
  default void requireClient(String client) {
    boolean http = client.equals(DriverSettings.HTTP);
    if (http && !speaksHttp()) {
      throw new InvalidSettingException(
          "driver.client",
          "http requires a web provider (example: provider: {web: {container: jetty}})");
    }
    if (speaksHttp() && !http) {
      throw new InvalidSettingException(
          "driver.client", "'" + client + "' cannot call a web provider (valid: http)");
    }
    if (!http && client.equals(DriverSettings.TRI) != (protocol() == RpcProtocol.TRI)) {
      requireProtocol(client);
    }
  }

  /** Only the proxies of Dubbo follow the provider's protocol. */
  private void requireProtocol(String client) {
    if (client.equals(DriverSettings.TRI)) {
      throw new InvalidSettingException(
          "driver.client",
          "tri requires a provider of Triple (example: provider: {protocol: tri}, or connect:"
              + " tri://192.0.2.7:50051)");
    }
    if (client.equals(DriverSettings.WIRE)) {
      throw new InvalidSettingException(
          "driver.client",
          "'wire' cannot call Triple (valid: tri, proxy, proxy-direct, proxy-sync)");
    }
  }

  /** Checks that it has a method. */
  default void requireMethod(CalledMethod method, String setting) {
    if (method.isHttp() != speaksHttp()) {
      throw new InvalidSettingException(
          setting,
          "'%s' is no method of this provider (valid: %s)"
              .formatted(
                  method.id(),
                  String.join(
                      ", ",
                      ServiceMethod.of(speaksHttp()).stream().map(ServiceMethod::id).toList())));
    }
  }

  /**
   * The JVM of a provider.
   *
   * @param home a JDK's folder; empty = by its release, or the one that runs the driver
   * @param release the feature version of a JDK of this host, the newest of which runs it; null =
   *     by its folder, or the one that runs the driver
   * @param options its options, such as {@code -Xmx1g}; each starts with a dash
   */
  record Jvm(String home, Integer release, List<String> options) {
    public Jvm {
      Objects.requireNonNull(home, "home");
      if (release != null && !home.isEmpty()) {
        throw new InvalidSettingException(
            "release", "not allowed beside home (valid: one of them)");
      }
      options = List.copyOf(options);
      for (String option : options) {
        if (!option.startsWith("-")) {
          throw new InvalidSettingException(
              "options", "invalid JVM option '" + option + "' (valid: starts with '-')");
        }
      }
    }

    /** The JVM of the JDK in a folder; empty = the one that runs the driver. */
    public Jvm(String home, List<String> options) {
      this(home, null, options);
    }
  }
}
