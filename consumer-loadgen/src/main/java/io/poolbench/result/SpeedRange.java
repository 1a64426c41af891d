package io.poolbench.result;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The range of CPU speeds of a host over the steps of a result.
 *
 * @param lowestPct the lowest speed of the provider's and the driver's CPUs, in percent of the
 *     host's highest speed in the run
 * @param highestPct the highest speed of the provider's CPUs, likewise
 * @param gaugeMicros median CPU time of a fixed amount of arithmetic on the provider's CPUs;
 *     comparable between results
 */
public record SpeedRange(double lowestPct, double highestPct, double gaugeMicros) {
  /** Speeds that stay above this percentage of the highest in the run count as constant. */
  public static final double MIN_PCT = 90;

  /** The range over all steps; empty if no speed is known. */
  public static Optional<SpeedRange> of(Collection<CellResult> cells) {
    List<Figures> hosts =
        cells.stream()
            .flatMap(cell -> cell.steps().stream())
            .map(StepResult::figures)
            .filter(host -> host.of(Metric.HOST_SPEED) != null)
            .filter(host -> host.of(Metric.PROVIDER_GAUGE) != null)
            .toList();
    return Spread.of(hosts.stream().map(host -> host.of(Metric.PROVIDER_GAUGE)).toList())
        .map(
            gauge ->
                new SpeedRange(
                    hosts.stream()
                        .flatMap(
                            host ->
                                Stream.of(host.of(Metric.HOST_SPEED), host.of(Metric.DRIVER_SPEED)))
                        .filter(Objects::nonNull)
                        .mapToDouble(Double::doubleValue)
                        .min()
                        .orElseThrow(),
                    hosts.stream()
                        .mapToDouble(host -> host.of(Metric.HOST_SPEED))
                        .max()
                        .orElseThrow(),
                    gauge.median()));
  }

  public boolean hasVaried() {
    return lowestPct < MIN_PCT;
  }
}
