package io.poolbench.study;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.poolbench.api.ConfiguredPool;
import io.poolbench.api.EffectivePool;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.LaunchConfig;
import io.poolbench.api.RpcProtocol;
import io.poolbench.study.TargetSettings.TargetProgram;
import java.util.List;
import java.util.Objects;

/** The provider of a cell. */
public sealed interface ProviderSettings
    permits DubboSettings, WebSettings, TargetSettings, RemoteSettings {
  int MAX_PORT = 65_535;

  /** The provider of a cell, whose kind one setting tells: {@code connect}, {@code web} or none. */
  static ProviderSettings of(Section cell) {
    if (cell.has("target")) {
      TargetProgram program = cell.record("target", TargetProgram.class);
      return cell.read("provider", provider -> TargetSettings.of(program, provider));
    }
    return cell.read(
        "provider",
        provider ->
            provider.has("connect")
                ? RemoteSettings.at(provider.text("connect"), provider.texts("classpath"))
                : provider.has("web")
                    ? provider.record(WebSettings.class)
                    : provider.record(DubboSettings.class));
  }

  /** The measured pool: Dubbo's business pool, or the servlet container's pool. */
  ConfiguredPool pool();

  /** The protocol of its services; not used by a provider that speaks HTTP. */
  default RpcProtocol protocol() {
    return RpcProtocol.DUBBO;
  }

  ProcessSettings process();

  default Jvm jvm() {
    return process().jvm();
  }

  default Scheduling scheduling() {
    return process().scheduling();
  }

  default String bindHost() {
    return process().bindHost();
  }

  /** The port for calls; 0 = any free port. */
  default int port() {
    return process().port();
  }

  /** Whether it ran before the study: poolbench neither starts nor ends it. */
  default boolean runsAlready() {
    return false;
  }

  static void requirePort(int port) {
    InvalidSettingException.requireRange("port", port, 0, MAX_PORT);
  }

  /** This provider on another listen address; unchanged if the driver does not start it. */
  default ProviderSettings listeningOn(String host) {
    return this;
  }

  /** Whether the pool is rebuilt before a lower load, which only an elastic pool needs. */
  default boolean isRenewable(EffectivePool built) {
    return false;
  }

  /** Whether the client {@link DriverSettings#HTTP} calls it, not the Dubbo clients. */
  default boolean speaksHttp() {
    return false;
  }

  /** The {@link ClassPath} with its services' classes; empty = the driver's own. */
  default List<String> classPath() {
    return List.of();
  }

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
    boolean triple = protocol() == RpcProtocol.TRI;
    if (client.equals(DriverSettings.TRI) && !triple) {
      throw new InvalidSettingException(
          "driver.client",
          "tri requires a provider of Triple (example: provider: {protocol: tri}, or connect:"
              + " tri://192.0.2.7:50051)");
    }
    if (client.equals(DriverSettings.WIRE) && triple) {
      throw new InvalidSettingException("driver.client", "'wire' cannot call Triple (valid: tri)");
    }
  }

  default void requireMethod(CalledMethod method, String setting) {
    if (method.isHttp() != speaksHttp()) {
      List<String> valid = ServiceMethod.of(speaksHttp()).stream().map(ServiceMethod::id).toList();
      throw new InvalidSettingException(
          setting,
          "'%s' is no method of this provider (valid: %s)"
              .formatted(method.id(), String.join(", ", valid)));
    }
  }

  /**
   * The JVM of a provider.
   *
   * @param release feature version of a JDK of this host, of which the newest is used; null = the
   *     driver's own JDK
   * @param options such as {@code -Xmx1g}; each starts with a dash
   */
  record Jvm(Integer release, List<String> options) {
    private static final int MIN_RELEASE = 17;

    public Jvm {
      options = List.copyOf(options);
      for (String option : options) {
        if (!option.startsWith("-")) {
          throw new InvalidSettingException(
              "options", "invalid JVM option '" + option + "' (valid: starts with '-')");
        }
      }
    }

    public Jvm(List<String> options) {
      this(null, options);
    }

    /** Requires a JVM for a provider of ours, which is compiled for {@link #MIN_RELEASE}. */
    void requireOurs() {
      if (release != null && release < MIN_RELEASE) {
        throw new InvalidSettingException(
            "jvm.release", release + " too old (valid: 17 or more, unless of a target)");
      }
    }
  }

  /**
   * The process of a provider.
   *
   * @param bindHost the address at which it listens; {@code loopback} and {@code any} stand for one
   * @param port for calls; 0 = any free port
   */
  record ProcessSettings(
      Jvm jvm, Scheduling scheduling, @JsonProperty("bind") String bindHost, int port) {
    public ProcessSettings {
      Objects.requireNonNull(jvm, "jvm");
      Objects.requireNonNull(scheduling, "scheduling");
      bindHost =
          switch (bindHost) {
            case "loopback" -> LaunchConfig.LOOPBACK;
            case "any" -> "0.0.0.0";
            default -> bindHost;
          };
      requirePort(port);
    }

    /** A process that poolbench does not start. */
    static ProcessSettings runningAt(String host, int port) {
      return new ProcessSettings(new Jvm(List.of()), Scheduling.OTHER, host, port);
    }

    ProcessSettings listeningOn(String host) {
      return new ProcessSettings(jvm, scheduling, host, port);
    }
  }
}
