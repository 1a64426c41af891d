package io.poolbench.result;

import java.util.Objects;
import java.util.Optional;

/**
 * The host of a provider that ran on another one than the driver.
 *
 * @param address where its lab daemon listens, a host and a port
 * @param host with the JVM of the daemon
 * @param roundTripMillis the shortest round trip of a message to it
 * @param clockOffsetMillis its wall clock less the driver's, known to half of the round trip;
 *     nothing depends on it
 */
public record ProviderHost(
    String address, Host host, double roundTripMillis, double clockOffsetMillis) {
  public ProviderHost {
    Objects.requireNonNull(address, "address");
    Objects.requireNonNull(host, "host");
  }

  /**
   * The first difference that affects speed; empty if measurements on both belong together. The
   * address is not compared.
   *
   * @param was null of the driver's host
   * @param is null of the driver's host
   */
  public static Optional<String> difference(ProviderHost was, ProviderHost is) {
    if (was == null && is == null) {
      return Optional.empty();
    }
    if (was == null || is == null) {
      return Optional.of("provider's host differs (was %s, is %s)".formatted(name(was), name(is)));
    }
    return is.host.differenceFrom(was.host).map(difference -> "provider's host: " + difference);
  }

  private static String name(ProviderHost host) {
    return host == null ? "the driver's" : host.address;
  }
}
