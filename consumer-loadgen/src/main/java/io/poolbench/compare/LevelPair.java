package io.poolbench.compare;

import io.poolbench.journal.FigureText;
import io.poolbench.journal.Metric;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.judge.LevelNoise;
import io.poolbench.stats.Range;
import io.poolbench.stats.SampleMean;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Optional;

/**
 * A load at which two cells have slices that count.
 *
 * <p>For metrics in percent the change is a difference in points; for all others it is in percent
 * of the baseline. Its samples are rounds of both cells in one run, otherwise repetitions; it is
 * not known without several of them on both sides. Not thread-safe.
 */
final class LevelPair {
  /** Why a change is not known. */
  private static final String ONE_RUN = "one run on a side";

  /** With what to do about it, which a pair says once. */
  static final String ONE_RUN_ADVICE =
      ONE_RUN + ": measure repetitions of both, or compare cells of one run";

  /** A larger end of an interval tells nothing. */
  private static final double MAX_TOLD = 1e6;

  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  private final JudgedLevel baseline;
  private final JudgedLevel candidate;
  private final LevelNoise before;
  private final LevelNoise after;
  private final boolean isOfRounds;

  LevelPair(JudgedLevel baseline, JudgedLevel candidate, boolean isOfRounds) {
    this.baseline = baseline;
    this.candidate = candidate;
    this.before = new LevelNoise(baseline);
    this.after = new LevelNoise(candidate);
    this.isOfRounds = isOfRounds;
  }

  /** Users, or requests per second, of the baseline. */
  int load() {
    return baseline.at();
  }

  Double before(Metric metric) {
    return metric.of(baseline.together());
  }

  Double after(Metric metric) {
    return metric.of(candidate.together());
  }

  /** The change on the metric's scale ({@link LevelNoise}); empty if its noise is unknown. */
  Optional<SampleMean> difference(Metric metric) {
    Optional<SampleMean> byRounds =
        isOfRounds ? after.minusInRounds(before, metric) : Optional.empty();
    return byRounds.isPresent() || !isRepeated()
        ? byRounds
        : after.mean(metric).flatMap(mean -> before.mean(metric).map(mean::minus));
  }

  private boolean isRepeated() {
    return before.isOfRepetitions() && after.isOfRepetitions();
  }

  /** Why there is no interval of a metric. */
  String lack(Metric metric) {
    if (!isRepeated()) {
      return ONE_RUN;
    }
    return isInEach(metric, baseline) && isInEach(metric, candidate)
        ? "noise unknown"
        : "unknown in a repetition, which has too few calls";
  }

  private static boolean isInEach(Metric metric, JudgedLevel level) {
    return level.byRepetition(metric).size() == level.repetitions().size();
  }

  /**
   * The interval of the change, with a probability beyond each of its ends. It has the change of
   * all calls together, which is not the mean of repetitions that differ much.
   */
  Optional<Range> interval(Metric metric, double tail) {
    if (isFallToZero(metric)) {
      return Optional.of(new Range(-100, -100));
    }
    return difference(metric)
        .map(difference -> difference.interval(tail))
        .map(
            range ->
                LevelNoise.isInPoints(metric)
                    ? range
                    : new Range(pct(range.lower()), pct(range.upper())))
        .map(range -> change(metric).map(range::with).orElse(range));
  }

  private static double pct(double logarithm) {
    return 100 * Math.expm1(logarithm);
  }

  /**
   * Whether calls were answered, and none of them in all repetitions: TPS of 0 has no logarithm. A
   * small count, such as one of refusals, is 0 by chance.
   */
  private boolean isFallToZero(Metric metric) {
    return metric == Metric.TPS
        && isRepeated()
        && baseline.byRepetition(metric).stream().allMatch(tps -> tps > 0)
        && candidate.byRepetition(metric).stream().allMatch(tps -> tps == 0);
  }

  /** Whether the baseline has a value to judge the candidate by; two zeros have no ratio. */
  boolean hasReference(Metric metric) {
    Double was = before(metric);
    return was != null && (LevelNoise.isInPoints(metric) || was > 0 || !was.equals(after(metric)));
  }

  /**
   * Whether the metric is known in each repetition of the baseline, and not in all of the other.
   */
  boolean isLackingInSome(Metric metric) {
    return after(metric) != null && !isInEach(metric, candidate) && isInEach(metric, baseline);
  }

  /** In points or in percent of the baseline; empty if a value, or the ratio to 0, is unknown. */
  Optional<Double> change(Metric metric) {
    Double was = before(metric);
    Double is = after(metric);
    if (was == null || is == null || (!LevelNoise.isInPoints(metric) && was <= 0)) {
      return Optional.empty();
    }
    return Optional.of(LevelNoise.isInPoints(metric) ? is - was : 100 * (is / was - 1));
  }

  String changeText(Metric metric) {
    return change(metric)
        .map(change -> signed(change, RoundingMode.HALF_EVEN) + unit(metric))
        .orElse(FigureText.UNKNOWN);
  }

  /** Both values, such as {@code 8.10 -> 9.60 ms (+18 %)}. */
  String text(Metric metric) {
    return "%s -> %s (%s)"
        .formatted(
            metric.text(before(metric)), metric.textWithUnit(after(metric)), changeText(metric));
  }

  static String unit(Metric metric) {
    return LevelNoise.isInPoints(metric) ? " points" : " %";
  }

  /** With two digits, of which at most two are decimals. */
  private static String signed(double change, RoundingMode mode) {
    BigDecimal decimals = BigDecimal.valueOf(change).setScale(2, mode);
    BigDecimal rounded =
        decimals.abs().compareTo(HUNDRED) < 0
            ? decimals.round(new MathContext(2, mode))
            : decimals.setScale(0, mode);
    String sign = rounded.signum() > 0 ? "+" : rounded.signum() < 0 ? "-" : "";
    return sign + FigureText.difference(rounded.doubleValue());
  }

  private static String atLeast(double change) {
    return signed(change, RoundingMode.FLOOR);
  }

  private static String atMost(double change) {
    return signed(change, RoundingMode.CEILING);
  }

  /**
   * Such as {@code -2 to +9 users} or {@code at least +2 users}; no end says more than is shown.
   */
  static String text(Range range, String unit) {
    boolean isLowerKnown = Double.isFinite(range.lower());
    boolean isUpperKnown = range.upper() < MAX_TOLD;
    return isLowerKnown && isUpperKnown
        ? atLeast(range.lower()) + " to " + atMost(range.upper()) + unit
        : isLowerKnown
            ? "at least " + atLeast(range.lower()) + unit
            : isUpperKnown ? "at most " + atMost(range.upper()) + unit : "difference unknown";
  }
}
