package io.poolbench.sla;

import java.util.Arrays;

/** An interval of loads or of differences between loads; an infinite end is open. */
public record LoadInterval(double lower, double upper) {
  public LoadInterval {
    if (!(lower <= upper)) {
      throw new IllegalArgumentException(lower + " > " + upper);
    }
  }

  /** The two-sided interval of draws with error / 2 on either side, widened to the estimate. */
  public static LoadInterval around(double estimate, double[] draws, double error) {
    LoadInterval drawn = of(draws.clone(), draws.clone(), error);
    return new LoadInterval(Math.min(drawn.lower, estimate), Math.max(drawn.upper, estimate));
  }

  /**
   * The two-sided interval of draws that are intervals themselves. Of n sorted draws, a share of k
   * / (n + 1) of the distribution is below the k-th.
   *
   * @param least lower ends of the draws; sorted in place
   * @param most upper ends; sorted in place
   * @param error the probability outside, half of it on either side
   */
  static LoadInterval of(double[] least, double[] most, double error) {
    Arrays.sort(least);
    Arrays.sort(most);
    int outside = Math.max(0, (int) Math.floor(error / 2 * (least.length + 1)) - 1);
    return new LoadInterval(least[outside], most[most.length - 1 - outside]);
  }
}
