package io.poolbench.result;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A batch with a response time of seconds, while other batches of the step have none: something
 * paused briefly. Percentiles do not show it, because few calls are affected. Batches are numbered
 * from 1.
 */
public record Stall(int batch, double longestMillis) {
  /** Percentiles cover shorter response times. */
  private static final double MIN_MILLIS = 1_000;

  /**
   * Factor over the median batch; queueing alone changes a batch's longest response time by less.
   */
  private static final double TIMES_THE_MEDIAN = 10;

  /**
   * Detects stalls from the longest response time of each batch; 0 for a batch without an answer.
   */
  public static List<Stall> of(List<Double> longestMillis) {
    List<Double> sorted = longestMillis.stream().sorted().toList();
    List<Stall> stalls = new ArrayList<>();
    for (int batch = 0; batch < longestMillis.size(); batch++) {
      double longest = longestMillis.get(batch);
      if (longest >= MIN_MILLIS && longest >= TIMES_THE_MEDIAN * sorted.get(sorted.size() / 2)) {
        stalls.add(new Stall(batch + 1, longest));
      }
    }
    return stalls;
  }

  /** Indexes, from 0, of the batches without a stall. */
  static IntStream others(List<Stall> stalls, int batches) {
    return IntStream.range(0, batches)
        .filter(index -> stalls.stream().noneMatch(stall -> stall.batch() == index + 1));
  }
}
