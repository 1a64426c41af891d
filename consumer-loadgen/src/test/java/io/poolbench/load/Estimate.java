package io.poolbench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;

/**
 * A figure estimated by batch means: windows far longer than the queue's memory are all but
 * independent, so that their spread bounds the error of their mean (Law and Kelton, Simulation
 * Modeling and Analysis, chapter 9).
 *
 * @param standardError of the mean
 */
record Estimate(double mean, double standardError) {
  /**
   * The mean of 16 windows lies further off than this many standard errors once in a thousand times
   * (Student's t, 15 degrees of freedom); seeds are fixed, so that it does so always or never.
   */
  private static final double STANDARD_ERRORS = 4.1;

  static Estimate of(List<Interval> windows, ToDoubleFunction<Interval> figure) {
    return of(windows.stream().mapToDouble(figure).toArray());
  }

  static Estimate of(double[] values) {
    double variance = Variance.of(values).getAsDouble();
    return new Estimate(Mean.of(values).getAsDouble(), Math.sqrt(variance / values.length));
  }

  /**
   * Holds it against the truth.
   *
   * @param sharpness how large its standard error may be, as a share of the truth: a loose estimate
   *     would agree with anything
   */
  void agreesWith(String figure, double truth, double sharpness) {
    assertThat(standardError).as("standard error of " + figure).isLessThan(sharpness * truth);
    assertThat((mean - truth) / standardError)
        .as("%s: %s instead of %s, in standard errors of %s", figure, mean, truth, standardError)
        .isBetween(-STANDARD_ERRORS, STANDARD_ERRORS);
  }
}
