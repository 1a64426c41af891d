package io.poolbench.judge;

import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import io.poolbench.journal.Slice;
import io.poolbench.journal.Turn;
import io.poolbench.journal.Units;
import io.poolbench.journal.Violation;
import io.poolbench.stats.ShareInterval;
import io.poolbench.stats.ShareInterval.Count;
import io.poolbench.study.Sla;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A bound expressed as the maximum of a share of calls. "TP99 below 10 ms" means that at most 1 %
 * of calls take 10 ms or longer; "availability 99.9 %" means that at most 0.1 % are not answered
 * OK.
 *
 * <p>In a closed loop a percentile also limits the share of the users' time spent waiting beyond
 * the bound. When everything stops, each user has only one late call, however long the stop lasts;
 * independent callers would have many.
 *
 * @param ofTime whether the share is a share of the users' time
 * @param metric a percentile of the response time, or the availability
 * @param maxShare the highest share that keeps the bound, from 0 to 1
 */
public record ShareBound(Sla.Bound bound, Metric metric, double maxShare, boolean ofTime) {
  /** The shares that a bound limits; empty for most metrics. */
  public static List<ShareBound> of(Sla.Bound bound) {
    Metric metric = Metric.of(bound);
    if (metric == Metric.AVAILABILITY) {
      return List.of(new ShareBound(bound, metric, 1 - bound.limit() / 100, false));
    }
    return metric
        .percentile()
        .map(
            percentile ->
                Stream.of(false, true)
                    .map(ofTime -> new ShareBound(bound, metric, percentile.shareBeyond(), ofTime))
                    .toList())
        .orElse(List.of());
  }

  /** An SLA's bounds on percentiles of the response time, as shares of calls in its order. */
  public static List<ShareBound> onPercentiles(Sla sla) {
    return sla.bounds().stream()
        .flatMap(bound -> of(bound).stream())
        .filter(share -> share.isOfPercentile() && !share.ofTime)
        .toList();
  }

  /** The limit of a bound on a percentile. */
  public double limitMillis() {
    return bound.limit();
  }

  /** The response time from which a call is late for a bound on a percentile. */
  public long limitNanos() {
    return Math.round(bound.limit() * Units.NANOS_PER_MILLI);
  }

  /** Whether it is about late calls. */
  boolean isOfPercentile() {
    return metric.percentile().isPresent();
  }

  /** Whether the maximum is between 0 and 1, exclusive, so that a load can be at the bound. */
  boolean isCrossed() {
    return maxShare > 0 && maxShare < 1;
  }

  /** Whether calls of this share ended, or some time was spent. */
  boolean isKnown(Level level) {
    return counts(level).stream().anyMatch(count -> count.calls() > 0);
  }

  /**
   * By batch, the calls that count against the bound. A share of time is converted to calls. The
   * slices of a block were measured side by side, and are one window.
   */
  List<Count> counts(Level level) {
    List<Integer> windows = windows(level.slices());
    return countsBySlice(level).stream()
        .map(count -> new Count(windows.get(count.window() - 1), count.hits(), count.calls()))
        .toList();
  }

  /** As {@link #counts}, with a window for each slice of the level. */
  List<Count> countsBySlice(Level level) {
    if (metric == Metric.AVAILABILITY) {
      return level.unanswered();
    }
    return ofTime ? level.lateTime(limitNanos()) : level.late(limitNanos());
  }

  /** For each slice the number of its block, counted from 1 among those of the slices. */
  private static List<Integer> windows(List<Slice> slices) {
    record Block(int repetition, Turn turn) {}
    Map<Block, Integer> numbers = new HashMap<>();
    return slices.stream()
        .map(slice -> new Block(slice.key().repetition(), slice.key().turn()))
        .map(block -> numbers.computeIfAbsent(block, first -> numbers.size() + 1))
        .toList();
  }

  /** The verdict on the share over all repetitions of a level, with known counts. */
  Verdict judge(List<Level> repetitions) {
    ShareInterval interval = ShareInterval.over(repetitions.stream().map(this::counts).toList());
    if (interval.beyond(maxShare)) {
      return Verdict.fail(violation(repetitions, interval));
    }
    return keeps(interval)
        ? Verdict.pass()
        : Verdict.undecided(
            isOfPercentile() ? shareOf(interval) : violation(repetitions, interval));
  }

  /**
   * The verdict on the share of several levels together, of which the highest keeps the bound: a
   * rare fault that hits calls at any load may have missed the highest one.
   *
   * @param levels each by repetition
   * @param all levels that were measured, higher ones too, which show how late calls come together
   */
  Verdict judgeTogether(List<List<Level>> levels, List<List<Level>> all) {
    double effect =
        ShareInterval.designEffectAt(
            maxShare, strata(all).stream().map(ShareBound::byWindow).toList());
    ShareInterval interval = ShareInterval.together(strata(levels), effect);
    return keeps(interval) ? Verdict.pass() : Verdict.undecided(shareOf(interval));
  }

  /** The batches of each level with calls. */
  private List<List<Count>> strata(List<List<Level>> levels) {
    return levels.stream()
        .map(repetitions -> Count.joined(repetitions.stream().map(this::counts).toList()))
        .filter(counts -> Count.sum(counts).calls() > 0)
        .toList();
  }

  private static List<Count> byWindow(List<Count> batches) {
    return batches.stream()
        .collect(Collectors.groupingBy(Count::window, TreeMap::new, Collectors.toList()))
        .values()
        .stream()
        .map(Count::sum)
        .toList();
  }

  private boolean keeps(ShareInterval interval) {
    boolean allAnswered = metric == Metric.AVAILABILITY && interval.share() == 0;
    return allAnswered || interval.within(maxShare);
  }

  private Violation shareOf(ShareInterval interval) {
    return metric == Metric.AVAILABILITY
        ? Violation.of(metric, 100 * (1 - interval.share()), bound.limit())
        : Violation.beyond(metric, ofTime ? Violation.LATE_TIME : Violation.LATE, interval.share());
  }

  private Violation violation(List<Level> repetitions, ShareInterval interval) {
    if (ofTime) {
      return shareOf(interval);
    }
    Double measured = metric.of(JudgedLevel.together(repetitions));
    boolean hidden =
        measured == null || (interval.beyond(maxShare) && metric.meets(measured, bound.limit()));
    return isOfPercentile() && hidden
        ? shareOf(interval)
        : Violation.of(metric, measured, bound.limit());
  }
}
