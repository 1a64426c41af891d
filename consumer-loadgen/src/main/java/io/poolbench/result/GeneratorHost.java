package io.poolbench.result;

import java.util.Objects;

/**
 * A load generator of a run.
 *
 * @param address its host and port
 * @param cpus the number of CPUs that it may use
 * @param host operating system, processor and JVM, in words
 * @param roundTripMillis the shortest round trip of a message to it
 * @param clockOffsetMillis its wall clock less the coordinator's, known to half of the round trip;
 *     nothing depends on it
 */
public record GeneratorHost(
    String address, int cpus, String host, double roundTripMillis, double clockOffsetMillis) {
  public GeneratorHost {
    Objects.requireNonNull(address, "address");
    Objects.requireNonNull(host, "host");
  }
}
