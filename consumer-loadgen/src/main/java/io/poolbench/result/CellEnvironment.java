package io.poolbench.result;

import java.util.List;
import java.util.Objects;

/**
 * The environment of a cell, as detected; a text is empty if unknown.
 *
 * @param providerCpus the provider's CPUs, as a kernel list ({@code 0-3})
 * @param pinned whether both were pinned to them
 * @param redis the Redis server: kind, version and address; empty without one
 * @param dubbo what the provider has of Dubbo: its fidelity, transport, filters and what it does
 *     with refused calls; or the parts of a web provider with their versions
 * @param loadAverage the host's 1-minute load average before the cell; null if unknown
 * @param otherPct CPU time of others before the cell, as {@link HostUse#otherPct}; null if unknown
 * @param speedPct speed of the slowest CPU before the cell in a fixed computation, in percent of
 *     the fastest measured in the run so far; null if unknown
 * @param generators the load generators; empty where the driver itself made the calls
 * @param providerHost the host of a provider that ran on another one than the driver; null where it
 *     ran on the driver's
 */
public record CellEnvironment(
    String providerCpus,
    String driverCpus,
    boolean pinned,
    List<String> providerCommand,
    String redis,
    String dubbo,
    Double loadAverage,
    Double otherPct,
    Double speedPct,
    List<GeneratorHost> generators,
    ProviderHost providerHost) {
  public CellEnvironment {
    Objects.requireNonNull(providerCpus, "providerCpus");
    Objects.requireNonNull(driverCpus, "driverCpus");
    providerCommand = List.copyOf(providerCommand);
    Objects.requireNonNull(redis, "redis");
    Objects.requireNonNull(dubbo, "dubbo");
    generators = generators == null ? List.of() : List.copyOf(generators);
  }
}
