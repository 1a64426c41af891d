package io.poolbench.result;

import java.util.ArrayList;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Objects;

/**
 * A metric of host disturbance that was notable in a run, with its range over valid steps. A
 * disturbance lengthens response times and widens intervals, but does not decide a verdict.
 */
public record HostDisturbance(Metric metric, double least, double most) {
  /** A metric, and the value beyond which it is reported. */
  private record Kind(Metric metric, double notable, boolean lessIsWorse) {}

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

  /** The notable disturbances; INVALID and superseded steps do not count. */
  public static List<HostDisturbance> of(Collection<StepResult> steps) {
    List<HostDisturbance> notable = new ArrayList<>();
    for (Kind kind : KINDS) {
      DoubleSummaryStatistics values =
          steps.stream()
              .filter(step -> !step.superseded())
              .filter(StepResult::isValid)
              .map(kind.metric::of)
              .filter(Objects::nonNull)
              .mapToDouble(Double::doubleValue)
              .summaryStatistics();
      boolean worth =
          kind.lessIsWorse ? values.getMin() < kind.notable : values.getMax() > kind.notable;
      if (values.getCount() > 0 && worth) {
        notable.add(new HostDisturbance(kind.metric, values.getMin(), values.getMax()));
      }
    }
    return notable;
  }
}
