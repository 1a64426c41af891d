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
 * @param windows the number of the batch's window, from 1; a step that was measured longer, or in
 *     rounds, has several
 * @param seconds its duration
 * @param ok calls answered OK
 * @param timeout calls not answered within the timeout
 * @param failed calls rejected, or failed otherwise
 * @param unsent requests of an open loop that were not sent within the timeout
 * @param late by the id of each percentile that the SLA bounds: OK calls that took as long as its
 *     limit or longer
 * @param overdue by the same ids: calls that were pending when the window closed, and whose age
 *     reached the limit in the batch; in a window's first batch, or before it
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
    List<Long> growth) {
  /** No batch is known. */
  public static final Batches UNKNOWN =
      new Batches(
          List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), Map.of(), Map.of(),
          List.of());

  /**
   * Of the calls of one batch, or of several, those with a property.
   *
   * @param window the number of its window, from 1; 0 of several
   * @param hits the calls that have it
   * @param calls all calls that could have it
   */
  public record Count(int window, long hits, long calls) {
    /** Of no calls. */
    public static final Count NONE = new Count(0, 0, 0);

    public Count {
      if (hits < 0 || hits > calls) {
        throw new IllegalArgumentException(hits + " of " + calls + " calls");
      }
    }

    /** The calls of several batches. */
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

    /** This count and another one. */
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
    growth = List.copyOf(growth);
    int size = windows.size();
    boolean even =
        Stream.of(
                List.of(seconds, ok, timeout, failed, unsent, growth),
                late.values(),
                overdue.values())
            .flatMap(Collection::stream)
            .mapToInt(Collection::size)
            .allMatch(each -> each == size);
    if (!even) {
      throw new IllegalArgumentException("columns of different length");
    }
  }

  private static Map<String, List<Long>> copyOf(Map<String, List<Long>> columns) {
    Map<String, List<Long>> copies = new LinkedHashMap<>();
    columns.forEach((metric, counts) -> copies.put(metric, List.copyOf(counts)));
    return Collections.unmodifiableMap(copies);
  }

  /** The number of batches. */
  public int size() {
    return windows.size();
  }

  /** Some of the batches, by index from 0. */
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
        at(growth, indexes));
  }

  private static <T> List<T> at(List<T> column, int... indexes) {
    return Arrays.stream(indexes).mapToObj(column::get).toList();
  }

  private static Map<String, List<Long>> at(Map<String, List<Long>> columns, int... indexes) {
    Map<String, List<Long>> some = new LinkedHashMap<>();
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
