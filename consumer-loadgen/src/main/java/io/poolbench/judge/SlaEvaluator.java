package io.poolbench.judge;

import io.poolbench.journal.Batch;
import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import io.poolbench.journal.Violation;
import io.poolbench.journal.ViolationCode;
import io.poolbench.load.PendingGrowth;
import io.poolbench.stats.ShareInterval;
import io.poolbench.study.Sla;
import io.poolbench.study.Sla.Bound;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Evaluates the valid slices of a level against an SLA, in this order:
 *
 * <ol>
 *   <li>FAIL if calls were due and none was answered OK; percentiles are then unknown.
 *   <li>FAIL if the provider does not keep up with the rate of an open loop ({@link
 *       PendingGrowth}), or if a bound is broken, regardless of the other bounds.
 *   <li>INVALID if a bounded metric is unknown.
 *   <li>UNDECIDED if a bound is undecided.
 *   <li>PASS.
 * </ol>
 *
 * <p>A bound on a percentile of the response time or on availability limits a share of calls and is
 * decided by the {@link ShareInterval}: broken if the whole interval is beyond the limit, undecided
 * if the interval contains the limit. Availability is kept if every call was answered. All other
 * bounds are decided by the metric's value.
 *
 * @param sustained whether a rate has to be sustained, unlike that of a phase, which may be an
 *     overload
 */
public record SlaEvaluator(Sla sla, boolean sustained) {
  public SlaEvaluator {
    sla.bounds().forEach(Metric::of);
  }

  public SlaEvaluator(Sla sla) {
    this(sla, true);
  }

  /**
   * The verdict on a level.
   *
   * @param repetitions its valid slices by repetition, each in a provider of its own; at least one
   */
  public Verdict judge(List<Level> repetitions) {
    Level level = JudgedLevel.together(repetitions);
    return nothingAnswered(level)
        .orElseGet(
            () ->
                Verdict.all(
                    Stream.concat(
                            notSustained(level).stream(),
                            sla.bounds().stream().map(bound -> judge(bound, level, repetitions)))
                        .toList()));
  }

  /**
   * The verdict on the highest of some levels: as {@link #judge}, but it passes only if the shares
   * of all levels together keep their bounds, too. Shares do not fall with load.
   *
   * @param levels rising, each by repetition; at least one
   * @param all that were measured, rising
   */
  Verdict judgeHighest(List<List<Level>> levels, List<List<Level>> all) {
    List<Level> highest = levels.get(levels.size() - 1);
    Verdict alone = judge(highest);
    if (alone.kind() != Verdict.Kind.PASS) {
      return alone;
    }
    Level level = JudgedLevel.together(highest);
    return Verdict.all(
        sla.bounds().stream()
            .flatMap(bound -> ShareBound.of(bound).stream())
            .filter(share -> share.isKnown(level))
            .map(share -> share.judgeTogether(levels, all))
            .toList());
  }

  private static Optional<Verdict> nothingAnswered(Level level) {
    return level.calls().ok() > 0 || level.due() == 0
        ? Optional.empty()
        : Optional.of(
            Verdict.fail(ViolationCode.NOTHING_ANSWERED.violation((double) level.due(), null)));
  }

  /** Growing pending requests show an overload before response times do: slow calls end later. */
  private Optional<Verdict> notSustained(Level level) {
    if (!sustained || !level.isOpenLoop()) {
      return Optional.empty();
    }
    PendingGrowth growth =
        new PendingGrowth(
            level.slices().stream()
                .flatMap(slice -> slice.batches().stream())
                .map(Batch::calls)
                .map(calls -> calls.growth())
                .toList(),
            level.due());
    return growth.isShown()
        ? Optional.of(
            Verdict.fail(
                ViolationCode.NOT_SUSTAINED.violation((double) growth.calls(), growth.limit())))
        : Optional.empty();
  }

  /** Judges a bound by its shares, or by the metric's value if they are unknown. */
  private static Verdict judge(Bound bound, Level level, List<Level> repetitions) {
    List<Verdict> byShare =
        ShareBound.of(bound).stream()
            .filter(share -> share.isKnown(level))
            .map(share -> share.judge(repetitions))
            .toList();
    return Stream.of(Verdict.Kind.FAIL, Verdict.Kind.UNDECIDED, Verdict.Kind.PASS)
        .flatMap(kind -> byShare.stream().filter(verdict -> verdict.kind() == kind))
        .findFirst()
        .orElseGet(() -> byValue(bound, level));
  }

  private static Verdict byValue(Bound bound, Level level) {
    Metric metric = Metric.of(bound);
    Double value = metric.of(level);
    if (value == null) {
      return Verdict.invalid(Violation.unknown(metric, bound.limit()));
    }
    return metric.meets(value, bound.limit())
        ? Verdict.pass()
        : Verdict.fail(Violation.of(metric, value, bound.limit()));
  }
}
