package io.poolbench.result;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
 */
public record Batches(
    List<Integer> windows,
    List<Double> seconds,
    List<Long> ok,
    List<Long> timeout,
    List<Long> failed,
    List<Long> unsent,
    Map<String, List<Long>> late) {
  /** No batch is known. */
  public static final Batches UNKNOWN =
      new Batches(List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), Map.of());

  /**
   * Of the calls of one batch, those with a property.
   *
   * @param window the number of its window, from 1
   * @param hits the calls that have it
   * @param calls all calls that could have it
   */
  public record Count(int window, long hits, long calls) {
    public Count {
      if (hits < 0 || hits > calls) {
        throw new IllegalArgumentException(hits + " of " + calls + " calls");
      }
    }
  }

  public Batches {
    windows = List.copyOf(windows);
    seconds = List.copyOf(seconds);
    ok = List.copyOf(ok);
    timeout = List.copyOf(timeout);
    failed = List.copyOf(failed);
    unsent = List.copyOf(unsent);
    Map<String, List<Long>> columns = new LinkedHashMap<>();
    late.forEach((metric, counts) -> columns.put(metric, List.copyOf(counts)));
    late = Collections.unmodifiableMap(columns);
    int size = windows.size();
    boolean even =
        Stream.concat(Stream.of(seconds, ok, timeout, failed, unsent), late.values().stream())
            .mapToInt(Collection::size)
            .allMatch(each -> each == size);
    if (!even) {
      throw new IllegalArgumentException("columns of different length");
    }
  }

  /** The number of batches. */
  public int size() {
    return windows.size();
  }

  /**
   * The late calls of each batch, by a percentile's bound. Calls that timed out and requests that
   * could not be sent in time are later than any bound; rejected and failed calls count for
   * availability only.
   *
   * @param metric the percentile's id
   * @return empty where the SLA did not bound it, or no batch is known
   */
  public List<Count> late(String metric) {
    List<Long> over = late.getOrDefault(metric, List.of());
    List<Count> counts = new ArrayList<>(over.size());
    for (int batch = 0; batch < over.size(); batch++) {
      long never = timeout.get(batch) + unsent.get(batch);
      counts.add(new Count(windows.get(batch), over.get(batch) + never, ok.get(batch) + never));
    }
    return counts;
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
