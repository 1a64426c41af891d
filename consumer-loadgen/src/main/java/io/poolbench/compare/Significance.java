package io.poolbench.compare;

import io.poolbench.compare.Deviation.DeviationInterval;
import io.poolbench.judge.Decision;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Whether a difference between two sides is shown: whether its interval over the repetitions
 * excludes 0.
 *
 * <p>The interval is two-sided, by Welch's t with Satterthwaite's degrees of freedom, as {@link
 * #ASSUMPTION} says (B. L. Welch, The generalization of "Student's" problem when several different
 * population variances are involved, Biometrika 34, 1947).
 *
 * @param interval of the difference, on the scale of {@link SampleMean}; null if unknown
 * @param lack why the interval is unknown; empty if it is known
 */
public record Significance(DeviationInterval interval, String lack) {
  public static final int LEVEL_PCT = 1;

  /** The rule and what it assumes, in sentences. */
  public static final String ASSUMPTION =
      "the "
          + (100 - LEVEL_PCT)
          + " % interval of the difference between the repetitions' means excludes 0, by Welch's t"
          + " (of CPU %, avail % and the capacity; else of their logarithms). It assumes"
          + " independent repetitions, each in a fresh provider, and normally distributed values"
          + " (or logarithms); it is not corrected for the number of comparisons: "
          + LEVEL_PCT
          + " in 100 that are alike comes out as SHOWN, twice as many where one side has far fewer"
          + " repetitions than the other (3 against 10).";

  private static final int MIN_REPETITIONS = 2;

  public Significance {
    Objects.requireNonNull(lack, "lack");
    if (lack.isEmpty() == (interval == null)) {
      throw new IllegalArgumentException("interval " + interval + ", " + lack);
    }
  }

  static Significance of(List<Double> baseline, List<Double> candidate) {
    if (baseline.size() < MIN_REPETITIONS || candidate.size() < MIN_REPETITIONS) {
      return unknown(lackOfRepetitions(baseline.size(), candidate.size()));
    }
    Optional<SampleMean> before = SampleMean.of(baseline);
    Optional<SampleMean> after = SampleMean.of(candidate);
    if (before.isEmpty() || after.isEmpty()) {
      return unknown("0 has no logarithm");
    }
    DeviationInterval interval =
        DeviationInterval.between(before.get(), after.get(), LEVEL_PCT / 200.0);
    return interval.lower() == interval.upper() && interval.excludesZero()
        ? unknown("no spread on either side")
        : new Significance(interval, "");
  }

  static Significance unknown(String lack) {
    return new Significance(null, lack);
  }

  String lackOr(String other) {
    return lack.isEmpty() ? other : lack;
  }

  public boolean known() {
    return interval != null;
  }

  public boolean shown() {
    return known() && interval.excludesZero();
  }

  /** The answer as text, such as {@code SHOWN} or {@code NOT SHOWN: measured once}. */
  public String text() {
    return (shown() ? Decision.SHOWN : Decision.NOT_SHOWN) + (known() ? "" : ": " + lack);
  }

  private static String lackOfRepetitions(int baseline, int candidate) {
    if (baseline == 0 || candidate == 0) {
      return "no exact value on one side";
    }
    return baseline == candidate
        ? "measured once"
        : (baseline < candidate ? "baseline" : "candidate") + " measured once";
  }
}
