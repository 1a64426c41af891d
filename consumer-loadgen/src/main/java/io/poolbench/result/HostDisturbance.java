package io.poolbench.result;

import java.util.ArrayList;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Objects;

/**
 * How far something that disturbs a host did so in the valid steps of a run: it lengthens response
 * times and widens intervals, and decides no verdict.
 *
 * @param metric of steps
 * @param least of all steps in which it is known
 * @param most likewise
 */
public record HostDisturbance(Metric metric, double least, double most) {
  /** A metric, and from where on its worst value is worth a sentence. */
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

  /** Those that are notable in some step; INVALID and superseded steps do not count. */
  public static List<HostDisturbance> of(Collection<StepResult> steps) {
    List<HostDisturbance> notable = new ArrayList<>();
    for (Kind kind : KINDS) {
      DoubleSummaryStatistics values =
          steps.stream()
              .filter(step -> !step.superseded())
              .filter(step -> step.verdict().kind() != Verdict.Kind.INVALID)
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
