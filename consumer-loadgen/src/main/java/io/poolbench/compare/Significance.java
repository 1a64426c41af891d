package io.poolbench.compare;

import io.poolbench.result.FigureText;
import java.util.List;
import org.apache.commons.statistics.inference.DataDispersion;
import org.apache.commons.statistics.inference.TTest;

/**
 * The result of a significance test: whether a metric differs between two sides by more than the
 * noise of repetitions.
 *
 * <p>Welch's t-test, two-sided, at a level of {@value #LEVEL_PCT} %, which is the rate of false
 * alarms for equal sides. It assumes independent repetitions, each in a fresh provider, and
 * normally distributed values (logarithms for ratios), but not equal variances. Its distribution is
 * approximate: three repetitions against ten give 2 % of false alarms. (B. L. Welch, The
 * generalization of "Student's" problem when several different population variances are involved,
 * Biometrika 34, 1947.)
 *
 * @param pValue the probability of a difference at least as large by noise alone, 0..1; null if
 *     unknown
 * @param lack why the answer is unknown; empty if it is known
 */
public record Significance(Double pValue, String lack) {
  public static final int LEVEL_PCT = 1;

  /** The test and what it assumes, in sentences. */
  public static final String ASSUMPTION =
      "by Welch's t-test of the repetitions' values (of CPU %, avail % and the capacity; else of"
          + " their logarithms), two-sided, p < "
          + LEVEL_PCT / 100.0
          + ". It assumes independent repetitions, each in a fresh provider, and normally"
          + " distributed values (or logarithms); it is not corrected for the number of"
          + " comparisons: "
          + LEVEL_PCT
          + " in 100 that are alike comes out as more than noise, twice as many where one side has"
          + " far fewer repetitions than the other (3 against 10).";

  private static final int MIN_REPETITIONS = 2;

  public enum Answer {
    MORE_THAN_NOISE,
    WITHIN_NOISE,
    UNKNOWN
  }

  public Significance {
    if (lack.isEmpty() == (pValue == null)) {
      throw new IllegalArgumentException("p = " + pValue + ", " + lack);
    }
  }

  static Significance of(List<Double> baseline, List<Double> candidate) {
    if (baseline.size() < MIN_REPETITIONS || candidate.size() < MIN_REPETITIONS) {
      return unknown(lackOfRepetitions(baseline.size(), candidate.size()));
    }
    if (!areFinite(baseline) || !areFinite(candidate)) {
      return unknown("0 has no logarithm");
    }
    // Without any spread, t would be a difference divided by rounding errors.
    if (isConstant(baseline) && isConstant(candidate)) {
      return baseline.get(0).equals(candidate.get(0))
          ? new Significance(1.0, "")
          : unknown("no spread on either side");
    }
    return new Significance(
        TTest.withDefaults()
            .with(DataDispersion.HETEROSCEDASTIC)
            .test(array(baseline), array(candidate))
            .getPValue(),
        "");
  }

  static Significance unknown(String lack) {
    return new Significance(null, lack);
  }

  public Answer answer() {
    if (pValue == null) {
      return Answer.UNKNOWN;
    }
    return pValue < LEVEL_PCT / 100.0 ? Answer.MORE_THAN_NOISE : Answer.WITHIN_NOISE;
  }

  String lackOr(String other) {
    return lack.isEmpty() ? other : lack;
  }

  public boolean known() {
    return pValue != null;
  }

  public boolean moreThanNoise() {
    return answer() == Answer.MORE_THAN_NOISE;
  }

  /** The answer as text, such as {@code yes (p = 0.002)} or {@code unknown: measured once}. */
  public String text() {
    return switch (answer()) {
      case MORE_THAN_NOISE -> "yes (" + pText() + ")";
      case WITHIN_NOISE -> "no (" + pText() + ")";
      case UNKNOWN -> "unknown: " + lack;
    };
  }

  private String pText() {
    return pValue < 0.0001 ? "p < 0.0001" : "p = " + FigureText.difference(pValue);
  }

  private static String lackOfRepetitions(int baseline, int candidate) {
    if (baseline == 0 || candidate == 0) {
      return "no exact value on one side";
    }
    return baseline == candidate
        ? "measured once"
        : (baseline < candidate ? "baseline" : "candidate") + " measured once";
  }

  private static boolean areFinite(List<Double> values) {
    return values.stream().allMatch(Double::isFinite);
  }

  private static boolean isConstant(List<Double> values) {
    return values.stream().distinct().count() == 1;
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
