package io.poolbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ArrivalsTest {
  private static final double SECOND = 1e9;

  @Property
  void constantArrivalsDoNotDrift(
      @ForAll @DoubleRange(min = 0.1, max = 1e6) double perSecond,
      @ForAll @IntRange(min = 1, max = 20_000) int count) {
    Arrivals arrivals = Arrivals.constant(perSecond);
    long last = 0;
    for (int i = 0; i <= count; i++) {
      last = arrivals.nextNanos();
    }

    assertThat(last).isEqualTo(Math.round(count * SECOND / perSecond));
  }

  @Property(tries = 200)
  void arrivalsNeverFall(
      @ForAll @DoubleRange(max = 1e5) double from,
      @ForAll @DoubleRange(min = 1, max = 1e5) double to,
      @ForAll @IntRange(min = 1, max = 60) int seconds,
      @ForAll long seed) {
    for (Arrivals arrivals :
        new Arrivals[] {
          Arrivals.constant(to),
          Arrivals.poisson(to, new SplittableRandom(seed)),
          Arrivals.ramp(from, to, (long) (seconds * SECOND))
        }) {
      long before = 0;
      for (int i = 0; i < 2000; i++) {
        long next = arrivals.nextNanos();
        assertThat(next).isGreaterThanOrEqualTo(before);
        before = next;
      }
    }
  }

  /** The n-th request of a ramp is due when the integral of the rate has reached n. */
  @Property(tries = 200)
  void aRampsArrivalsFollowTheIntegralOfItsRate(
      @ForAll @DoubleRange(max = 1000) double from,
      @ForAll @DoubleRange(min = 1, max = 1000) double to,
      @ForAll @IntRange(min = 1, max = 10) int seconds) {
    Arrivals ramp = Arrivals.ramp(from, to, (long) (seconds * SECOND));
    for (int n = 0; n < 3000; n++) {
      double t = ramp.nextNanos() / SECOND;
      double inRamp = Math.min(t, seconds);
      double due =
          from * inRamp
              + (to - from) * inRamp * inRamp / (2 * seconds)
              + to * Math.max(0, t - seconds);
      assertThat(due).isCloseTo(n, within(1e-3));
    }
  }

  /**
   * Kolmogorov-Smirnov: the largest distance between the gaps' empirical distribution and the
   * exponential one exceeds 1.63/sqrt(n) in one sample of a hundred; the seed makes it one sample.
   */
  @Test
  void gapsOfAPoissonProcessAreExponential() {
    int n = 20_000;
    double perSecond = 2500;
    Arrivals arrivals = Arrivals.poisson(perSecond, new SplittableRandom(42));
    double[] gaps = new double[n];
    long before = 0;
    for (int i = 0; i < n; i++) {
      long next = arrivals.nextNanos();
      gaps[i] = (next - before) / SECOND;
      before = next;
    }
    Arrays.sort(gaps);
    double distance = 0;
    for (int i = 0; i < n; i++) {
      double expected = 1 - Math.exp(-perSecond * gaps[i]);
      distance = Math.max(distance, Math.abs(expected - (i + 0.5) / n) + 0.5 / n);
    }

    assertThat(distance).isLessThan(1.63 / Math.sqrt(n));
  }
}
