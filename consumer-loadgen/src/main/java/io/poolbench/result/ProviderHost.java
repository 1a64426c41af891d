package io.poolbench.result;

import java.util.Objects;
import java.util.Optional;

/**
 * The provider's host, if it differs from the driver's.
 *
 * @param address the command that starts a process on the host
 * @param host includes the JVM of the process started there
 * @param roundTripMillis shortest round trip of a message to the host
 */
public record ProviderHost(String address, Host host, double roundTripMillis) {
  public ProviderHost {
    Objects.requireNonNull(address, "address");
    Objects.requireNonNull(host, "host");
  }

  /**
   * The first difference that affects speed, not counting the address; null = the driver's host.
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
