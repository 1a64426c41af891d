package io.poolbench.judge;

import io.poolbench.journal.FigureText;
import io.poolbench.journal.Metric;
import io.poolbench.judge.SlaCurves.SlaCurve;
import io.poolbench.stats.RisingCurve.Point;
import io.poolbench.stats.SampledError;
import io.poolbench.stats.Series;
import io.poolbench.study.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The late calls of two cells that were measured side by side, by the bound on a share of calls
 * that limits both together most: a percentile's, or the availability, by which failed calls are
 * late.
 *
 * @param metric of the bound
 * @param levels that both measured, rising
 * @param rounds the number of rounds that measured both
 * @param ofPools standard deviation of what providers add to the log-odds of one cell only
 */
public record PairedCurves(Metric metric, List<PairedLevel> levels, int rounds, double ofPools) {
  /** Log-odds of a share of calls, a third, from which on pools are hardly told apart. */
  private static final double SATURATED = Math.log(0.5);

  /**
   * A level.
   *
   * @param difference the other cell's log-odds of a late call less the one cell's
   * @param within whether the estimates of both cells are within the SLA, by all of its bounds
   * @param saturated whether a third of the calls of both are late
   */
  public record PairedLevel(
      int level, double difference, SampledError error, boolean within, boolean saturated) {}

  /**
   * The difference of two cells at some levels.
   *
   * @param metric of the bound by which calls are late
   * @param levels rising
   * @param logOdds mean difference of the log-odds of a late call; above 0 if the one cell has
   *     fewer of them
   * @param pValue two-sided, by Student's t, corrected for other tests
   */
  public record LateDifference(Metric metric, List<Integer> levels, double logOdds, double pValue) {
    public LateDifference {
      Objects.requireNonNull(metric, "metric");
      levels = List.copyOf(levels);
    }

    /** What the better cell has fewer of. */
    public String calls() {
      return metric == Metric.AVAILABILITY ? "failed calls" : "late calls";
    }

    /** Where it was found, such as {@code at 16 to 24 users}. */
    public String text(Workload workload) {
      String last = FigureText.load(workload, levels.get(levels.size() - 1));
      return levels.size() == 1
          ? "at " + last
          : "at %s to %s".formatted(FigureText.count(levels.get(0)), last);
    }

    LateDifference times(double tests) {
      return withPValue(Math.min(1, tests * pValue));
    }

    LateDifference withPValue(double corrected) {
      return new LateDifference(metric, levels, logOdds, corrected);
    }

    public boolean isShown() {
      return pValue <= CapacityEstimate.ERROR;
    }
  }

  /**
   * The crossing of the curves of two cells: one cell has fewer late calls at low levels and the
   * other at high levels, and both differences are shown.
   */
  public record CurveCrossing(LateDifference low, LateDifference high) {
    /** The highest level at which the one cell is better. */
    public int lastOfLow() {
      return low.levels().get(low.levels().size() - 1);
    }

    /** The lowest level at which the other cell is better. */
    public int firstOfHigh() {
      return high.levels().get(0);
    }

    /** What it says of two cells, of which the first is better at low levels. */
    public String text(String lower, String higher, Workload workload) {
      return "%s is better up to some %s, %s from %s on"
          .formatted(
              lower,
              FigureText.load(workload, lastOfLow()),
              higher,
              FigureText.count(firstOfHigh()));
    }

    private boolean isShown() {
      return low.isShown() && high.isShown() && low.logOdds() * high.logOdds() < 0;
    }

    public double pValue() {
      return Math.max(low.pValue(), high.pValue());
    }
  }

  public PairedCurves {
    levels = List.copyOf(levels);
  }

  /** The curves of cells with the same rounds; empty if they share no bound on a share of calls. */
  static Optional<PairedCurves> of(SlaCurves one, SlaCurves other) {
    return one.curves().stream()
        .filter(SlaCurve::isOfCalls)
        .flatMap(
            curve ->
                other.curves().stream()
                    .filter(beside -> beside.share().equals(curve.share()))
                    .map(beside -> List.of(curve, beside)))
        .min(
            Comparator.comparingDouble(
                pair -> Math.min(pair.get(0).curve().crossing(), pair.get(1).curve().crossing())))
        .map(pair -> of(one, other, pair.get(0), pair.get(1)));
  }

  private static PairedCurves of(SlaCurves one, SlaCurves other, SlaCurve curve, SlaCurve beside) {
    double saturated = SATURATED - Math.log(curve.allowed() / (1 - curve.allowed()));
    Map<Double, Point> others = new TreeMap<>();
    beside.curve().points().forEach(point -> others.put(point.at(), point));
    List<PairedLevel> levels = new ArrayList<>();
    for (Point point : curve.curve().points()) {
      Point pair = others.get(point.at());
      if (pair != null) {
        int level = (int) point.at();
        levels.add(
            new PairedLevel(
                level,
                pair.value() - point.value(),
                pair.error().plus(-1, point.error()),
                one.isWithin(level) && other.isWithin(level),
                Math.min(point.value(), pair.value()) > saturated));
      }
    }
    return new PairedCurves(
        curve.share().orElseThrow().metric(),
        levels,
        one.samples().count(),
        one.samples().ofPools());
  }

  /** How far the differences of consecutive rounds depend on each other. */
  Series series() {
    return SampledError.series(levels.stream().map(PairedLevel::error).toList(), rounds);
  }

  /** The difference at some levels, at least one, not corrected for other tests. */
  private LateDifference at(List<PairedLevel> some) {
    double inflation = series().inflation();
    double sum = 0;
    double weights = 0;
    SampledError error = SampledError.NONE;
    for (PairedLevel level : some) {
      double weight = level.error().weight();
      sum += weight * level.difference();
      weights += weight;
      error = error.plus(weight, level.error());
    }
    double between = error.bySample().squares() + error.scatter() * error.scatter();
    // What a provider adds to either cell is the same at all levels.
    double ofCells = 2 * Math.pow(weights * ofPools, 2);
    double deviation =
        Math.sqrt(inflation * between + error.counting() * error.counting() + ofCells);
    double tail =
        deviation == 0
            ? 0.5
            : TDistribution.of(SampledError.degrees(rounds, inflation))
                .survivalProbability(Math.abs(sum) / deviation);
    return new LateDifference(
        metric, some.stream().map(PairedLevel::level).toList(), sum / weights, 2 * tail);
  }

  /**
   * The crossing of the curves that is shown best.
   *
   * @param tests the number of other tests that share the error
   */
  Optional<CurveCrossing> crossing(double tests) {
    return IntStream.range(1, levels.size())
        .mapToObj(
            split ->
                new CurveCrossing(
                    at(levels.subList(0, split)).times(tests * (levels.size() - 1)),
                    at(levels.subList(split, levels.size())).times(tests * (levels.size() - 1))))
        .filter(CurveCrossing::isShown)
        .min(Comparator.comparingDouble(CurveCrossing::pValue));
  }

  /** The difference at all levels but those where calls are late anyway. */
  Optional<LateDifference> late() {
    return difference(levels.stream().filter(level -> !level.saturated()).toList());
  }

  /** The difference at the levels that are within the SLA in both cells. */
  Optional<LateDifference> withinSla() {
    return difference(levels.stream().filter(PairedLevel::within).toList());
  }

  private Optional<LateDifference> difference(List<PairedLevel> some) {
    return some.isEmpty() ? Optional.empty() : Optional.of(at(some));
  }
}
