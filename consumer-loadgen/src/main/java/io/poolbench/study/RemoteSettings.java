package io.poolbench.study;

import io.poolbench.api.ConfiguredPool;
import io.poolbench.api.ConfiguredPool.AsConfiguredPool;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.RpcProtocol;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Dubbo provider that is already running, and keeps running after the study.
 *
 * @param classPath contains the classes of its services; empty = generic calls only, or the
 *     driver's own services
 */
public record RemoteSettings(
    RpcProtocol protocol, String remoteHost, int port, List<String> classPath)
    implements ProviderSettings {
  public static final String REQUIRED = "a provider of this protocol, without TLS";

  /** Names of containers have underscores, which a host of {@code java.net.URI} must not have. */
  private static final Pattern ADDRESS =
      Pattern.compile(
          "(?<protocol>dubbo|tri)://(?<host>[\\w.-]+|\\[[\\p{XDigit}:.]+(?:%[\\w.-]+)?])"
              + ":(?<port>[1-9]\\d{0,4})");

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
    Matcher address = ADDRESS.matcher(url);
    if (!address.matches()) {
      throw new InvalidSettingException(
          "connect",
          // Before an @ there may be a password.
          "invalid address '%s' (example: dubbo://192.0.2.7:20880)"
              .formatted(url.substring(url.lastIndexOf('@') + 1)));
    }
    return new RemoteSettings(
        RpcProtocol.of(address.group("protocol")),
        address.group("host"),
        Integer.parseInt(address.group("port")),
        classPath);
  }

  /** Such as {@code dubbo://192.0.2.7:20880}. */
  public String url() {
    return protocol.id() + "://" + remoteHost + ":" + port;
  }

  /** Whether its address is one of this host; a tunnel may still lead to another machine. */
  public boolean isOnThisHost() {
    try {
      InetAddress address = InetAddress.getByName(remoteHost);
      return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
    } catch (IOException e) {
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
  public ProcessSettings process() {
    return ProcessSettings.runningAt(remoteHost, port);
  }
}
