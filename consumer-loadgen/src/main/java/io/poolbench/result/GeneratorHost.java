package io.poolbench.result;

import java.util.Objects;

/**
 * The host of a load generator.
 *
 * @param address the command that starts a process on the host
 * @param cpus the number of CPUs that the generator may use
 * @param host description of operating system, processor and JVM
 * @param roundTripMillis shortest round trip of a message to the host; the generator's intervals
 *     start within half of it of the other generators' intervals
 */
public record GeneratorHost(String address, int cpus, String host, double roundTripMillis) {
  public GeneratorHost {
    Objects.requireNonNull(address, "address");
    Objects.requireNonNull(host, "host");
  }
}
