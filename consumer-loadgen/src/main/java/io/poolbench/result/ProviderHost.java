package io.poolbench.result;

import java.util.Objects;
import java.util.Optional;

/**
 * The host of a provider that ran on another one than the driver.
 *
 * @param address the command that gives a process there
 * @param host with the JVM of the lab there
 * @param roundTripMillis the shortest round trip of a message to it
 */
public record ProviderHost(String address, Host host, double roundTripMillis) {
  public ProviderHost {
    Objects.requireNonNull(address, "address");
    Objects.requireNonNull(host, "host");
  }

  /** The first difference that affects speed, the address aside; null = the driver's host. */
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
