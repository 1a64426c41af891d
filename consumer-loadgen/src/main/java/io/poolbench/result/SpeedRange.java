package io.poolbench.result;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

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
    List<StepResult> known =
        cells.stream()
            .flatMap(cell -> cell.steps().stream())
            .filter(step -> Metric.HOST_SPEED.of(step) != null)
            .filter(step -> Metric.PROVIDER_GAUGE.of(step) != null)
            .toList();
    if (known.isEmpty()) {
      return Optional.empty();
    }
    Spread host = Spread.of(Metric.HOST_SPEED, known).orElseThrow();
    double driver = Spread.of(Metric.DRIVER_SPEED, known).map(Spread::lowest).orElse(host.lowest());
    double gauge = Spread.of(Metric.PROVIDER_GAUGE, known).orElseThrow().median();
    return Optional.of(new SpeedRange(Math.min(host.lowest(), driver), host.highest(), gauge));
  }

  public boolean hasVaried() {
    return lowestPct < MIN_PCT;
  }
}
