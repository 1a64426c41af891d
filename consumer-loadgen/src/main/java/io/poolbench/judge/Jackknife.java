package io.poolbench.judge;

import io.poolbench.journal.Level;
import io.poolbench.journal.Slice;
import io.poolbench.stats.SampledError.Contributions;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;

/** What each sample contributes to an estimate, from the estimates without it. */
final class Jackknife {
  private Jackknife() {}

  /** The level without each of its samples; empty if there is only one. */
  static <K extends Comparable<K>> NavigableMap<K, Level> without(
      Level level, Function<Slice, K> sample) {
    NavigableMap<K, Level> without = new TreeMap<>();
    for (K each : level.slices().stream().map(sample).distinct().toList()) {
      List<Slice> others =
          level.slices().stream().filter(slice -> !sample.apply(slice).equals(each)).toList();
      if (!others.isEmpty()) {
        without.put(each, new Level(level.cell(), level.load(), others));
      }
    }
    return without;
  }

  /**
   * The contributions, whose squares add up to the jackknife's variance (M. H. Quenouille 1956, J.
   * W. Tukey 1958). Fewer than two samples contribute nothing that is known.
   *
   * @param without the estimate without each sample, by its number
   * @param samples the samples that have a part in the estimate
   */
  static Contributions contributions(double[] without, Collection<Integer> samples) {
    int count = samples.size();
    double[] contributions = new double[without.length];
    if (count > 1) {
      double mean = samples.stream().mapToDouble(sample -> without[sample]).average().orElseThrow();
      double factor = Math.sqrt((count - 1.0) / count);
      for (int sample : samples) {
        contributions[sample] = factor * (mean - without[sample]);
      }
    }
    return new Contributions(contributions);
  }

  /**
   * The contributions by the estimates to which each sample came once more: those of {@link
   * #contributions} where the estimate is a mean, and others where more of a sample does not raise
   * it as much as less of it lowers it.
   *
   * @param onceMore the estimate with each sample twice, by its number
   * @param samples the samples that have a part in the estimate
   */
  static Contributions contributionsOnceMore(double[] onceMore, Collection<Integer> samples) {
    int count = samples.size();
    double[] contributions = new double[onceMore.length];
    if (count > 1) {
      double mean =
          samples.stream().mapToDouble(sample -> onceMore[sample]).average().orElseThrow();
      double factor = (count + 1) / Math.sqrt(count * (count - 1.0));
      for (int sample : samples) {
        contributions[sample] = factor * (onceMore[sample] - mean);
      }
    }
    return new Contributions(contributions);
  }
}
