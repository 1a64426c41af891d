package io.poolbench.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.judge.LevelShares.Cluster;
import io.poolbench.judge.RoundDifference.Pair;
import io.poolbench.stats.ShareInterval.Count;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Differences computed by hand; simulated ones are in {@link SimulatedRankingTest}. */
class RoundDifferenceTest {
  private static final long CALLS = 1000;
  private static final double EXACT = 1e-9;

  /** Haldane's log-odds; weights by the binomial variance and a scatter of 1. */
  @Test
  void ruleTheDifferenceIsTheWeightedMeanOfLogOdds() {
    Pair pair = pair(1, 9, 99, null, null);
    double one = Math.log(9.5 / 991.5);
    double other = Math.log(99.5 / 901.5);
    assertThat(pair.difference()).isCloseTo(other - one, within(EXACT));
    assertThat(pair.weight())
        .isCloseTo(1 / (1 + 1 / 9.5 + 1 / 991.5 + 1 / 99.5 + 1 / 901.5), within(EXACT));

    RoundDifference same = of(pair, pair(2, 9, 99, null, null));
    assertThat(same.rounds()).isEqualTo(2);
    assertThat(same.logOdds()).isCloseTo(other - one, within(EXACT));
    assertThat(same.t()).as("without variance").isZero();
    assertThat(same.pValue()).isEqualTo(0.5);
  }

  /** Student's t of the rounds' sums: mean / (standard deviation / sqrt(rounds)). */
  @Test
  void ruleTIsTheMeanOfRoundsInStandardErrors() {
    List<Pair> pairs =
        List.of(pair(1, 9, 99, null, null), pair(2, 9, 49, null, null), pair(3, 19, 9, null, null));
    double[] sums = pairs.stream().mapToDouble(of -> of.weight() * of.difference()).toArray();
    double mean = DoubleStream.of(sums).average().orElseThrow();
    double squares = DoubleStream.of(sums).map(of -> Math.pow(of - mean, 2)).sum();
    RoundDifference difference = of(pairs.toArray(Pair[]::new));
    assertThat(difference.t())
        .isCloseTo(mean / Math.sqrt(squares / 2 / 3), within(EXACT))
        .isPositive();
    assertThat(difference.exchanged().t()).isEqualTo(-difference.t());
    assertThat(difference.exchanged().logOdds()).isEqualTo(-difference.logOdds());
  }

  @Test
  void ruleABlockWithoutLateCallsSaysNothing() {
    Pair none = pair(1, 0, 0, null, null);
    Pair all = pair(2, CALLS, CALLS, null, null);
    Pair one = pair(3, 0, 1, null, null);
    assertThat(List.of(none.isInformative(), all.isInformative(), one.isInformative()))
        .containsExactly(false, false, true);
    assertThat(none.weight()).isZero();
    assertThat(of(none, all).logOdds()).isZero();
  }

  /** At 0.5 + 0.01 x 1,000 calls, 0 late calls count as 10.5. */
  @Test
  void ruleTheFloorHidesSharesThatAreAMatterOfChance() {
    Pair pair = new Pair(new Cluster(0, 1), count(0), count(99), null, null, 0.01);
    assertThat(pair.logOddsOfOne()).isCloseTo(Math.log(10.5 / 1010.5), within(EXACT));
  }

  /** Six rounds of one sign: 2 of 64 assignments; three tests of it are not significant. */
  @Test
  void ruleADifferenceIsSignificantUpToFivePercent() {
    RoundDifference six = of(IntStream.rangeClosed(1, 6).mapToObj(of -> pair(of, 9, 99, 1.0, 1.0)));
    assertThat(six.pValue()).isEqualTo(2.0 / 64);
    assertThat(six.shown()).isTrue();
    assertThat(six.corrected(0.05).significant()).isTrue();
    assertThat(six.times(2).corrected()).isEqualTo(4.0 / 64);
    assertThat(six.times(2).significant()).isFalse();
    assertThat(six.times(100).corrected()).isEqualTo(1);
  }

  /** The worse cell lost more CPU time in each round, by the same factor. */
  @Test
  void ruleADifferenceThatFollowsWhatTheHostTookDependsOnTheHost() {
    assertThat(ofTaken(1, 30).dependsOnHost()).isTrue();
    assertThat(ofTaken(1, 30).shown()).isFalse();
    assertThat(ofTaken(30, 1).dependsOnHost()).as("taken from the better cell").isFalse();
    assertThat(ofTaken(30, 30).dependsOnHost()).isFalse();
    RoundDifference unknown =
        of(IntStream.rangeClosed(1, 12).mapToObj(of -> pair(of, 9, 99, 1.0, null)));
    assertThat(unknown.dependsOnHost()).as("not known of both").isFalse();
  }

  /** All rounds together show a difference, whose sign the calmer half has too, or not. */
  @ParameterizedTest
  @CsvSource({"12, true", "8, false"})
  void ruleADifferenceOfTheDisturbedRoundsAloneIsOfTheHost(long lateInCalm, boolean ofHost) {
    List<Pair> pairs = new ArrayList<>(Collections.nCopies(6, pair(1, 10, 100, 30.0, 30.0)));
    pairs.addAll(Collections.nCopies(6, pair(1, lateInCalm, 10, 1.0, 1.0)));
    RoundDifference difference = of(pairs.stream());
    assertThat(difference.significant()).isTrue();
    assertThat(difference.logOdds()).isPositive();
    assertThat(difference.dependsOnHost()).isEqualTo(ofHost);
    assertThat(difference.shown()).isEqualTo(!ofHost);
  }

  /**
   * The cell with more late calls lost more CPU time in every second round, which six signs alone
   * do not prove. In the other rounds it has more late calls in all six, or only in four of them.
   */
  @Test
  void ruleAnUnevenHostDecidesIfNoDifferenceIsLeftWhereItIsEven() {
    Pair more = pair(1, 9, 12, 1.0, 1.0);
    Pair less = pair(1, 12, 9, 1.0, 1.0);
    assertThat(halfUneven(3, more, more).dependsOnHost()).isFalse();
    assertThat(halfUneven(3, more, less).dependsOnHost()).isTrue();
    assertThat(halfUneven(1, more, less).dependsOnHost()).as("even in all rounds").isFalse();
  }

  /** Six rounds in which this was taken from the other cell, four like a pair, two like a pair. */
  private static RoundDifference halfUneven(double takenOfOther, Pair four, Pair two) {
    List<Pair> pairs = new ArrayList<>(Collections.nCopies(6, pair(1, 9, 99, 1.0, takenOfOther)));
    pairs.addAll(Collections.nCopies(4, four));
    pairs.addAll(Collections.nCopies(2, two));
    return of(pairs.stream());
  }

  private static RoundDifference ofTaken(double one, double other) {
    return of(IntStream.rangeClosed(1, 12).mapToObj(of -> pair(of, 9, 99, one, other)));
  }

  private static RoundDifference of(Stream<Pair> pairs) {
    return of(pairs.toArray(Pair[]::new));
  }

  private static RoundDifference of(Pair... pairs) {
    return RoundDifference.of(List.of(16), List.of(pairs).stream().map(List::of).toList());
  }

  private static Pair pair(
      int round, long one, long other, Double takenOfOne, Double takenOfOther) {
    return new Pair(new Cluster(0, round), count(one), count(other), takenOfOne, takenOfOther, 0);
  }

  private static Count count(long late) {
    return new Count(0, late, CALLS);
  }
}
