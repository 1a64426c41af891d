package io.poolbench.compare;

import io.poolbench.result.Metric;
import io.poolbench.sla.LevelResult;
import java.util.List;
import java.util.Optional;

/** One load level at which both sides have a valid step. */
public record LevelComparison(LevelResult baseline, LevelResult candidate) {
  /** The metrics of the printed tables; a criterion may name any other metric. */
  public static final List<Metric> METRICS =
      List.of(
          Metric.TPS,
          Metric.TP50,
          Metric.TP90,
          Metric.TP99,
          Metric.TP999,
          Metric.PROVIDER_CPU,
          Metric.PROVIDER_CPU_PER_CALL,
          Metric.AVAILABILITY);

  public LevelComparison {
    if (baseline.level() != candidate.level()) {
      throw new IllegalArgumentException(baseline.level() + " and " + candidate.level());
    }
  }

  public int level() {
    return baseline.level();
  }

  public List<Deviation> deviations() {
    return METRICS.stream().map(this::of).toList();
  }

  public Deviation of(Metric metric) {
    return Deviation.of(metric, baseline, candidate);
  }

  /** The interval of a metric's deviation; empty if it is unknown. */
  Optional<DeviationInterval> interval(Metric metric) {
    return DeviationInterval.of(
        metric, SampleMean.of(metric, baseline), SampleMean.of(metric, candidate));
  }
}
