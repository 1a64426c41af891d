package io.poolbench.stats;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The share of calls with a property, such as being late, and its 95 % confidence interval,
 * computed from the counts of consecutive batches.
 *
 * <p>Concurrent calls are not independent: ten late calls of one pause are one observation. The
 * interval is therefore Clopper and Pearson's for fewer calls, by a design effect (E. L. Korn and
 * B. I. Graubard, Confidence intervals for proportions with small expected number of positive
 * counts estimated from survey data, Survey Methodology 24, 1998). Its steps and assumptions are in
 * docs/explanation/statistics.md.
 *
 * @param share hits over calls, from 0 to 1
 * @param designEffect the number of calls divided by the number of independent calls with the same
 *     information, corrected for few groups; 1 or more
 * @see <a href="https://doi.org/10.1093/biomet/26.4.404">Clopper and Pearson, Biometrika 26
 *     (1934)</a>
 */
public record ShareInterval(double share, double low, double high, double designEffect) {
  private static final int MIN_GROUPS = 4;

  private static final double TAIL = 0.025;
  private static final double NORMAL_QUANTILE = 1.959963984540054;

  /**
   * The number of calls with a property, such as being late, in one batch or in several. A share of
   * time is a number of calls that need not be whole.
   *
   * @param window the number of the batch's window, from 1; 0 for several batches
   */
  public record Count(int window, double hits, double calls) {
    public static final Count NONE = new Count(0, 0, 0);

    public Count {
      if (!(hits >= 0 && hits <= calls)) {
        throw new IllegalArgumentException(hits + " of " + calls + " calls");
      }
    }

    public static Count sum(List<Count> counts) {
      return counts.stream().reduce(NONE, Count::plus);
    }

    /** Concatenates the batches of several steps and numbers their windows consecutively. */
    public static List<Count> joined(List<List<Count>> steps) {
      List<Count> all = new ArrayList<>();
      for (List<Count> step : steps) {
        int before = all.isEmpty() ? 0 : all.get(all.size() - 1).window;
        step.forEach(count -> all.add(new Count(before + count.window, count.hits, count.calls)));
      }
      return all;
    }

    public Count plus(Count other) {
      return new Count(0, hits + other.hits, calls + other.calls);
    }
  }

  public static ShareInterval of(List<Count> batches) {
    return interval(batches, effect(List.of(batches)));
  }

  /**
   * The interval of the share of several strata together, such as the levels of a load, whose own
   * shares may differ: that they do widens no interval, but what varies within them does.
   *
   * @param strata the batches of each, with a call at least
   * @param elsewhere the least design effect where hits are too few to show their own: what comes
   *     together may have missed these strata
   */
  public static ShareInterval together(List<List<Count>> strata, double elsewhere) {
    List<Count> all = Count.joined(strata);
    long windows = all.stream().mapToInt(Count::window).distinct().count();
    double least = degrees(Count.sum(all), (int) windows) == 0 ? elsewhere : 1;
    return interval(all, Math.max(effect(strata), least));
  }

  /** Degrees of freedom of a scatter; 0 if the hits, or the others, are fewer than samples. */
  public static int degrees(Count all, int samples) {
    return Math.min(all.hits(), all.calls() - all.hits()) < samples ? 0 : samples - 1;
  }

  /**
   * The design effect at some share, by the strata that show one. Log-odds of samples vary alike at
   * all shares, so that what the effect is above 1 is in proportion to the share.
   *
   * @param strata the samples of each
   */
  public static double designEffectAt(double share, List<List<Count>> strata) {
    double excess = 0;
    int degrees = 0;
    for (List<Count> samples : strata) {
      Count all = Count.sum(samples);
      int own = degrees(all, samples.size());
      if (own + 1 >= MIN_GROUPS) {
        double effect = Math.max(1, scatter(List.of(samples), all));
        excess += own * (effect - 1) * Math.min(1, share * all.calls() / all.hits());
        degrees += own;
      }
    }
    return degrees == 0 ? 1 : 1 + excess / degrees;
  }

