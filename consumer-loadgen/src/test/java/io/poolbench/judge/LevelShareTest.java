package io.poolbench.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.judge.CapacityEstimate.Basis;
import io.poolbench.stats.RisingCurve.Point;
import io.poolbench.stats.ShareInterval.Count;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LevelShareTest {
  private static LevelShare level(int level, long calls, long... late) {
    Map<Integer, List<Count>> bySample = new TreeMap<>();
    for (int sample = 0; sample < late.length; sample++) {
      bySample.put(sample, List.of(new Count(sample + 1, late[sample], calls)));
    }
    return new LevelShare(level, bySample);
  }

  private static Point point(LevelShare level) {
    return LevelShare.points(List.of(level), 0.01, Basis.ROUNDS).get(0);
  }

  /** 10 of 1,000 with half a call more on either side: ln(10.5 / 990.5) - ln(0.01 / 0.99). */
  @Test
  void theValueIsTheLogOddsLessThoseOfTheAllowedShare() {
    Point point = point(level(8, 250, 1, 4, 2, 3));
    assertThat(point.value()).isCloseTo(0.0483, within(1e-4));
    assertThat(point.weight()).isEqualTo(1_000);
  }

  /** Jackknife of four samples, by hand: log-odds without each, their mean, the factor 3 / 4. */
  @Test
  void samplesContributeTheirScatter() {
    double[] without = {9.5 / 741.5, 6.5 / 744.5, 8.5 / 742.5, 7.5 / 743.5};
    double mean = 0;
    for (int i = 0; i < 4; i++) {
      without[i] = Math.log(without[i]);
      mean += without[i] / 4;
    }
    double squares = 0;
    for (double each : without) {
      squares += 0.75 * (each - mean) * (each - mean);
    }
    assertThat(point(level(8, 250, 1, 4, 2, 3)).error().bySample().squares())
        .isCloseTo(squares, within(1e-12));
  }

  /** Equal samples have the error of independent calls: 1 / 40.5 + 1 / 3,960.5. */
  @Test
  void theErrorIsNotBelowThatOfTheNumberOfCalls() {
    Point point = point(level(8, 1_000, 10, 10, 10, 10));
    assertThat(point.error().bySample().squares()).isZero();
    assertThat(point.error().counting()).isCloseTo(Math.sqrt(0.024944), within(1e-4));
  }

  /** 18 or more of 1,000 are late with a probability of 1.4 % if 1 % are: 2.2 deviations. */
  @Test
  void onTheSideBeyondTheBoundTheErrorIsThatOfClopperAndPearson() {
    Point point = point(level(8, 250, 4, 5, 4, 5));
    assertThat(point.value() / Math.sqrt(point.error().variance())).isCloseTo(2.19, within(0.02));
  }

  @Test
  void withoutALateCallTheErrorIsThatOfHalfACall() {
    assertThat(point(level(8, 149, 0, 0)).error().counting()).isCloseTo(1.4154, within(1e-3));
  }

  /** Two rounds do not show how much they scatter; those of the other level do. */
  @Test
  void levelsWithFewSamplesBorrowTheScatterOfOthers() {
    LevelShare few = level(8, 1_000, 20, 20);
    LevelShare scattered = level(16, 1_000, 5, 40, 10, 60, 8, 30);
    double alone = point(few).error().variance();
    Point beside = LevelShare.points(List.of(few, scattered), 0.01, Basis.ROUNDS).get(0);
    assertThat(beside.error().scatter()).isGreaterThan(0.3);
    assertThat(alone).isLessThan(0.04);
  }

  /**
   * A stall in one of eight rounds may have missed the rounds of another level: its 8,000 calls
   * then say no more than 66 independent ones, of which none is late with a probability of 0.5.
   */
  @Test
  void aLevelWithoutLateCallsMayHaveMissedWhatCameTogetherElsewhere() {
    LevelShare clean = level(8, 1_000, 0, 0, 0, 0, 0, 0, 0, 0);
    LevelShare stalled = level(16, 1_000, 0, 0, 0, 0, 0, 0, 0, 300);
    LevelShare scattered = level(16, 1_000, 37, 38, 37, 38, 37, 38, 37, 38);

    assertThat(deviationsBelow(clean, stalled)).isLessThan(0.3);
    assertThat(deviationsBelow(clean, scattered)).isGreaterThan(3.5);
  }

  /** By how many standard deviations the first level is below the bound. */
  private static double deviationsBelow(LevelShare first, LevelShare second) {
    Point point = LevelShare.points(List.of(first, second), 0.01, Basis.ROUNDS).get(0);
    return -point.value() / Math.sqrt(point.towardsZero().variance());
  }

  /** One bad round of eight raises the share of all calls, and not that of a typical round. */
  @Test
  void aRareBadRoundLeavesTheCentreOpen() {
    Point point = point(level(8, 1_000, 2, 2, 2, 2, 2, 2, 2, 200));
    assertThat(point.value()).isPositive();
    assertThat(point.least()).isNegative();
    assertThat(point.most()).isEqualTo(point.value());
  }
}
