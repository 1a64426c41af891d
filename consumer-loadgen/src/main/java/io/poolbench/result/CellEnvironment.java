package io.poolbench.result;

import java.util.List;
import java.util.Objects;

/**
 * What a cell ran on, as found, not as asked for; a text is empty where unknown.
 *
 * @param providerCpus the CPUs that the provider was held to, as a kernel list ({@code 0-3})
 * @param driverCpus the CPUs that the driver was held to
 * @param pinned whether both were really held to them
 * @param providerCommand the provider's command line
 * @param redis which Redis served: kind, version and where
 * @param loadAverage the host's 1-minute load average before the cell; null where unknown
 * @param otherPct CPU time of others just before the cell, as {@link HostUse#otherPct}; null where
 *     unknown
 * @param speedPct the speed of its slowest CPU just before the cell, by a fixed piece of
 *     arithmetic, in percent of the fastest seen in the run till then; null where unknown
 */
public record CellEnvironment(
    String providerCpus,
    String driverCpus,
    boolean pinned,
    List<String> providerCommand,
    String redis,
    Double loadAverage,
    Double otherPct,
    Double speedPct) {
  public CellEnvironment {
    Objects.requireNonNull(providerCpus, "providerCpus");
    Objects.requireNonNull(driverCpus, "driverCpus");
    providerCommand = List.copyOf(providerCommand);
    Objects.requireNonNull(redis, "redis");
  }
}
