package io.poolbench.run;

import io.poolbench.dubbo.ClientKind;
import io.poolbench.journal.ViolationCode;
import io.poolbench.judge.ShareBound;
import io.poolbench.lab.Counters;
import io.poolbench.lab.CpuPlan;
import io.poolbench.load.Interval;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.load.MeasuredWindow.AtRest;
import io.poolbench.load.PendingCalls;
import io.poolbench.load.Probe.PoolState;
import io.poolbench.result.Batches;
import io.poolbench.result.Calls;
import io.poolbench.result.Figures;
import io.poolbench.result.GroupResult;
import io.poolbench.result.HistogramText;
import io.poolbench.result.Latency;
import io.poolbench.result.Metric;
import io.poolbench.result.Percentile;
import io.poolbench.result.Slice;
import io.poolbench.result.Stability;
import io.poolbench.result.Stall;
import io.poolbench.result.StepResult;
import io.poolbench.result.StepResult.Pacing;
import io.poolbench.result.StepResult.Pending;
import io.poolbench.result.StepResult.UserTime;
import io.poolbench.result.Verdict;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Group;
import io.poolbench.spec.Sla;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/** Computes the metrics of a step from a measured window. */
final class StepFigures {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;

  private StepFigures() {}

  /**
   * Computes a step, without a verdict.
   *
   * @param step its number in the cell, from 1
   * @param ended when its window closed
   * @param window one window or several joined ones; late calls are counted by the limits of the
   *     SLAs of the cell and its groups
   */
  static StepResult of(
      int step,
      int level,
      Instant ended,
      MeasuredWindow<Counters> window,
      CpuPlan cpus,
      Cell cell) {
    Long loadNanos = window.atRest().map(AtRest::nanos).orElse(null);
    Figures figures = window.after().since(window.before(), window.countedCalls(), loadNanos, cpus);
    StepResult whole =
        of(step, level, ended, window, figures, cell.sla(), cell)
            .withSlices(slices(window.batches(), List.of()));
    List<GroupResult> groups = new ArrayList<>();
    for (Group group : cell.load().groups()) {
      int number = groups.size();
      int own = cell.load().level(group, level);
      Sla sla = cell.groups().get(number).sla();
      groups.add(
          new GroupResult(
              group.name(), of(step, own, ended, window.groups().get(number), figures, sla, cell)));
    }
    return groups.isEmpty() ? whole : whole.withGroups(groups);
  }

  private static StepResult of(
      int step,
      int level,
      Instant ended,
      MeasuredWindow<Counters> window,
      Figures figures,
      Sla sla,
      Cell cell) {
    Interval interval = window.interval();
    Calls asRead = calls(interval, ClientKind.seesLateAnswers(cell.driver().client()));
    Calls calls = cell.driver().knowsRefusals() ? asRead : asRead.rejectedAtMost(refusals(figures));
    double seconds = window.nanos() / NANOS_PER_SECOND;
    List<ShareBound> bounds = ShareBound.onPercentiles(sla);
    Batches batches = batches(window.batches(), bounds, isOpenLoop(interval));
    return new StepResult(
        step,
        level,
        ended.minusNanos(window.spanNanos()),
        seconds,
        calls,
        calls.ok() / seconds,
        Latency.of(interval.response()),
        calls.total() == 0 ? null : interval.cycleMeanNanos() / NANOS_PER_MILLI,
        isOpenLoop(interval) ? null : lateTimePct(batches, level, bounds),
        pacing(interval),
        pending(interval, window.nanos()),
        userTime(interval),
        batches,
        cell.load().phases().isEmpty()
            ? Stall.of(column(window.batches(), batch -> batch.longestNanos() / NANOS_PER_MILLI))
            : List.of(),
        stability(window.parts()),
        figures,
        Verdict.invalid(ViolationCode.NOT_EVALUATED.violation()),
        HistogramText.encode(interval.response()),
        false,
        List.of(),
        List.of(),
        List.of(),
        null,
        null);
  }

  /** The refusals that the provider counted; calls beyond them are not known to be refused. */
  private static long refusals(Figures figures) {
    return Stream.of(Metric.POOL_REJECTED, Metric.LIMIT_REJECTED)
        .map(figures::of)
        .filter(Objects::nonNull)
        .mapToLong(Math::round)
        .sum();
  }

  private static Double lateTimePct(Batches batches, int users, List<ShareBound> bounds) {
    return bounds.stream()
        .min(Comparator.comparingLong(ShareBound::limitNanos))
        .map(bound -> batches.lateTimePct(bound.metric().id(), users))
        .orElse(null);
  }

