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
    double count = samples.size();
    return beyondMean(without, samples, -Math.sqrt((count - 1) / count));
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
    double count = samples.size();
    return beyondMean(onceMore, samples, (count + 1) / Math.sqrt(count * (count - 1)));
  }

  private static Contributions beyondMean(
      double[] estimates, Collection<Integer> samples, double factor) {
    double[] contributions = new double[estimates.length];
    if (samples.size() > 1) {
      double mean =
          samples.stream().mapToDouble(sample -> estimates[sample]).average().orElseThrow();
      for (int sample : samples) {
        contributions[sample] = factor * (estimates[sample] - mean);
      }
    }
    return new Contributions(contributions);
  }
}
