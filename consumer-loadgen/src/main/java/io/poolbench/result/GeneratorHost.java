package io.poolbench.result;

import java.util.Objects;

/**
 * A load generator of a run.
 *
 * @param address the command that gives a process there
 * @param cpus the number of CPUs that it may use
 * @param host operating system, processor and JVM, in words
 * @param roundTripMillis the shortest round trip of a message to it; its intervals start within
 *     half of it at the moment of the others'
 */
public record GeneratorHost(String address, int cpus, String host, double roundTripMillis) {
  public GeneratorHost {
    Objects.requireNonNull(address, "address");
    Objects.requireNonNull(host, "host");
  }
}