  private static Batches batches(
      List<MeasuredWindow.Batch> batches, List<ShareBound> bounds, boolean openLoop) {
    Map<String, List<Long>> late = new LinkedHashMap<>();
    Map<String, List<Long>> overdue = new LinkedHashMap<>();
    Map<String, List<Double>> beyond = new LinkedHashMap<>();
    for (int bound = 0; bound < bounds.size(); bound++) {
      int at = bound;
      String id = bounds.get(bound).metric().id();
      late.put(id, column(batches, batch -> batch.late().get(at)));
      overdue.put(id, column(batches, batch -> batch.overdue().get(at)));
      if (!openLoop) {
        beyond.put(id, column(batches, batch -> batch.beyondNanos().get(at) / NANOS_PER_MILLI));
      }
    }
    return new Batches(
        column(batches, MeasuredWindow.Batch::window),
        column(batches, batch -> batch.nanos() / NANOS_PER_SECOND),
        column(batches, MeasuredWindow.Batch::ok),
        column(batches, MeasuredWindow.Batch::timeout),
        column(batches, MeasuredWindow.Batch::failed),
        column(batches, MeasuredWindow.Batch::unsent),
        late,
        overdue,
        beyond,
        column(batches, MeasuredWindow.Batch::growth));
  }

  private static <T> List<T> column(
      List<MeasuredWindow.Batch> batches, Function<MeasuredWindow.Batch, T> value) {
    return batches.stream().map(value).toList();
  }

  /** Counts calls by outcome, and late answers if the client detects them. */
  static Calls calls(Interval interval, boolean seesLate) {
    return new Calls(
        interval.ok(),
        interval.rejected(),
        interval.timeout(),
        interval.error(),
        interval.unsent(),
        seesLate ? (Long) interval.late() : null);
  }

  /**
   * The time series of a step, with the pool at the end of each batch unless {@code pools} is
   * empty.
   */
  static List<Slice> slices(List<MeasuredWindow.Batch> batches, List<PoolState> pools) {
    List<Slice> slices = new ArrayList<>(batches.size());
    double from = 0;
    for (MeasuredWindow.Batch batch : batches) {
      PoolState pool = pools.isEmpty() ? PoolState.UNKNOWN : pools.get(slices.size());
      double seconds = batch.nanos() / NANOS_PER_SECOND;
      slices.add(
          new Slice(
              from,
              seconds,
              batch.due(),
              batch.ok(),
              batch.rejected(),
              batch.timeout() + batch.unsent(),
              batch.error(),
              batch.expired(),
              inSlice(Percentile.TP50, batch.ok(), batch.tp50Nanos()),
              inSlice(Percentile.TP99, batch.ok(), batch.tp99Nanos()),
              pool.active(),
              pool.queued(),
              pool.threads()));
      from += seconds;
    }
    return slices;
  }

  private static Double inSlice(Percentile percentile, long ok, long nanos) {
    return Slice.hasEnough(percentile, ok) ? (Double) (nanos / NANOS_PER_MILLI) : null;
  }

  private static Pending pending(Interval interval, long nanos) {
    PendingCalls pending = interval.pending();
    return new Pending(
        pending.count(),
        pending.count() == 0 ? null : pending.oldestNanos() / NANOS_PER_MILLI,
        isOpenLoop(interval) ? null : (Double) (interval.userNanos() / nanos));
  }

  private static UserTime userTime(Interval interval) {
    double nanos = interval.okNanos() + interval.failedNanos() + interval.backoffNanos();
    return isOpenLoop(interval) || nanos == 0
        ? UserTime.UNKNOWN
        : new UserTime(100 * interval.okNanos() / nanos);
  }

  private static boolean isOpenLoop(Interval interval) {
    return interval.due() > 0 || interval.unsent() > 0 || interval.sendDelay().getTotalCount() > 0;
  }

  private static Pacing pacing(Interval interval) {
    Double lagTp99 = Percentile.TP99.millis(interval.lag());
    if (!isOpenLoop(interval)) {
      boolean paced = interval.lag().getTotalCount() > 0;
      return paced ? new Pacing(null, null, lagTp99, 0, "", "") : null;
    }
    return new Pacing(
        Latency.of(interval.service()),
        Latency.of(interval.sendDelay()),
        lagTp99,
        interval.backlog(),
        HistogramText.encode(interval.service()),
        HistogramText.encode(interval.sendDelay()));
  }

  private static Stability stability(List<MeasuredWindow.Part> parts) {
    return new Stability(
        parts.size(),
        spreadPct(parts, part -> part.interval().ok() / (double) part.nanos()),
        spreadPct(parts, part -> Percentile.TP99.millis(part.interval().response())));
  }

  private static Double spreadPct(
      List<MeasuredWindow.Part> parts, Function<MeasuredWindow.Part, Double> figure) {
    return Stability.spreadPct(parts.stream().map(figure).toList());
  }
}
