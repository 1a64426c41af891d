package io.poolbench.result;

import io.poolbench.result.Batches.Count;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The share of calls with a property, such as being late, and its 95 % confidence interval by the
 * counts of consecutive batches.
 *
 * <p>Calls of one moment share their fate, so they are not independent: ten late calls of one pause
 * are one observation. The design effect is the variance of the share as the batches show it, over
 * that of as many independent calls (never below 1). It is computed with batches as they are and
 * merged in groups of 2, 4, half a window and a whole one, as long as there are {@value
 * #MIN_GROUPS} groups, and the largest counts, since groups shorter than the correlation show too
 * little. The interval is that of Clopper and Pearson with the calls divided by the design effect
 * and by the squared ratio of Student's t, of one degree of freedom less than groups, to the normal
 * quantile (E. L. Korn and B. I. Graubard, Confidence intervals for proportions with small expected
 * number of positive counts estimated from survey data, Survey Methodology 24, 1998).
 *
 * <p>Assumed is that the window is stationary, and long against what comes back in it: bursts of
 * which a window sees none cannot show in it.
 *
 * @param share hits over calls
 * @param low its lower limit
 * @param high its upper limit
 * @param designEffect by how much fewer calls, were they independent, would be worth as much; 1 or
 *     more, with the correction for few groups
 * @see <a href="https://doi.org/10.1093/biomet/26.4.404">Clopper and Pearson, Biometrika 26
 *     (1934)</a>
 */
public record ShareInterval(double share, double low, double high, double designEffect) {
  /** The least number of groups from which a variance is estimated. */
  private static final int MIN_GROUPS = 4;

  private static final double TAIL = 0.025;
  private static final double NORMAL_QUANTILE = 1.959963984540054;

  /** The interval of a share. */
  public static ShareInterval of(List<Count> batches) {
    return interval(batches, effect(batches));
  }

  /**
   * The interval of the share over several repetitions, each in a process of its own. What differs
   * from process to process only shows between repetitions: each is a group, however few.
   */
  public static ShareInterval over(List<List<Count>> repetitions) {
    List<Count> all = Count.joined(repetitions);
    double within = effect(all);
    if (repetitions.size() < 2) {
      return interval(all, within);
    }
    List<Count> sums = repetitions.stream().map(Count::sum).toList();
    return interval(all, Math.max(within, corrected(effect(sums, Count.sum(all)), sums.size())));
  }

  /** Whether the whole interval is at or below a limit. */
  public boolean within(double limit) {
    return high <= limit;
  }

  /** Whether the whole interval is above a limit. */
  public boolean beyond(double limit) {
    return low > limit;
  }

  private static ShareInterval interval(List<Count> batches, double effect) {
    Count all = Count.sum(batches);
    if (all.calls() == 0) {
      throw new IllegalArgumentException("no call");
    }
    double share = (double) all.hits() / all.calls();
    double calls = all.calls() / effect;
    double hits = share * calls;
    return new ShareInterval(
        share,
        all.hits() == 0
            ? 0
            : BetaDistribution.of(hits, calls - hits + 1).inverseCumulativeProbability(TAIL),
        all.hits() == all.calls()
            ? 1
            : BetaDistribution.of(hits + 1, calls - hits).inverseSurvivalProbability(TAIL),
        effect);
  }

  /** The largest design effect over the groupings, with the correction for that one's groups. */
  private static double effect(List<Count> batches) {
    Count all = Count.sum(batches);
    double largest = 1;
    int groups = batches.size();
    for (int size : groupSizes(batches)) {
      List<Count> grouped = grouped(batches, size);
      double effect = effect(grouped, all);
      if (grouped.size() >= MIN_GROUPS && effect > largest) {
        largest = effect;
        groups = grouped.size();
      }
    }
    return corrected(largest, groups);
  }

  private static double corrected(double effect, int groups) {
    if (groups < 2) {
      return effect;
    }
    double t = TDistribution.of(groups - 1).inverseSurvivalProbability(TAIL);
    return Math.max(1, effect) * Math.pow(t / NORMAL_QUANTILE, 2);
  }

  /** The variance of the ratio of sums by the scatter of groups, over the binomial one. */
  private static double effect(List<Count> groups, Count all) {
    if (all.hits() == 0 || all.hits() == all.calls() || groups.size() < 2) {
      return 1;
    }
    double share = (double) all.hits() / all.calls();
    double squares = 0;
    for (Count group : groups) {
      squares += Math.pow(group.hits() - share * group.calls(), 2);
    }
    double variance = squares * groups.size() / (groups.size() - 1);
    return variance / (all.calls() * share * (1 - share));
  }

  private static int[] groupSizes(List<Count> batches) {
    int first = batches.get(0).window();
    int aWindow = (int) batches.stream().filter(count -> count.window() == first).count();
    return IntStream.of(1, 2, 4, aWindow / 2, aWindow).filter(size -> size > 0).toArray();
  }

  /** Batches merged by their order in each window; what is left over at its end is a group too. */
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
