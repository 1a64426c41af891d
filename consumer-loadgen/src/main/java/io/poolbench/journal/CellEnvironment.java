package io.poolbench.journal;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The environment of a cell, as detected; a text is empty if unknown.
 *
 * @param providerCpus the provider's CPUs, as a kernel list ({@code 0-3})
 * @param pinned whether provider and driver were pinned to their CPUs
 * @param redis kind, version and address of the Redis server; empty without one
 * @param dubbo how the provider uses Dubbo: its fidelity, transport, filters and the handling of
 *     refused calls; for a web provider its components with their versions
 * @param providerHost the provider's host if it differs from the driver's; otherwise null
 */
public record CellEnvironment(
    String providerCpus,
    String driverCpus,
    boolean pinned,
    List<String> providerCommand,
    String redis,
    String dubbo,
    @JsonInclude(JsonInclude.Include.NON_NULL) ProviderHost providerHost) {
  public CellEnvironment {
    Objects.requireNonNull(providerCpus, "providerCpus");
    Objects.requireNonNull(driverCpus, "driverCpus");
    providerCommand = List.copyOf(providerCommand);
    Objects.requireNonNull(redis, "redis");
    Objects.requireNonNull(dubbo, "dubbo");
  }

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
        return Optional.of(
            "provider's host differs (was %s, is %s)".formatted(name(was), name(is)));
      }
      return is.host.differenceFrom(was.host).map(difference -> "provider's host: " + difference);
    }

    private static String name(ProviderHost host) {
      return host == null ? "the driver's" : host.address;
    }
  }
}
