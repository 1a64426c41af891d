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
 */
public record RemoteSettings(
    RpcProtocol protocol, String remoteHost, int port, List<String> classPath)
    implements ProviderSettings {
  public static final String REQUIRED = "a provider of this protocol, without TLS";

  public RemoteSettings(String remoteHost, int port, List<String> classPath) {
    this(RpcProtocol.DUBBO, remoteHost, port, classPath);
  }

  public RemoteSettings {
    Objects.requireNonNull(protocol, "protocol");
    Objects.requireNonNull(remoteHost, "remoteHost");
    classPath = List.copyOf(classPath);
    InvalidSettingException.requireRange("connect", port, 1, MAX_PORT);
  }

  /**
   * Parses the URL of a provider.
   *
   * @throws InvalidSettingException if it is neither {@code dubbo://HOST:PORT} nor {@code
   *     tri://HOST:PORT}
   */
  public static RemoteSettings at(String url, List<String> classPath) {
    try {
      URI uri = new URI(url);
      if ((RpcProtocol.DUBBO.id().equals(uri.getScheme())
              || RpcProtocol.TRI.id().equals(uri.getScheme()))
          && uri.getHost() != null
          && uri.getPort() > 0
          && uri.getUserInfo() == null
          && uri.getPath().isEmpty()
          && uri.getQuery() == null) {
        return new RemoteSettings(
            RpcProtocol.of(uri.getScheme()), uri.getHost(), uri.getPort(), classPath);
      }
    } catch (URISyntaxException e) {
      // Reported below like any other invalid address.
    }
    throw new InvalidSettingException(
        "connect", "invalid address '" + url + "' (example: dubbo://192.0.2.7:20880)");
  }

  /** Such as {@code dubbo://192.0.2.7:20880}. */
  public String url() {
    return protocol.id() + "://" + remoteHost + ":" + port;
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
  public boolean runsAlready() {
    return true;
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
