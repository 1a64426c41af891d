package io.poolbench.judge;

import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import io.poolbench.journal.ViolationCode;
import io.poolbench.stats.RisingCurve;
import io.poolbench.stats.RisingCurve.Point;
import io.poolbench.stats.SampledError;
import io.poolbench.stats.Series;
import io.poolbench.stats.ShareInterval.Count;
import io.poolbench.study.Sla;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/**
 * How far a cell is from every bound of its SLA, by load: above 0 where the bound is broken. Of a
 * share it is the log-odds less those of the allowed share, of a value the logarithm of its ratio
 * to the limit. The capacity is the load at which the first curve crosses 0.
 *
 * @param curves at least one
 * @param levels users, or requests per second, rising
 */
record SlaCurves(List<SlaCurve> curves, Samples samples, List<Integer> levels) {
  /**
   * Farther values count as this: how close to 0 a share is depends on the measuring time, and a
   * value far beyond its limit says nothing about the load that breaks it.
   */
  private static final double LIMIT = Math.log(20);

  private static final Set<String> OTHER_FAILURES =
      Set.of(ViolationCode.NOTHING_ANSWERED.id(), ViolationCode.NOT_SUSTAINED.id());

  /**
   * The curve of one bound.
   *
   * @param bound empty for a failure that no bound of the SLA is about
   * @param share the share that the bound limits; empty for a bound on a value
   * @param allowed the share at which the curve is 0; not a number for a bound on a value
   */
  record SlaCurve(
      Optional<Sla.Bound> bound, Optional<ShareBound> share, double allowed, RisingCurve curve) {
    static SlaCurve ofValues(Optional<Sla.Bound> bound, List<Point> points) {
      return new SlaCurve(bound, Optional.empty(), Double.NaN, new RisingCurve(points, LIMIT));
    }

    boolean isOfCalls() {
      return share.filter(bound -> !bound.ofTime()).isPresent();
    }

    /** Whether it is about late calls, of which a busy host may cause some at any load. */
    boolean isOfLateCalls() {
      return isOfCalls() && share.filter(ShareBound::isOfPercentile).isPresent();
    }
  }

  SlaCurves {
    curves = List.copyOf(curves);
    levels = List.copyOf(levels);
  }

  /**
   * The curves of a cell; empty without a level that counts, or below a bound that is never met.
   *
   * @param allowed the share of calls that may be late, if it is not the SLA's
   */
  static Optional<SlaCurves> of(JudgedCell cell, Samples samples, OptionalDouble allowed) {
    boolean isWhole = !cell.parts().isEmpty();
    ToIntFunction<JudgedLevel> at = isWhole ? JudgedLevel::level : JudgedLevel::at;
    List<Integer> levels =
        cell.levels().stream().filter(JudgedLevel::counts).map(at::applyAsInt).toList();
    List<JudgedCell> judged = isWhole ? cell.parts() : List.of(cell);
    List<SlaCurve> curves = new ArrayList<>();
    for (JudgedCell each : judged) {
      Optional<List<SlaCurve>> own = new Builder(each, at, samples, allowed).curves();
      if (own.isEmpty()) {
        return Optional.empty();
      }
      curves.addAll(own.get());
    }
    return levels.isEmpty() || curves.isEmpty()
        ? Optional.empty()
        : Optional.of(new SlaCurves(curves, samples, levels));
  }

  /** Whether the estimates of a level are within all bounds. */
  boolean isWithin(int level) {
    for (SlaCurve each : curves) {
      double[] fitted = each.curve.fitted();
      for (int i = 0; i < fitted.length; i++) {
        if (each.curve.points().get(i).at() == level && fitted[i] > 0) {
          return false;
        }
      }
    }
    return true;
  }

  /** How far the samples depend on each other, by the curve that limits the cell. */
  Series series() {
    return samples.basis() == CapacityEstimate.Basis.ROUNDS
        ? SampledError.series(
            limiting().curve.points().stream().map(Point::error).toList(), samples.count())
        : Series.of();
  }

  /** The curve that crosses first. */
  SlaCurve limiting() {
    return curves.stream()
        .min(Comparator.comparingDouble(each -> each.curve.crossing()))
        .orElseThrow();
  }

