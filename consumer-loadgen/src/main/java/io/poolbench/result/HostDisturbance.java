package io.poolbench.result;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A metric of host disturbance that was notable in a run, with its range over valid steps. A
 * disturbance lengthens response times and widens intervals, but does not decide a verdict.
 */
public record HostDisturbance(Metric metric, double least, double most) {
  /** A metric, and the value beyond which it is reported. */
  private record Kind(Metric metric, double notable, boolean lessIsWorse) {
    Optional<HostDisturbance> of(List<StepResult> steps) {
      return Spread.of(metric, steps)
          .filter(of -> lessIsWorse ? of.lowest() < notable : of.highest() > notable)
          .map(of -> new HostDisturbance(metric, of.lowest(), of.highest()));
    }
  }

  private static final List<Kind> KINDS =
      List.of(
          new Kind(Metric.STEAL, 2, false),
          new Kind(Metric.OTHERS_CPU, 5, false),
          new Kind(Metric.HOST_SPEED, 80, true),
          new Kind(Metric.DRIVER_SPEED, 80, true),
          new Kind(Metric.PROVIDER_CPU_JIT, 5, false),
          new Kind(Metric.PROVIDER_THROTTLED, 0.5, false),
          new Kind(Metric.DRIVER_THROTTLED, 0.5, false));

  public HostDisturbance {
    Objects.requireNonNull(metric, "metric");
  }

  /** The notable disturbances; INVALID steps do not count. */
  public static List<HostDisturbance> of(Collection<StepResult> steps) {
    List<StepResult> counted = steps.stream().filter(StepResult::isValid).toList();
    return KINDS.stream().flatMap(kind -> kind.of(counted).stream()).toList();
  }
}
