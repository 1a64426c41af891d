package io.poolbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.load.Arrivals.StagedArrivals;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  /**
   * Also after a change of the rate. Kolmogorov-Smirnov: the largest distance between the gaps'
   * empirical distribution and the exponential one exceeds 1.95/sqrt(n) in one sample of a
   * thousand; the seed makes it one sample.
   */
  @ParameterizedTest
  @CsvSource({"0, 500", "40, 2000"})
  void gapsOfAPoissonProcessAreExponential(long fromSeconds, double perSecond) {
    Arrivals arrivals =
        new StagedArrivals(
            Arrivals.poisson(500, 42),
            List.of(
                new Load.Stage(500, (long) (40 * SECOND)), new Load.Stage(2_000, (long) SECOND)));
    long before = 0;
    while (before < fromSeconds * SECOND) {
      before = arrivals.nextNanos();
    }
    int n = 15_000;
    double[] gaps = new double[n];
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

    assertThat(distance).isLessThan(1.95 / Math.sqrt(n));
  }

  @Property(tries = 100)
  void inEachStageAsManyAreDueAsItsRateSaysAndNoneIsLostAtAChange(
      @ForAll @IntRange(min = 1, max = 5_000) int first,
      @ForAll @IntRange(min = 1, max = 5_000) int second,
      @ForAll @IntRange(min = 1, max = 5_000) int third) {
    long oneSecond = (long) SECOND;
    Arrivals arrivals =
        new StagedArrivals(
            Arrivals.constant(first),
            List.of(
                new Load.Stage(first, oneSecond),
                new Load.Stage(second, 2 * oneSecond),
                new Load.Stage(third, oneSecond)));
    int[] due = new int[5];
    long before = 0;
    for (long next = arrivals.nextNanos(); next < 5 * oneSecond; next = arrivals.nextNanos()) {
      assertThat(next).isGreaterThanOrEqualTo(before);
      before = next;
      due[(int) (next / oneSecond)]++;
    }

    // Rounding may move one across a change.
    assertThat(due[0]).isCloseTo(first, within(1));
    assertThat(due[1] + due[2]).isCloseTo(2 * second, within(1));
    assertThat(due[3]).isCloseTo(third, within(1));
    assertThat(due[4]).as("the last rate stays").isCloseTo(third, within(1));
  }

  @Property(tries = 50)
  void aCopyContinuesTheSequenceWhereverItIsMade(@ForAll @IntRange(max = 3_000) int before) {
    List<Load.Stage> holds = List.of(new Load.Stage(500, (long) SECOND), new Load.Stage(900, 1));
    for (Arrivals arrivals :
        List.of(
            Arrivals.constant(700),
            Arrivals.poisson(500, before),
            new StagedArrivals(Arrivals.poisson(500, before), holds),
            Arrivals.none())) {
      for (int n = 0; n < before; n++) {
        arrivals.nextNanos();
      }
      Arrivals copy = arrivals.copy();
      long[] rest = LongStream.generate(arrivals::nextNanos).limit(1_000).toArray();

      assertThat(LongStream.generate(copy::nextNanos).limit(1_000).toArray()).isEqualTo(rest);
    }
  }

  /** The JDK's generator is the oracle. */
  @Property
  void uniformNumbersAreThoseOfSplittableRandom(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long state = seed;
    for (int n = 0; n < 100; n++) {
      state = SplitMix64.next(state);
      assertThat(SplitMix64.uniform(state)).isEqualTo(random.nextDouble());
    }
  }
}
