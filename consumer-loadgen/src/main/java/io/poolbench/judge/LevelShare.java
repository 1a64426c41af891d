package io.poolbench.judge;

import io.poolbench.judge.CapacityEstimate.Basis;
import io.poolbench.stats.RisingCurve.Point;
import io.poolbench.stats.SampledError;
import io.poolbench.stats.SampledError.Contributions;
import io.poolbench.stats.ShareInterval;
import io.poolbench.stats.ShareInterval.Count;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The share of calls over a bound at one level.
 *
 * @param bySample the calls of each sample's batches, by the sample's number; hits are over the
 *     bound
 */
record LevelShare(int level, Map<Integer, List<Count>> bySample) {
  /** Half a hit and half a miss more keep log-odds finite (J. B. S. Haldane 1956). */
  private static final double HALF = 0.5;

  /** A tail beyond which the number of calls does not say on which side of a bound a share is. */
  private static final double UNCLEAR = 0.4;

  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  LevelShare {
    SortedMap<Integer, List<Count>> sorted = new TreeMap<>(bySample);
    bySample = Collections.unmodifiableSortedMap(sorted);
  }

  Count total() {
    return bySample.values().stream().map(Count::sum).reduce(Count.NONE, Count::plus);
  }

  /**
   * The points of a curve: log-odds less those of the allowed share. The scatter between samples is
   * taken from all levels together, as few samples show it badly, but never for less than the level
   * itself has.
   *
   * @param levels rising, each with calls
   */
  static List<Point> points(List<LevelShare> levels, double allowed, Basis basis) {
    Scatter scatter = Scatter.of(levels, LevelShare::ofSamples);
    Scatter towardsBound = Scatter.of(levels, level -> level.towards(allowed));
    double borrowed =
        ShareInterval.designEffectAt(
            allowed,
            levels.stream()
                .map(level -> level.bySample.values().stream().map(Count::sum).toList())
                .toList());
    return levels.stream()
        .map(
            level -> {
              double effect = basis == Basis.BATCHES ? level.ofBatches() : level.effect(borrowed);
              return level.point(allowed, effect, scatter, towardsBound);
            })
        .toList();
  }

  private double ofBatches() {
    return ShareInterval.of(Count.joined(List.copyOf(bySample.values()))).designEffect();
  }

  /** Late calls that come together may have missed a level with few of them. */
  private double effect(double borrowed) {
    return degrees() == 0 ? borrowed : 1;
  }

  /**
   * The scatter between the samples of all levels.
   *
   * @param contributions those of a level's samples to its log-odds
   * @param variance of one sample's log-odds, pooled
   * @param degrees the most that one level has
   */
  private record Scatter(
      Function<LevelShare, Contributions> contributions, double variance, int degrees) {
    static Scatter of(List<LevelShare> levels, Function<LevelShare, Contributions> contributions) {
      double squares = 0;
      int degrees = 0;
      int most = 0;
      for (LevelShare level : levels) {
        int own = level.degrees();
        squares += own * contributions.apply(level).squares() * level.bySample.size();
        degrees += own;
        most = Math.max(most, own);
      }
      return new Scatter(contributions, degrees == 0 ? 0 : squares / degrees, most);
    }

    /**
     * A level's error.
     *
     * @param counted its variance by the number of calls
     */
    SampledError error(LevelShare level, double counted) {
      Contributions own = contributions.apply(level);
      int count = level.bySample.size();
      int known = level.degrees();
      double between =
          known + degrees == 0
              ? 0
              : (own.squares() * count * known + variance * degrees) / (known + degrees) / count;
      double scatter = Math.max(0, between - own.squares());
      double counting = Math.max(0, counted - own.squares() - scatter);
      return new SampledError(own, Math.sqrt(scatter), Math.sqrt(counting));
    }
  }

  private int degrees() {
    return ShareInterval.degrees(total(), bySample.size());
  }

  /** What each sample contributes, by the log-odds without it. */
  private Contributions ofSamples() {
    return Jackknife.contributions(times(0), bySample.keySet());
  }

  /**
   * What each sample contributes, by how near the bound the log-odds come without it, or if it had
   * come once more. One bad sample among good ones is far from the others in log-odds, but that the
   * share would be far less without it does not say that it may be far more.
   */
  private Contributions towards(double allowed) {
    return distance(allowed) < 0
        ? Jackknife.contributionsOnceMore(times(2), bySample.keySet())
        : ofSamples();
  }

  /** The log-odds by sample if it had come so many times instead of once. */
  private double[] times(int times) {
    Count total = total();
    int last = bySample.keySet().stream().mapToInt(number -> number).max().orElse(-1);
    double[] logOdds = new double[last + 1];
    bySample.forEach(
        (sample, batches) -> {
          Count own = Count.sum(batches);
          logOdds[sample] =
              logOdds(
                  total.hits() + (times - 1) * own.hits(),
                  total.calls() + (times - 1) * own.calls());
        });
    return logOdds;
  }

  /** The log-odds less those of the allowed share. */
  private double distance(double allowed) {
    Count total = total();
    return logOdds(total.hits(), total.calls()) - Math.log(allowed / (1 - allowed));
  }

  private Point point(double allowed, double effect, Scatter scatter, Scatter towardsBound) {
    Count total = total();
    double value = distance(allowed);
    double middle = meanLogOdds() - Math.log(allowed / (1 - allowed));
    double counted =
        Math.pow(counting(value, total.hits() / effect, total.calls() / effect, allowed), 2);
    return new Point(
        level,
        value,
        Math.min(value, middle),
        Math.max(value, middle),
        total.calls(),
        scatter.error(this, counted),
        towardsBound.error(this, counted));
  }

  /**
   * The standard deviation of the log-odds by the number of calls. It is at least that by which a
   * normal distribution says as Clopper and Pearson's limits do how likely the share is on the
   * other side of the bound.
   */
  private static double counting(double value, double hits, double calls, double allowed) {
    double plain = Math.sqrt(1 / (hits + HALF) + 1 / (calls - hits + HALF));
    double tail =
        value < 0
            ? BetaDistribution.of(hits + 1, Math.max(HALF, calls - hits))
                .survivalProbability(allowed)
            : BetaDistribution.of(Math.max(HALF, hits), calls - hits + 1)
                .cumulativeProbability(allowed);
    double clear = Math.max(Double.MIN_NORMAL, Math.min(tail, UNCLEAR));
    return Math.max(plain, Math.abs(value) / NORMAL.inverseSurvivalProbability(clear));
  }

  private static double logOdds(double hits, double calls) {
    return Math.log((hits + HALF) / (calls - hits + HALF));
  }

  /**
   * The mean of the samples' log-odds, each with half a hit or miss more at the share of all calls,
   * so that few calls in a sample add no random variation of their own. Rare bad samples raise the
   * share of all calls above it: it is that of a typical sample.
   */
  private double meanLogOdds() {
    Count total = total();
    double share = total.hits() / total.calls();
    if (share == 0 || share == 1) {
      return logOdds(total.hits(), total.calls());
    }
    double prior = HALF / Math.min(share, 1 - share);
    return bySample.values().stream()
        .map(Count::sum)
        .mapToDouble(
            sample -> {
              double own = (sample.hits() + prior * share) / (sample.calls() + prior);
              return Math.log(own / (1 - own));
            })
        .average()
        .orElseThrow();
  }
}