  /** Makes the curves of one cell, group or phase, with its levels at some loads. */
  private record Builder(
      JudgedCell cell, ToIntFunction<JudgedLevel> at, Samples samples, OptionalDouble allowed) {
    Optional<List<SlaCurve>> curves() {
      List<SlaCurve> curves = new ArrayList<>();
      for (Sla.Bound bound : cell.cell().sla().bounds()) {
        List<SlaCurve> shares =
            ShareBound.of(bound).stream()
                .filter(ShareBound::isCrossed)
                .filter(share -> allowed.isEmpty() || !share.ofTime())
                .flatMap(share -> ofShare(share).stream())
                .toList();
        curves.addAll(shares);
        if (shares.isEmpty() && (allowed.isEmpty() || ShareBound.of(bound).isEmpty())) {
          Optional<SlaCurve> value = ofValue(bound);
          if (value.isEmpty()) {
            return Optional.empty();
          }
          curves.add(value.get());
        }
      }
      curves.addAll(ofOtherFailures());
      return Optional.of(curves);
    }

    private Stream<JudgedLevel> levels() {
      return cell.levels().stream().filter(JudgedLevel::counts);
    }

    private Optional<SlaCurve> ofShare(ShareBound share) {
      double maxShare =
          share.isOfPercentile() ? Math.max(share.maxShare(), allowed.orElse(0)) : share.maxShare();
      List<LevelShare> shares =
          levels()
              .map(level -> new LevelShare(at.applyAsInt(level), bySample(share, level.together())))
              .filter(level -> level.total().calls() > 0)
              .toList();
      if (shares.isEmpty()) {
        return Optional.empty();
      }
      List<Point> points = new ArrayList<>(LevelShare.points(shares, maxShare, samples.basis()));
      if (share.metric() == Metric.AVAILABILITY) {
        for (int i = 0; i < points.size(); i++) {
          // As for a verdict, the availability of calls that were all answered is not in doubt.
          points.set(i, shares.get(i).total().hits() == 0 ? met(points.get(i)) : points.get(i));
        }
      }
      return Optional.of(
          new SlaCurve(
              Optional.of(share.bound()),
              Optional.of(share),
              maxShare,
              new RisingCurve(points, LIMIT)));
    }

    private static Point met(Point point) {
      return new Point(point.at(), -LIMIT, point.weight(), SampledError.NONE);
    }

    private Map<Integer, List<Count>> bySample(ShareBound share, Level level) {
      Map<Integer, List<Count>> counts = new TreeMap<>();
      for (Count count : share.countsBySlice(level)) {
        counts
            .computeIfAbsent(
                samples.number(level.slices().get(count.window() - 1)), first -> new ArrayList<>())
            .add(count);
      }
      counts.values().removeIf(batches -> Count.sum(batches).calls() == 0);
      return counts;
    }

    /**
     * The curve of a bound on a value; empty if no level knows it, or none meets a bound on TPS,
     * which more load meets. Lower levels than the first one that does have too little load.
     */
    private Optional<SlaCurve> ofValue(Sla.Bound bound) {
      Metric metric = Metric.of(bound);
      boolean isMore = metric.better() == Metric.Better.MORE;
      List<Point> points = new ArrayList<>();
      levels().forEach(level -> point(metric, bound.limit(), isMore, level).ifPresent(points::add));
      if (metric == Metric.TPS) {
        while (!points.isEmpty() && points.get(0).value() > 0) {
          points.remove(0);
        }
      }
      return points.isEmpty()
          ? Optional.empty()
          : Optional.of(SlaCurve.ofValues(Optional.of(bound), points));
    }

    private Optional<Point> point(Metric metric, double limit, boolean isMore, JudgedLevel judged) {
      Level level = judged.together();
      Double value = metric.of(level);
      if (value == null) {
        return Optional.empty();
      }
      double distance = distance(value, limit, isMore, metric);
      NavigableMap<Integer, Level> others = Jackknife.without(level, samples::number);
      double[] without = new double[samples.count()];
      others.forEach(
          (sample, rest) -> {
            Double left = metric.of(rest);
            without[sample] = left == null ? distance : distance(left, limit, isMore, metric);
          });
      return Optional.of(
          new Point(
              at.applyAsInt(judged),
              distance,
              Math.max(1, level.calls().total()),
              new SampledError(Jackknife.contributions(without, others.keySet()), 0, 0)));
    }

    /** At most 0 if the bound is met. */
    private static double distance(double value, double limit, boolean isMore, Metric metric) {
      double ratio = isMore ? Math.log(limit / value) : Math.log(value / limit);
      double distance = Math.max(-LIMIT, Math.min(LIMIT, Double.isNaN(ratio) ? LIMIT : ratio));
      // A value at its bound does not meet one where less is better.
      return metric.meets(value, limit)
          ? Math.min(0, distance)
          : Math.max(Double.MIN_VALUE, distance);
    }

    /** Whether calls were answered, and a rate was sustained, which no bound says. */
    private List<SlaCurve> ofOtherFailures() {
      List<Point> points =
          levels()
              .map(
                  level -> {
                    boolean fails =
                        level.verdict().codes().stream().anyMatch(OTHER_FAILURES::contains);
                    double value = fails ? LIMIT : -LIMIT;
                    return new Point(at.applyAsInt(level), value, 1, SampledError.NONE);
                  })
              .toList();
      return points.stream().noneMatch(point -> point.value() > 0)
          ? List.of()
          : List.of(SlaCurve.ofValues(Optional.empty(), points));
    }
  }
}
