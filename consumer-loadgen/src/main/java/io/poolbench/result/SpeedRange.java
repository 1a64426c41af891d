package io.poolbench.result;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The speeds of a host's CPUs over the steps of a result.
 *
 * @param lowestPct the lowest of the provider's and the driver's CPUs, in percent of the best known
 *     of this host
 * @param highestPct the highest of the provider's CPUs
 * @param gaugeNanos the median CPU time of the fixed arithmetic on the provider's CPUs: comparable
 *     between results whatever was known of the host
 */
public record SpeedRange(double lowestPct, double highestPct, double gaugeNanos) {
  /** Below, a host is slower than it was known to be. */
  public static final double MIN_PCT = 90;

  /** The range over steps; empty where no speed is known. */
  public static Optional<SpeedRange> of(Collection<CellResult> cells) {
    List<HostUse> hosts =
        cells.stream()
            .flatMap(cell -> cell.steps().stream())
            .map(StepResult::host)
            .filter(host -> host.provider().speedPct() != null)
            .filter(host -> host.provider().gaugeNanos() != null)
            .toList();
    return Spread.of(hosts.stream().map(host -> host.provider().gaugeNanos()).toList())
        .map(
            gauge ->
                new SpeedRange(
                    hosts.stream()
                        .flatMap(host -> Stream.of(host.provider(), host.driver()))
                        .map(CpuState::speedPct)
                        .filter(Objects::nonNull)
                        .mapToDouble(Double::doubleValue)
                        .min()
                        .orElseThrow(),
                    hosts.stream()
                        .mapToDouble(host -> host.provider().speedPct())
                        .max()
                        .orElseThrow(),
                    gauge.median()));
  }

  /** Whether a step ran on a host slower than it was known to be. */
  public boolean isSlow() {
    return lowestPct < MIN_PCT;
  }
}
