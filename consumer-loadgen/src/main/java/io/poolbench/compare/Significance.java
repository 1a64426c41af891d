package io.poolbench.compare;

import io.poolbench.result.FigureText;
import java.util.List;
import java.util.Objects;
import org.apache.commons.statistics.inference.DataDispersion;
import org.apache.commons.statistics.inference.TTest;

/**
 * Whether two figures differ by more than noise, by what repetitions spread.
 *
 * <p>Welch's t-test, two-sided, at a level of {@value #LEVEL_PCT} %: of as many comparisons of
 * providers that are in truth alike, as many in a hundred come out as more than noise. It assumes
 * that repetitions are independent of each other, each in a fresh provider, and that what they
 * measure is distributed normally, or, where deviations are ratios, its logarithm; it does not
 * assume that both sides spread alike. Its distribution is approximate: with three repetitions
 * against ten, two of a hundred come out so. (B. L. Welch, The generalization of "Student's"
 * problem when several different population variances are involved, Biometrika 34, 1947.)
 *
 * @param answer what it says
 * @param pValue how likely a difference at least as large is by noise alone, 0..1; null where
 *     unknown
 * @param lack why nothing can be known; empty where something is
 */
public record Significance(Answer answer, Double pValue, String lack) {
  /** The level of the test, in percent. */
  public static final int LEVEL_PCT = 1;

  /** The test and what it assumes, in sentences. */
  public static final String ASSUMPTION =
      "by Welch's t-test of the repetitions' figures (of CPU %, avail % and the most load; else of"
          + " their logarithms), two-sided, p < "
          + LEVEL_PCT / 100.0
          + ". It assumes repetitions that are independent, each in a fresh provider, and figures"
          + " (or their logarithms) that are normally distributed; it is not corrected for the"
          + " number of comparisons: of many that are alike, "
          + LEVEL_PCT
          + " in 100 comes out as more than noise, and twice as many where one side has far fewer"
          + " repetitions than the other (3 against 10).";

  private static final int FEWEST = 2;

  /** The three answers. */
  public enum Answer {
    MORE_THAN_NOISE,
    WITHIN_NOISE,
    UNKNOWN
  }

  public Significance {
    Objects.requireNonNull(answer, "answer");
    Objects.requireNonNull(lack, "lack");
    if ((answer == Answer.UNKNOWN) != (pValue == null) || lack.isEmpty() == (pValue == null)) {
      throw new IllegalArgumentException(answer + ", p = " + pValue + ", " + lack);
    }
  }

  /**
   * The test of two sides.
   *
   * @param baseline a figure of each repetition, on the scale that is tested
   * @param candidate likewise
   */
  static Significance of(List<Double> baseline, List<Double> candidate) {
    if (baseline.size() < FEWEST || candidate.size() < FEWEST) {
      return unknown(lackOfRepetitions(baseline.size(), candidate.size()));
    }
    if (!areFinite(baseline) || !areFinite(candidate)) {
      return unknown("a figure of 0 has no logarithm");
    }
    // Without any spread t is a difference over nothing but rounding.
    if (isConstant(baseline) && isConstant(candidate)) {
      return baseline.get(0).equals(candidate.get(0))
          ? new Significance(Answer.WITHIN_NOISE, 1.0, "")
          : unknown("neither side spreads");
    }
    return of(
        TTest.withDefaults()
            .with(DataDispersion.HETEROSCEDASTIC)
            .test(array(baseline), array(candidate))
            .getPValue());
  }

  private static Significance of(double pValue) {
    return new Significance(
        pValue < LEVEL_PCT / 100.0 ? Answer.MORE_THAN_NOISE : Answer.WITHIN_NOISE, pValue, "");
  }

  static Significance unknown(String lack) {
    return new Significance(Answer.UNKNOWN, null, lack);
  }

  /** Whether the test was made. */
  public boolean known() {
    return answer != Answer.UNKNOWN;
  }

  /** Whether the difference is known to be more than noise. */
  public boolean moreThanNoise() {
    return answer == Answer.MORE_THAN_NOISE;
  }

  /**
   * The answer in words: {@code yes (p = 0.002)}, {@code no (p = 0.31)}, {@code cannot know:
   * measured once}.
   */
  public String text() {
    return switch (answer) {
      case MORE_THAN_NOISE -> "yes (" + pText() + ")";
      case WITHIN_NOISE -> "no (" + pText() + ")";
      case UNKNOWN -> "cannot know: " + lack;
    };
  }

  /** The answer as an end of a sentence: {@code more than noise (p = 0.002)}. */
  public String sentence() {
    return switch (answer) {
      case MORE_THAN_NOISE -> "more than noise (" + pText() + ")";
      case WITHIN_NOISE -> "no more than noise (" + pText() + ")";
      case UNKNOWN -> "cannot know whether it is noise: " + lack;
    };
  }

  /** The probability in words, such as {@code p = 0.002}. */
  public String pText() {
    return pValue < 0.0001 ? "p < 0.0001" : "p = " + FigureText.difference(pValue);
  }

  private static String lackOfRepetitions(int baseline, int candidate) {
    if (baseline == 0 || candidate == 0) {
      return "not known of both";
    }
    return baseline == candidate
        ? "measured once"
        : (baseline < candidate ? "baseline" : "other side") + " measured once";
  }

  private static boolean areFinite(List<Double> figures) {
    return figures.stream().allMatch(Double::isFinite);
  }

  private static boolean isConstant(List<Double> figures) {
    return figures.stream().distinct().count() == 1;
  }

  private static double[] array(List<Double> figures) {
    return figures.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
