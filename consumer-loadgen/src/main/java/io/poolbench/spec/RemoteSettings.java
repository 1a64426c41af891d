package io.poolbench.spec;

import io.poolbench.api.ConfiguredPool;
import io.poolbench.api.ConfiguredPool.AsConfiguredPool;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.RpcProtocol;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Objects;

/**
 * A Dubbo provider that is already running, and keeps running after the study.
 *
 * @param port for calls
 * @param classPath contains the classes of its services; empty = generic calls only, or the
 *     driver's own services
 * @param metrics URL of its Prometheus metrics; empty = none
 */
public record RemoteSettings(
    RpcProtocol protocol, String remoteHost, int port, List<String> classPath, String metrics)
    implements ProviderSettings {
  public static final String REQUIRED = "a provider of this protocol, without TLS";

  private static final String METRICS = "metrics=";

  public RemoteSettings(String remoteHost, int port, List<String> classPath, String metrics) {
    this(RpcProtocol.DUBBO, remoteHost, port, classPath, metrics);
  }

  public RemoteSettings {
    Objects.requireNonNull(protocol, "protocol");
    Objects.requireNonNull(remoteHost, "remoteHost");
    classPath = List.copyOf(classPath);
    Objects.requireNonNull(metrics, "metrics");
    InvalidSettingException.requireRange("connect", port, 1, MAX_PORT);
  }

  /**
   * Parses the URL of a provider.
   *
   * @throws InvalidSettingException if it is neither {@code dubbo://HOST:PORT} nor {@code
   *     tri://HOST:PORT}, optionally followed by {@code ?metrics=PORT} or {@code ?metrics=URL}
   */
  public static RemoteSettings at(String url, List<String> classPath) {
    try {
      URI uri = new URI(url);
      if ((RpcProtocol.DUBBO.id().equals(uri.getScheme())
              || RpcProtocol.TRI.id().equals(uri.getScheme()))
          && uri.getHost() != null
          && uri.getPort() > 0
          && uri.getUserInfo() == null
          && uri.getPath().isEmpty()) {
        return new RemoteSettings(
            RpcProtocol.of(uri.getScheme()),
            uri.getHost(),
            uri.getPort(),
            classPath,
            metrics(uri.getHost(), uri.getQuery()));
      }
    } catch (URISyntaxException e) {
      // Reported below like any other invalid address.
    }
    throw new InvalidSettingException(
        "connect", "invalid address '" + url + "' (example: dubbo://192.0.2.7:20880)");
  }

  private static String metrics(String host, String query) throws URISyntaxException {
    if (query == null) {
      return "";
    }
    String value = query.startsWith(METRICS) ? query.substring(METRICS.length()) : "";
    String url = value.matches("\\d{1,5}") ? "http://" + host + ":" + value + "/metrics" : value;
    URI uri = new URI(url);
    if (uri.getHost() == null
        || uri.getPort() > MAX_PORT
        || !List.of("http", "https").contains(uri.getScheme())) {
      throw new InvalidSettingException(
          "connect", "invalid '?" + query + "' (example: ?metrics=http://192.0.2.7:22222/metrics)");
    }
    return url;
  }

  /** Such as {@code dubbo://192.0.2.7:20880}, followed by the metrics URL if there is one. */
  public String url() {
    String address = protocol.id() + "://" + remoteHost + ":" + port;
    return metrics.isEmpty() ? address : address + "?" + METRICS + metrics;
  }

  /** Whether its address is a loopback address; a tunnel may still lead to another machine. */
  public boolean isOnThisHost() {
    try {
      return InetAddress.getByName(remoteHost).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  @Override
  public ConfiguredPool pool() {
    return AsConfiguredPool.UNKNOWN;
  }

  @Override
  public Jvm jvm() {
    return new Jvm("", List.of());
  }

  @Override
  public Scheduling scheduling() {
    return Scheduling.OTHER;
  }

  @Override
  public String bindHost() {
    return remoteHost;
  }
}
