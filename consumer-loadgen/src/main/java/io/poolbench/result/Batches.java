package io.poolbench.result;

import io.poolbench.stats.ShareInterval;
import io.poolbench.stats.ShareInterval.Count;
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
 * Counts of calls per batch of a step. A batch is one of consecutive, equally long parts of the
 * step's windows. Each column is a list with one value per batch, in the order they ran.
 *
 * @param windows the number of the batch's window, from 1; in a paired study the round, in which
 *     every cell was measured
 * @param ok calls answered OK
 * @param timeout calls not answered within the timeout
 * @param failed calls that were rejected or failed otherwise
 * @param unsent requests of an open loop that were not sent within the timeout
 * @param late by percentile id, for each percentile that the SLA bounds: OK calls that took at
 *     least as long as the limit
 * @param overdue by percentile id: calls still pending when the window closed, counted in the batch
 *     in which their age reached the limit; the first batch of a window also counts those that
 *     reached it before
 * @param beyondMillis by percentile id: time in the batch that calls spent beyond the limit, summed
 *     over calls, including pending and timed-out ones; empty where unknown
 * @param growth change of the number of pending calls: those in flight, and in an open loop those
 *     waiting to be sent
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
   * The late calls of each batch by the bound on a percentile. Timed-out and unsent calls are late
   * for any bound; pending calls are late once their age reaches it. Rejected and failed calls
   * count only against availability.
   *
   * @param metric the percentile's id
   * @return empty if the SLA does not bound the percentile, or without batches
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
   * The time that users waited beyond a percentile's bound in each batch, converted to calls of a
   * mean cycle: as many would have been late if users had not waited for their previous answer (G.
   * Tene, How NOT to measure latency). When something stops all calls, the share is the probability
   * that a call arriving at a random moment is late.
   *
   * @param metric the percentile's id
   * @param users users of the closed loop
   * @param cycleMillis mean cycle of a user, in ms
   * @return empty if unknown
   */
  public List<Count> lateTime(String metric, int users, double cycleMillis) {
    List<Double> beyond = beyondMillis.getOrDefault(metric, List.of());
    List<Count> counts = new ArrayList<>(beyond.size());
    for (int batch = 0; batch < beyond.size(); batch++) {
      double time = users * seconds.get(batch) * MILLIS_PER_SECOND;
      counts.add(
          new Count(
              windows.get(batch),
              Math.min(time, beyond.get(batch)) / cycleMillis,
              time / cycleMillis));
    }
    return counts;
  }

  /**
   * Time that users waited beyond a percentile's bound, in percent of their time; null if unknown.
   */
  public Double lateTimePct(String metric, int users) {
    List<Double> beyond = beyondMillis.getOrDefault(metric, List.of());
    double all = users * MILLIS_PER_SECOND * seconds.stream().mapToDouble(each -> each).sum();
    return beyond.isEmpty() || all == 0
        ? null
        : (Double) Math.min(100, 100 * beyond.stream().mapToDouble(each -> each).sum() / all);
  }

  /** Late share by the SLA's first bound on a percentile; empty without a bound or ended calls. */
  public Optional<ShareInterval> lateShare() {
    return late.keySet().stream()
        .findFirst()
        .map(this::late)
        .filter(counts -> counts.stream().anyMatch(count -> count.calls() > 0))
        .map(ShareInterval::of);
  }

  /** The calls of each batch that were due but not answered OK. */
  public List<Count> unanswered() {
    List<Count> counts = new ArrayList<>(size());
    for (int batch = 0; batch < size(); batch++) {
      long missed = timeout.get(batch) + failed.get(batch) + unsent.get(batch);
      counts.add(new Count(windows.get(batch), missed, ok.get(batch) + missed));
    }
    return counts;
  }
}
