package io.poolbench.result;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The counts of a step's batches: consecutive, equally long parts of its windows. A list per
 * column, each with one value per batch, in the order they ran.
 *
 * @param windows the number of the batch's window, from 1, of a step that was measured longer; of
 *     the cells of a paired study the number of the round, in which each of them was measured
 * @param seconds its duration
 * @param ok calls answered OK
 * @param timeout calls not answered within the timeout
 * @param failed calls rejected, or failed otherwise
 * @param unsent requests of an open loop that were not sent within the timeout
 * @param late by the id of each percentile that the SLA bounds: OK calls that took as long as its
 *     limit or longer
 * @param overdue by the same ids: calls that were pending when the window closed, and whose age
 *     reached the limit in the batch; in a window's first batch, or before it
 * @param beyondMillis by the same ids: the time in the batch for which calls had lasted longer than
 *     the limit, summed over calls, pending and timed-out ones included; empty where unknown
 * @param growth change of the number of pending calls: in flight, and in an open loop waiting to be
 *     sent
 */
public record Batches(
    List<Integer> windows,
    List<Double> seconds,
    List<Long> ok,
    List<Long> timeout,
    List<Long> failed,
    List<Long> unsent,
    Map<String, List<Long>> late,
    Map<String, List<Long>> overdue,
    Map<String, List<Double>> beyondMillis,
    List<Long> growth) {
  private static final double MILLIS_PER_SECOND = 1000;

  public static final Batches UNKNOWN =
      new Batches(
          List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), Map.of(), Map.of(),
          Map.of(), List.of());

  /**
   * Of the calls of one batch, or of several, those with a property.
   *
   * @param window the number of its window, from 1; 0 of several
   * @param hits the calls that have it
   * @param calls all calls that could have it
   */
  public record Count(int window, long hits, long calls) {
    public static final Count NONE = new Count(0, 0, 0);

    public Count {
      if (hits < 0 || hits > calls) {
        throw new IllegalArgumentException(hits + " of " + calls + " calls");
      }
    }

    public static Count sum(List<Count> counts) {
      return counts.stream().reduce(NONE, Count::plus);
    }

    /** The batches of several steps one after the other, their windows numbered on. */
    public static List<Count> joined(List<List<Count>> steps) {
      List<Count> all = new ArrayList<>();
      for (List<Count> step : steps) {
        int before = all.isEmpty() ? 0 : all.get(all.size() - 1).window;
        step.forEach(of -> all.add(new Count(before + of.window, of.hits, of.calls)));
      }
      return all;
    }

    public Count plus(Count other) {
      return new Count(0, hits + other.hits, calls + other.calls);
    }
  }

  public Batches {
    windows = List.copyOf(windows);
    seconds = List.copyOf(seconds);
    ok = List.copyOf(ok);
    timeout = List.copyOf(timeout);
    failed = List.copyOf(failed);
    unsent = List.copyOf(unsent);
    late = copyOf(late);
    overdue = copyOf(overdue);
    beyondMillis = copyOf(beyondMillis);
    growth = List.copyOf(growth);
    int size = windows.size();
    boolean even =
        Stream.of(
                List.of(seconds, ok, timeout, failed, unsent, growth),
                late.values(),
                overdue.values(),
                beyondMillis.values())
            .flatMap(Collection::stream)
            .mapToInt(Collection::size)
            .allMatch(each -> each == size);
    if (!even) {
      throw new IllegalArgumentException("columns of different length");
    }
  }

  private static <T> Map<String, List<T>> copyOf(Map<String, List<T>> columns) {
    Map<String, List<T>> copies = new LinkedHashMap<>();
    columns.forEach((metric, counts) -> copies.put(metric, List.copyOf(counts)));
    return Collections.unmodifiableMap(copies);
  }

  public int size() {
    return windows.size();
  }

  Batches at(int... indexes) {
    return new Batches(
        at(windows, indexes),
        at(seconds, indexes),
        at(ok, indexes),
        at(timeout, indexes),
        at(failed, indexes),
        at(unsent, indexes),
        at(late, indexes),
        at(overdue, indexes),
        at(beyondMillis, indexes),
        at(growth, indexes));
  }

  private static <T> List<T> at(List<T> column, int... indexes) {
    return Arrays.stream(indexes).mapToObj(column::get).toList();
  }

  private static <T> Map<String, List<T>> at(Map<String, List<T>> columns, int... indexes) {
    Map<String, List<T>> some = new LinkedHashMap<>();
    columns.forEach((metric, column) -> some.put(metric, at(column, indexes)));
    return some;
  }

  /** Calls answered OK per second; 0 without a batch. */
  public double tps() {
    double sum = seconds.stream().mapToDouble(each -> each).sum();
    return sum == 0 ? 0 : ok.stream().mapToLong(each -> each).sum() / sum;
  }

  /**
   * The late calls of each batch, by a percentile's bound. Calls that timed out and requests that
   * could not be sent in time are later than any bound, and so are pending calls of that age: how
   * late, is not known yet. Rejected and failed calls count for availability only.
   *
   * @param metric the percentile's id
   * @return empty where the SLA did not bound it, or no batch is known
   */
  public List<Count> late(String metric) {
    List<Long> over = late.getOrDefault(metric, List.of());
    List<Long> pending = overdue.getOrDefault(metric, Collections.nCopies(over.size(), 0L));
    List<Count> counts = new ArrayList<>(over.size());
    for (int batch = 0; batch < over.size(); batch++) {
      long never = timeout.get(batch) + unsent.get(batch) + pending.get(batch);
      counts.add(new Count(windows.get(batch), over.get(batch) + never, ok.get(batch) + never));
    }
    return counts;
  }

  /**
   * The part of the users' time in each batch that they spent beyond a percentile's bound, counted
   * in calls of a mean cycle: so many would have been late, had the users not waited for the answer
   * before (G. Tene, How NOT to measure latency). Where something stops all calls, it is the share
   * of moments at which a caller who does not wait for others would be late.
   *
   * @param metric the percentile's id
   * @param users of the closed loop
   * @param cycleMillis their mean cycle
   * @return empty where unknown
   */
  public List<Count> lateTime(String metric, int users, double cycleMillis) {
    List<Double> beyond = beyondMillis.getOrDefault(metric, List.of());
    List<Count> counts = new ArrayList<>(beyond.size());
    double late = 0;
    double all = 0;
    for (int batch = 0; batch < beyond.size(); batch++) {
      long lateBefore = Math.round(late);
      long allBefore = Math.round(all);
      double time = users * seconds.get(batch) * MILLIS_PER_SECOND;
      late += Math.min(time, beyond.get(batch)) / cycleMillis;
      all += time / cycleMillis;
      long calls = Math.round(all) - allBefore;
      counts.add(
          new Count(windows.get(batch), Math.min(calls, Math.round(late) - lateBefore), calls));
    }
    return counts;
  }

  /**
   * The share of the users' time that they spent beyond a percentile's bound, in percent; null
   * where unknown.
   */
  public Double lateTimePct(String metric, int users) {
    List<Double> beyond = beyondMillis.getOrDefault(metric, List.of());
    double all = users * MILLIS_PER_SECOND * seconds.stream().mapToDouble(each -> each).sum();
    return beyond.isEmpty() || all == 0
        ? null
        : (Double) Math.min(100, 100 * beyond.stream().mapToDouble(each -> each).sum() / all);
  }

  /**
   * The share of late calls by the first percentile that the SLA bounds; empty where it bounds
   * none, or no call ended.
   */
  public Optional<ShareInterval> lateShare() {
    return late.keySet().stream()
        .findFirst()
        .map(this::late)
        .filter(counts -> counts.stream().anyMatch(count -> count.calls() > 0))
        .map(ShareInterval::of);
  }

  /** The calls of each batch that were due and not answered OK. */
  public List<Count> unanswered() {
    List<Count> counts = new ArrayList<>(size());
    for (int batch = 0; batch < size(); batch++) {
      long missed = timeout.get(batch) + failed.get(batch) + unsent.get(batch);
      counts.add(new Count(windows.get(batch), missed, ok.get(batch) + missed));
    }
    return counts;
  }
}
