package io.poolbench.judge;

import static io.poolbench.judge.SimulatedBlocks.cliff;
import static io.poolbench.judge.SimulatedBlocks.logistic;
import static io.poolbench.judge.SimulatedConditions.hog;
import static io.poolbench.judge.SimulatedConditions.noise;
import static io.poolbench.judge.SimulatedConditions.trend;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.journal.CallSum;
import io.poolbench.journal.Calls;
import io.poolbench.journal.Key;
import io.poolbench.journal.Slice;
import io.poolbench.judge.Ranking.Answer;
import io.poolbench.judge.Ranking.Caveat;
import io.poolbench.stats.Range;
import io.poolbench.study.PlainStudy;
import io.poolbench.study.Study;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class RankingsTest {
  private static final SimulatedBlocks EIGHT_ROUNDS =
      new SimulatedBlocks(List.of(8, 12, 16, 24, 32), 8, 2_000, List.of(noise(0.2, 0.2)));

  private static List<Ranking> rank(SimulatedBlocks blocks, DoubleUnaryOperator... curves) {
    return Rankings.of(blocks.run(new Random(1), List.of(curves)));
  }

  @Test
  void aPoolThatCrossesTheBoundAtAHigherLoadIsShownToCarryMore() {
    Ranking ranking = rank(EIGHT_ROUNDS, logistic(10, 0.4), logistic(26, 0.4)).get(0);

    assertThat(ranking.answer()).isEqualTo(Answer.CARRIES_MORE);
    assertThat(ranking.better()).map(EstimatedCell::name).contains("b");
    assertThat(ranking.carriesMore()).isEqualTo(ranking.better());
    assertThat(ranking.capacity().orElseThrow().oneIsMore()).isFalse();
    assertThat(ranking.capacity().orElseThrow().interval().upper())
        .as("the first cell's capacity less the second's")
        .isLessThan(0);
    assertThat(ranking.capacity().orElseThrow().gain().lower()).isGreaterThan(0.3);
    assertThat(ranking.caveats()).containsExactly(Caveat.FROM_ONE_PROVIDER);
  }

  @Test
  void equalPoolsHaveNoDirection() {
    Ranking ranking = rank(EIGHT_ROUNDS, logistic(15, 0.4), logistic(15, 0.4)).get(0);

    assertThat(ranking.answer()).isEqualTo(Answer.NO_DIFFERENCE);
    assertThat(ranking.better()).isEmpty();
    assertThat(ranking.carriesMore()).isEmpty();
  }

  /** Both break beyond 16 users; below it one has 0.1 % of late calls and the other 0.5 %. */
  @Test
  void fewerLateCallsWithinTheSlaAreNoHigherCapacity() {
    Ranking ranking = rank(EIGHT_ROUNDS, cliff(16, 0.001, 0.3), cliff(16, 0.005, 0.3)).get(0);

    assertThat(ranking.answer()).isEqualTo(Answer.FEWER_LATE);
    assertThat(ranking.better()).map(EstimatedCell::name).contains("a");
    assertThat(ranking.carriesMore()).isEmpty();
    assertThat(ranking.late().orElseThrow().levels()).containsExactly(8, 12, 16);
  }

  @Test
  void curvesThatCrossAreReportedBeforeAnyRanking() {
    Ranking ranking = rank(EIGHT_ROUNDS, logistic(20, 0.6), logistic(20, 0.1)).get(0);

    assertThat(ranking.answer()).isEqualTo(Answer.CROSSING);
    assertThat(ranking.better()).isEmpty();
    assertThat(ranking.crossing().orElseThrow().low().logOdds()).as("a at low loads").isPositive();
    assertThat(ranking.crossing().orElseThrow().lastOfLow()).isEqualTo(16);
    assertThat(ranking.crossing().orElseThrow().firstOfHigh()).isEqualTo(24);
  }

  @Test
  void fewRoundsDecideNothing() {
    SimulatedBlocks three =
        new SimulatedBlocks(List.of(8, 16, 32), 3, 2_000, List.of(noise(0.1, 0.1)));
    assertThat(rank(three, logistic(10, 0.4), logistic(26, 0.4)).get(0).answer())
        .isEqualTo(Answer.TOO_FEW_ROUNDS);
  }

  /** Both are within the SLA at 16 users, and far beyond it at 24, as where calls are refused. */
  @Test
  void roundsTellNoCapacitiesApartThatAreBetweenTheSameLevels() {
    Ranking same = rank(EIGHT_ROUNDS, cliff(16, 0.001, 0.3), cliff(16, 0.001, 0.3)).get(0);
    SimulatedBlocks three =
        new SimulatedBlocks(List.of(8, 16, 32), 3, 2_000, List.of(noise(0.1, 0.1)));
    Ranking few = rank(three, cliff(8, 0.001, 0.3), cliff(16, 0.001, 0.3)).get(0);

    assertThat(same.answer()).isEqualTo(Answer.NO_DIFFERENCE);
    assertThat(same.isBetweenLevels()).isTrue();
    assertThat(same.mayRoundsDecide()).isFalse();
    assertThat(few.isBetweenLevels()).isFalse();
    assertThat(few.mayRoundsDecide()).isTrue();
  }

  /** A hog takes half a CPU from the second pool's slices only. */
  @Test
  void aDifferenceThatTheHostMayHaveMadeIsNotShown() {
    Ranking ranking =
        rank(EIGHT_ROUNDS.with(hog(1, 0.9, 0.04)), logistic(16, 0.3), logistic(16, 0.3)).get(0);
    assertThat(ranking.answer()).isIn(Answer.DEPENDS_ON_HOST, Answer.NO_DIFFERENCE);
  }

  /** Every slice loses a third of its CPU, so that calls are late at any load. */
  @Test
  void onABusyHostMoreLateCallsAreAllowedForBoth() {
    Ranking ranking =
        rank(EIGHT_ROUNDS.with(hog(-1, 1, 0.1)), logistic(8, 0.4), logistic(26, 0.4)).get(0);

    assertThat(ranking.answer()).isEqualTo(Answer.CARRIES_MORE);
    assertThat(ranking.better()).map(EstimatedCell::name).contains("b");
    assertThat(ranking.caveats()).contains(Caveat.MORE_LATE_CALLS_ALLOWED);
    assertThat(
            ComparedSlices.of(ranking.one().judged(), ranking.other().judged())
                .allowed()
                .orElseThrow())
        .as("5 % of the calls are late anyway; e times their odds")
        .isCloseTo(0.13, within(0.02));
  }

  /** Half of the blocks are calm: by them the pools are within the SLA at low loads. */
  @Test
  void onABusyHostTheUndisturbedBlocksDecideIfThereAreEnough() {
    SimulatedBlocks busy =
        new SimulatedBlocks(List.of(8, 12, 16, 24, 32), 30, 2_000, List.of(noise(0.2, 0.2)))
            .with(hog(-1, 0.2, 0.5));
    Ranking ranking = rank(busy, logistic(10, 0.4), logistic(26, 0.4)).get(0);

    assertThat(ranking.answer()).isEqualTo(Answer.CARRIES_MORE);
    assertThat(ranking.better()).map(EstimatedCell::name).contains("b");
    assertThat(ranking.caveats()).contains(Caveat.UNDISTURBED);
    assertThat(ranking.one().undisturbed()).isPresent();
  }

  private static Ranking byBound(
      String sla, SampleCalls.Behaviour one, SampleCalls.Behaviour other) {
    return Rankings.of(SampleCalls.rounds(sla, one, other)).get(0);
  }

  private static void assertCarriesMoreBy(String metric, Ranking ranking) {
    CapacityEstimate one = ranking.one().asItWas().orElseThrow();
    assertThat(one.interval()).isEqualTo(new Range(16, 24));
    assertThat(one.limit().orElseThrow().metric()).isEqualTo(metric);
    assertThat(ranking.other().asItWas().orElseThrow().interval().lower())
        .isGreaterThanOrEqualTo(24);
    assertThat(ranking.better()).map(EstimatedCell::name).contains("b");
    assertThat(ranking.answer()).isEqualTo(Answer.CARRIES_MORE);
  }

  /** At 24 a queue answers all calls, and without one 2 % are refused; none is late. */
  @Test
  void availabilityRanksAsOtherBoundsDo() {
    assertCarriesMoreBy(
        "availability_pct",
        byBound(
            "tp99: 10ms, availability: 99.9%",
            (key, level) ->
                level > 16
                    ? SampleCalls.slice(key, 98, 0, Calls.NONE.with(CallSum.REJECTED, 2))
                    : SampleCalls.slice(key, 100, 0, Calls.NONE),
            (key, level) -> SampleCalls.slice(key, 100, level > 24 ? 5 : 0, Calls.NONE)));
  }

  /** Half of the calls are refused at 32 users, which may have been a pause. */
  @Test
  void aLevelOfOneRoundShowsNothing() {
    JudgedStudy study =
        SampleCalls.rounds(
            "tp99: 10ms, availability: 99%",
            (key, level) -> refusing(key, level > 24 ? 1_000 : 0),
            (key, level) -> refusing(key, 0));
    List<EstimatedCell> once =
        study.cells().stream()
            .map(
                cell ->
                    cell.only(slice -> slice.key().level() < 32 || slice.key().turn().round() == 4))
            .map(cell -> EstimatedCell.of(cell, study))
            .toList();

    assertThat(Rankings.of(study).get(0).answer()).isEqualTo(Answer.CARRIES_MORE);
    assertThat(Rankings.of(once, study).get(0).answer()).isEqualTo(Answer.NO_DIFFERENCE);
  }

  /** No call is late. Up to 24 users one pool refuses one in 100, at 32 both one in 20. */
  @Test
  void refusedCallsAreFailedOnesAndNotLate() {
    Ranking ranking =
        byBound(
            "tp99: 10ms, availability: 98%",
            (key, level) -> refusing(key, level > 24 ? 100 : 20),
            (key, level) -> refusing(key, level > 24 ? 100 : 0));

    assertThat(ranking.answer()).isEqualTo(Answer.FEWER_LATE);
    assertThat(ranking.late().orElseThrow().calls()).isEqualTo("failed calls");
  }

  private static Slice refusing(Key key, long refused) {
    return SampleCalls.slice(key, 2_000 - refused, 0, Calls.NONE.with(CallSum.REJECTED, refused));
  }

  /** Half of 24 users' calls take 6 ms in one pool, and 4 ms in the other. */
  @Test
  void theMedianRanksAsOtherBoundsDo() {
    assertCarriesMoreBy(
        "tp50",
        byBound(
            "tp50: 5ms, tp99: 10ms",
            (key, level) -> SampleCalls.slice(key, 100, 0, level > 16 ? 6 : 4, Calls.NONE),
            (key, level) -> SampleCalls.slice(key, 100, 0, 4, Calls.NONE)));
  }

  /** From 24 users on one pool answers 40 calls a second; 8 users are too few for 100. */
  @Test
  void tpsRanksAsOtherBoundsDo() {
    assertCarriesMoreBy(
        "tps",
        byBound(
            "tp99: 10ms, tps: 100",
            (key, level) -> SampleCalls.slice(key, level > 16 ? 20 : 5L * level, 0, Calls.NONE),
            (key, level) -> SampleCalls.slice(key, 5L * level, 0, Calls.NONE)));
  }

  /** One pool slows down over the run, and the other does not. */
  @Test
  void aTrendLimitsTheAnswerToTheseMinutes() {
    SimulatedBlocks rising =
        new SimulatedBlocks(List.of(8, 12, 16, 24), 12, 2_000, List.of(trend(1, 3, 12)));
    SimulatedBlocks steady =
        new SimulatedBlocks(List.of(8, 12, 16, 24), 12, 2_000, List.of(noise(0.1, 0.1)));
    assertThat(rank(rising, logistic(16, 0.3), logistic(16, 0.3)).get(0).caveats())
        .contains(Caveat.OF_THESE_MINUTES);
    assertThat(rank(steady, logistic(16, 0.3), logistic(16, 0.3)).get(0).caveats())
        .containsExactly(Caveat.FROM_ONE_PROVIDER);
  }

  @Test
  void twoProvidersShowMoreThanOne() {
    JudgedStudy study =
        EIGHT_ROUNDS.run(new Random(1), List.of(logistic(10, 0.4), logistic(26, 0.4)), 2);
    assertThat(Rankings.of(study).get(0).answer()).isEqualTo(Answer.CARRIES_MORE);
    assertThat(Rankings.of(study).get(0).caveats()).isEmpty();
  }

  /** What the provider adds is the same in both repetitions, so that they do not show it. */
  @Test
  void repetitionsOfAProgramThatRunsAlreadyAreOfOneProvider() {
    Study study =
        PlainStudy.parse(
            "target: {attach: /tmp/poolbench/shop}",
            "call: {service: a.B, method: c}",
            "repetitions: 2",
            "paired: {rounds: 8}",
            "load: {users: '8, 12, 16, 24, 32', warmup: 1s, settle: 70ms, measure: 200ms}",
            "sla: {tp99: 10ms}",
            "cells:",
            "- {name: a, provider: {threadpool: as-configured}}",
            "- {name: b, provider: {threadpool: fixed, threads: 8, queues: 10}}");
    List<DoubleUnaryOperator> curves = List.of(logistic(10, 0.4), logistic(26, 0.4));

    JudgedStudy attached = EIGHT_ROUNDS.run(new Random(1), study, curves, 2);
    JudgedStudy started = EIGHT_ROUNDS.run(new Random(1), curves, 2);

    assertThat(Rankings.of(attached).get(0).caveats()).containsExactly(Caveat.FROM_ONE_PROVIDER);
    assertThat(Samples.ofRounds(attached.cells()).ofProviders()).isEqualTo(0.3);
    assertThat(Samples.ofRepetitions(attached.cells().get(0)).ofProviders()).isEqualTo(0.3);
    assertThat(Samples.ofRounds(started.cells()).ofProviders()).isCloseTo(0.212, within(1e-3));
    assertThat(Samples.ofRepetitions(started.cells().get(0)).ofProviders()).isZero();
  }

  /** 0.15 log-odds in 400 rounds: as much as a provider may add to one of its pools. */
  @Test
  void aDifferenceThatOneProviderMayMakeIsNotShown() {
    SimulatedBlocks blocks = new SimulatedBlocks(List.of(16), 400, 20_000, List.of());
    Ranking ranking = rank(blocks, logistic(15, 0.3), logistic(15.5, 0.3)).get(0);
    assertThat(ranking.answer()).isEqualTo(Answer.NO_DIFFERENCE);
  }

  @Test
  void cellsWithProvidersOfTheirOwnAreComparedByRepetitions() {
    assertThat(ofSteps(1, 20, 10).answer()).isEqualTo(Answer.MEASURED_ONCE);
    assertThat(ofSteps(1, 20, 10).better()).isEmpty();
    Ranking repeated = ofSteps(4, 20, 10);
    assertThat(repeated.answer()).isEqualTo(Answer.CARRIES_MORE);
    assertThat(repeated.better()).map(EstimatedCell::name).contains("a");
    assertThat(repeated.caveats()).isEmpty();
    assertThat(ofSteps(4, 12, 12).answer()).isEqualTo(Answer.NO_DIFFERENCE);
  }

  private static Ranking ofSteps(int repetitions, int... capacities) {
    return Rankings.of(steps(repetitions, 1, capacities)).get(0);
  }

  /** Pools that were measured step by step, whose capacities differ a little by repetition. */
  private static JudgedStudy steps(int repetitions, long seed, int... capacities) {
    Study study = Studies.pools(capacities.length, repetitions, "users: '4, 8, 12, 16, 24'");
    Random random = new Random(seed);
    double[] ofRun = random.doubles(100).map(any -> 0.2 * random.nextGaussian()).toArray();
    return SimulatedRun.judged(
        study,
        random,
        visit -> {
          int cell = visit.cell().charAt(0) - 'a';
          return logistic(capacities[cell], 0.4).applyAsDouble(visit.level())
              + ofRun[10 * cell + visit.repetition()];
        });
  }

  @Test
  void runsAreComparedByRepetitionsAndASingleOneDecidesNothing() {
    JudgedStudy baseline = steps(4, 1, 10);
    JudgedStudy candidate = steps(4, 2, 20);
    JudgedStudy once = steps(1, 3, 20);

    assertThat(between(baseline, candidate).better()).isPresent();
    assertThat(between(baseline, candidate).carriesMore())
        .contains(between(baseline, candidate).other());
    assertThat(between(baseline, once).answer()).isEqualTo(Answer.MEASURED_ONCE);
    JudgedStudy rounds = EIGHT_ROUNDS.run(new Random(1), List.of(logistic(10, 0.4)));
    assertThat(between(rounds, rounds).answer())
        .as("rounds of one provider are one repetition")
        .isEqualTo(Answer.MEASURED_ONCE);
  }

  private static Ranking between(JudgedStudy baseline, JudgedStudy candidate) {
    return Rankings.between(
            List.of(List.of(EstimatedCell.of(baseline).get(0), EstimatedCell.of(candidate).get(0))))
        .get(0);
  }

  @Test
  void theOrderOfTheCellsChangesNoAnswer() {
    for (int seed = 0; seed < 10; seed++) {
      DoubleUnaryOperator one = logistic(14, 0.3);
      DoubleUnaryOperator other = logistic(17, 0.4);
      JudgedStudy study = EIGHT_ROUNDS.run(new Random(seed), List.of(one, other));
      List<EstimatedCell> cells = EstimatedCell.of(study);
      Ranking ranking = Rankings.of(cells, study).get(0);
      Ranking exchanged = Rankings.of(List.of(cells.get(1), cells.get(0)), study).get(0);
      assertThat(exchanged.answer()).isEqualTo(ranking.answer());
      assertThat(exchanged.better()).isEqualTo(ranking.better());
    }
  }
}
