package io.poolbench.result;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A part of a step in which an answer took seconds while those of the other parts did not:
 * something paused for a moment. Its calls are few, so that no percentile shows them.
 *
 * @param batch the number of its batch in the step, from 1
 * @param longestMillis the longest response time in it
 */
public record Stall(int batch, double longestMillis) {
  /** Shorter ones are left to the percentiles. */
  private static final double MIN_MILLIS = 1_000;

  /** Where calls queue, the longest response of a batch changes by less than this factor. */
  private static final double TIMES_THE_MEDIAN = 10;

  /** The stalls of a step, by the longest response time of each batch; 0 without an answer. */
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

  /** The batches of a step that have no stall, by index from 0. */
  static IntStream others(List<Stall> stalls, int batches) {
    return IntStream.range(0, batches)
        .filter(index -> stalls.stream().noneMatch(stall -> stall.batch() == index + 1));
  }
}
