package io.poolbench.compare;

import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.result.Spread;
import io.poolbench.result.Unit;
import io.poolbench.sla.LevelResult;
import java.util.List;
import java.util.Objects;

/**
 * The deviation of a metric from the baseline at one load level.
 *
 * <p>For metrics in percent the deviation is a difference in points; for all others it is in
 * percent of the baseline. Noise is tested on the same scale: ratios by their logarithms.
 *
 * @param baseline values over the baseline's repetitions; null if unknown
 * @param candidate values over the candidate's repetitions; null if unknown
 * @param significance whether both differ by more than noise
 */
public record Deviation(
    Metric metric, Spread baseline, Spread candidate, Significance significance) {
  public Deviation {
    Objects.requireNonNull(metric, "metric");
    Objects.requireNonNull(significance, "significance");
  }

  static Deviation of(Metric metric, LevelResult baseline, LevelResult candidate) {
    List<Double> before = baseline.perRepetition(metric);
    List<Double> after = candidate.perRepetition(metric);
    return new Deviation(
        metric,
        Spread.of(before).orElse(null),
        Spread.of(after).orElse(null),
        Significance.of(tested(metric, before), tested(metric, after)));
  }

  static boolean isInPoints(Metric metric) {
    return metric.unit() == Unit.PERCENT;
  }

  private static List<Double> tested(Metric metric, List<Double> values) {
    return isInPoints(metric) ? values : values.stream().map(Math::log).toList();
  }

  /**
   * The difference between the candidate's and the baseline's median, in points or in percent of
   * the baseline; null if a median is unknown, or if the baseline's is 0 and the deviation is a
   * ratio.
   */
  public Double amount() {
    if (baseline == null || candidate == null) {
      return null;
    }
    if (isInPoints(metric)) {
      return candidate.median() - baseline.median();
    }
    return baseline.median() > 0 ? 100 * (candidate.median() / baseline.median() - 1) : null;
  }

  public String amountText() {
    Double amount = amount();
    return amount == null
        ? FigureText.UNKNOWN
        : sign(amount) + FigureText.difference(amount) + (isInPoints(metric) ? " points" : " %");
  }

  static String sign(double deviation) {
    return deviation > 0 ? "+" : deviation < 0 ? "-" : "";
  }

  /** Both medians, such as {@code 8.10 -> 9.60 ms (+18 %)}; requires that both are known. */
  String text() {
    String symbol = metric == Metric.TPS ? "" : metric.unit().symbol();
    return "%s -> %s%s (%s)"
        .formatted(
            metric.text(baseline.median()),
            metric.text(candidate.median()),
            symbol.isEmpty() ? "" : " " + symbol,
            amountText());
  }
}