  /**
   * The interval of the share over several repetitions, each in its own process. Each repetition is
   * a group, however few there are, because differences between processes show only between
   * repetitions.
   */
  public static ShareInterval over(List<List<Count>> repetitions) {
    List<Count> all = Count.joined(repetitions);
    double within = effect(List.of(all));
    if (repetitions.size() < 2) {
      return interval(all, within);
    }
    List<Count> sums = repetitions.stream().map(Count::sum).toList();
    return interval(
        all, Math.max(within, corrected(scatter(List.of(sums), Count.sum(all)), sums.size() - 1)));
  }

  public boolean within(double limit) {
    return high <= limit;
  }

  public boolean beyond(double limit) {
    return low > limit;
  }

  private static ShareInterval interval(List<Count> batches, double effect) {
    Count all = Count.sum(batches);
    if (all.calls() == 0) {
      throw new IllegalArgumentException("no call");
    }
    double share = all.hits() / all.calls();
    double calls = all.calls() / effect;
    double hits = share * calls;
    Range limits = clopperPearson(hits, calls, 2 * TAIL);
    return new ShareInterval(share, limits.lower(), limits.upper(), effect);
  }

  /**
   * Clopper and Pearson's limits of a share; the numbers need not be whole.
   *
   * @param error the probability that the share is outside, half of it on either side
   */
  public static Range clopperPearson(double hits, double calls, double error) {
    double misses = calls - hits;
    return new Range(
        hits <= 0
            ? 0
            : BetaDistribution.of(hits, misses + 1).inverseCumulativeProbability(error / 2),
        misses <= 0
            ? 1
            : BetaDistribution.of(hits + 1, misses).inverseSurvivalProbability(error / 2));
  }

  /** The largest design effect over all groupings, corrected for the number of its groups. */
  private static double effect(List<List<Count>> strata) {
    Count all = Count.sum(Count.joined(strata));
    double largest = 1;
    int degrees = strata.stream().mapToInt(List::size).sum() - strata.size();
    for (int size : groupSizes(strata.get(0))) {
      List<List<Count>> grouped = strata.stream().map(batches -> grouped(batches, size)).toList();
      int groups = grouped.stream().mapToInt(List::size).sum();
      double effect = scatter(grouped, all);
      if (groups >= MIN_GROUPS && effect > largest) {
        largest = effect;
        degrees = groups - strata.size();
      }
    }
    return corrected(largest, degrees);
  }

  private static double corrected(double effect, int degrees) {
    if (degrees < 1) {
      return effect;
    }
    double t = TDistribution.of(degrees).inverseSurvivalProbability(TAIL);
    return Math.max(1, effect) * Math.pow(t / NORMAL_QUANTILE, 2);
  }

  /** The variance of the share by the scatter of groups, divided by the binomial variance. */
  private static double scatter(List<List<Count>> strata, Count all) {
    if (all.hits() == 0 || all.hits() == all.calls()) {
      return 1;
    }
    double share = all.hits() / all.calls();
    double variance = 0;
    for (List<Count> groups : strata) {
      Count total = Count.sum(groups);
      double own = total.calls() == 0 ? 0 : total.hits() / total.calls();
      double squares = 0;
      for (Count group : groups) {
        squares += Math.pow(group.hits() - own * group.calls(), 2);
      }
      variance += groups.size() < 2 ? 0 : squares * groups.size() / (groups.size() - 1);
    }
    return variance / (all.calls() * share * (1 - share));
  }

  private static int[] groupSizes(List<Count> batches) {
    int first = batches.get(0).window();
    int aWindow = (int) batches.stream().filter(count -> count.window() == first).count();
    return IntStream.of(1, 2, 4, aWindow / 2, aWindow).filter(size -> size > 0).toArray();
  }

  /** Merges consecutive batches of a window; the last group of a window may be smaller. */
  private static List<Count> grouped(List<Count> batches, int size) {
    List<Count> groups = new ArrayList<>();
    int from = 0;
    while (from < batches.size()) {
      int to = from + 1;
      while (to < batches.size()
          && to - from < size
          && batches.get(to).window() == batches.get(from).window()) {
        to++;
      }
      groups.add(Count.sum(batches.subList(from, to)));
      from = to;
    }
    return groups;
  }
}
