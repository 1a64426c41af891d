package io.poolbench.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.judge.CapacityRanking.Answer;
import io.poolbench.judge.CapacityRanking.CurveCrossing;
import io.poolbench.judge.SimulatedStudy.Hog;
import io.poolbench.result.Batches;
import io.poolbench.result.CellResult;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rankings of simulated paired studies, from batches to answers. */
class SimulatedRankingTest {
  private static final List<Integer> LEVELS = List.of(12, 16, 24, 32);
  private static final DoubleUnaryOperator MIDDLE = SimulatedStudy.logistic(14, 0.3);
  private static final DoubleUnaryOperator FOUR = SimulatedStudy.logistic(8, 0.3);
  private static final DoubleUnaryOperator SIXTEEN = SimulatedStudy.logistic(15, 0.3);
  private static final double ROUND_NOISE = 0.5;
  private static final int SLICED_ROUNDS = 8;
  private static final int RUNS = 40;
  private static final int NIGHTLY_RUNS = 2_000;

  /** How many standard deviations a share of runs may be off its probability. */
  private static final double ALLOWANCE = 3.5;

  @Test
  void ruleEqualCellsAreShownInFivePercent() {
    equalCells(RUNS, 7, 0, 0.4);
    equalCells(RUNS, 30, 0.9, 0.8);
  }

  @Test
  @Tag("nightly")
  void ruleEqualCellsAreShownInFivePercentOfManyRuns() {
    for (double noise : new double[] {0.4, 0.8}) {
      equalCells(NIGHTLY_RUNS, 7, 0, noise);
      equalCells(NIGHTLY_RUNS, 10, 0.3, noise);
      equalCells(NIGHTLY_RUNS, 14, 0.6, noise);
      equalCells(NIGHTLY_RUNS, 30, 0.9, noise);
      equalCells(NIGHTLY_RUNS, 60, 0.95, noise);
    }
  }

  private static boolean isShown(CapacityRanking ranking) {
    return ranking.answer() == Answer.SHOWN || ranking.answer() == Answer.CROSSING;
  }

  private static void equalCells(int runs, int rounds, double loss, double noise) {
    long shown =
        count(
            runs,
            study(rounds, noise, loss, Hog.NONE),
            List.of(MIDDLE, MIDDLE, MIDDLE),
            rankings -> rankings.stream().anyMatch(SimulatedRankingTest::isShown));
    assertThat(shown)
        .as("runs of %s with a pair shown, %s rounds, loss %s", runs, rounds, loss)
        .isLessThanOrEqualTo(most(runs, 0.05));
  }

  @Test
  void ruleATrueDifferenceIsShownBesideBurstsAndNeverReversed() {
    SimulatedStudy study = study(7, 0.4, 0, Hog.bursts(0.4));
    List<DoubleUnaryOperator> cells = List.of(FOUR, SIXTEEN, SIXTEEN);
    assertSeldom(0.05, study, cells, of -> of.answer() != Answer.SHOWN);
    assertSeldom(0, study, cells, of -> of.answer() == Answer.SHOWN && !name(of).equals("b"));
  }

  /** Without a level that passes the cells are ranked where load makes more calls late. */
  @Test
  void ruleCellsDifferAlsoWhereTheHostMakesCallsLateAtAnyLoad() {
    List<Integer> levels = List.of(1, 2, 3, 5, 8, 12, 16, 24);
    Hog hog = (random, cell) -> 0.2 + 0.2 * random.nextDouble();
    SimulatedStudy study =
        new SimulatedStudy(
            levels, 7, SimulatedStudy.each(levels, 500), ROUND_NOISE, 0.4, /* loss= */ 0, hog);
    List<DoubleUnaryOperator> cells =
        List.of(SimulatedStudy.logistic(6, 0.6), SimulatedStudy.logistic(14, 0.6));
    assertSeldom(0.05, study, cells, of -> of.answer() != Answer.SHOWN || !name(of).equals("b"));
  }

  @Test
  void ruleAHogThatFollowsOneCellIsSaidToDecide() {
    Hog follows = (random, cell) -> cell == 0 ? 0.3 + 0.2 * random.nextDouble() : 0;
    for (int rounds : new int[] {7, 20}) {
      assertThat(
              count(
                  RUNS / 2,
                  study(rounds, 0.4, 0, follows),
                  List.of(MIDDLE, MIDDLE),
                  rankings -> rankings.get(0).answer() == Answer.DEPENDS_ON_HOST))
          .isEqualTo(RUNS / 2);
    }
  }

  @Test
  void ruleAHogThatOftenFollowsOneCellIsShownAsSeldomAsNone() {
    Hog often =
        (random, cell) -> cell == 0 && random.nextDouble() < 0.4 ? 0.5 * random.nextDouble() : 0;
    assertSeldom(
        0.05, study(12, 0.8, 0, often), List.of(MIDDLE, MIDDLE), SimulatedRankingTest::isShown);
  }

  @Test
  void ruleCurvesThatCrossAreSaidToCross() {
    SimulatedStudy study = study(List.of(12, 16, 24, 32, 40), 20, 0.4, Hog.NONE);
    DoubleUnaryOperator steep = SimulatedStudy.logistic(13.5, 0.4);
    DoubleUnaryOperator flat = level -> SimulatedStudy.target() + 2.5 + 0.13 * (level - 13.5);
    List<CapacityRanking> rankings = rankings(study, new Random(1), List.of(flat, steep));
    CurveCrossing crossing = rankings.get(0).crossing();
    assertThat(name(rankings.get(0))).isEqualTo("b");
    assertThat(crossing.lastOfLow()).isBetween(12, 24);
    assertThat(crossing.firstOfHigh()).isBetween(16, 32);
    assertThat(crossing.low().logOdds()).isPositive();
    assertThat(crossing.high().logOdds()).isNegative();
  }

  /** More late calls of the cell that carries more, at a level that both fail, are a crossing. */
  @Test
  void ruleADifferenceBeyondBothCapacitiesHidesNoneAtThem() {
    SimulatedStudy study = study(List.of(32, 64, 128), 12, 0.1, Hog.NONE);
    DoubleUnaryOperator unfair = level -> level < 64 ? -9 : level < 128 ? -4 : 1.5;
    DoubleUnaryOperator fair = level -> level < 64 ? -9 : level < 128 ? -7 : 6;
    CapacityRanking ranking = rankings(study, new Random(1), List.of(unfair, fair)).get(0);
    assertThat(ranking.test().shown()).isTrue();
    assertThat(ranking.test().logOdds()).as("at all levels together").isNegative();
    assertThat(ranking.answer()).isEqualTo(Answer.CROSSING);
    assertThat(name(ranking)).isEqualTo("b");
    assertThat(ranking.crossing().lastOfLow()).isEqualTo(64);
    assertThat(ranking.crossing().firstOfHigh()).isEqualTo(128);
  }

  /** One pool has fewer late calls at a level only that both fail. */
  @Test
  void rulePoolsThatCarryMoreHaveTheHigherEstimate() {
    SimulatedStudy study = study(12, 0.4, 0, Hog.NONE);
    DoubleUnaryOperator steep = MIDDLE;
    DoubleUnaryOperator flat = level -> Math.min(MIDDLE.applyAsDouble(level) + 0.1, 0);
    for (int run = 0; run < RUNS; run++) {
      CapacityRanking ranking = rankings(study, new Random(run), List.of(flat, steep)).get(0);
      if (ranking.answer() == Answer.SHOWN) {
        assertThat(ranking.more().estimate().orElseThrow().load())
            .isGreaterThanOrEqualTo(ranking.less().estimate().orElseThrow().load());
      }
    }
  }

  /** Bursts leave the interval of a capacity open; what the test shows is not taken back for it. */
  @Test
  void ruleBurstsDoNotMakeATrueDifferenceContradictTheCrossings() {
    SimulatedStudy study = study(List.of(2, 4, 8, 12, 16, 24, 32), 10, 0.4, Hog.bursts(0.2));
    List<DoubleUnaryOperator> cells = List.of(FOUR, SIXTEEN);
    assertSeldom(0.02, study, cells, of -> of.test().shown() && of.answer() != Answer.SHOWN);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void ruleThePermutationOfSlicesWithinRoundsChangesNoVerdict(boolean timed) {
    Random random = new Random(1);
    for (int run = 0; run < RUNS; run++) {
      List<StepResult> steps = LEVELS.stream().map(level -> sliced(level, timed, random)).toList();
      List<StepResult> swapped = steps.stream().map(step -> swapped(step, random)).toList();
      assertThat(swapped).isNotEqualTo(steps);
      assertSame(verdicts(swapped), verdicts(steps));
      assertSame(estimate(swapped), estimate(steps));
    }
  }

  /** Equal but for the last digits, which depend on the order in which numbers are added. */
  private static void assertSame(Object actual, Object expected) {
    assertThat(actual)
        .usingRecursiveComparison()
        .withEqualsForType(
            (one, other) -> one.equals(other) || Math.abs(one - other) < 1e-6, Double.class)
        .isEqualTo(expected);
  }

  private static List<Verdict> verdicts(List<StepResult> steps) {
    return steps.stream()
        .map(step -> new SlaEvaluator(Cells.SLA).evaluate(step, List.of()))
        .toList();
  }

  private static Optional<CapacityEstimate> estimate(List<StepResult> steps) {
    CellResult cell = Cells.cell("a", 1, Cells.users(LEVELS), Cells.SLA, steps);
    return EstimatedCell.of(new RepeatedCell(List.of(cell)), /* paired= */ true).estimate();
  }

  /** As measured: a cell has two slices of 20 batches in each block. */
  private static StepResult sliced(int level, boolean timed, Random random) {
    List<Integer> rounds = new ArrayList<>();
    List<Long> late = new ArrayList<>();
    for (int slice = 0; slice < 2 * SLICED_ROUNDS; slice++) {
      double logit = SIXTEEN.applyAsDouble(level) + random.nextGaussian();
      for (int batch = 0; batch < Cells.BATCHES; batch++) {
        rounds.add(1 + slice / 2);
        late.add(
            SimulatedStudy.binomial(
                random, Cells.CALLS, 1 / (1 + Math.exp(-logit - random.nextGaussian()))));
      }
    }
    List<Double> beyond = late.stream().map(of -> 5 * of * random.nextDouble()).toList();
    Map<String, List<Double>> beyondMillis = timed ? Map.of("tp99", beyond) : Map.of();
    Batches batches = Steps.batches(rounds, 0.05, Cells.CALLS, late);
    return Steps.step(level, Changed.with(batches, "beyondMillis", beyondMillis));
  }

  private static StepResult swapped(StepResult step, Random random) {
    int perRound = 2 * Cells.BATCHES;
    List<Integer> order =
        new ArrayList<>(IntStream.range(0, SLICED_ROUNDS * perRound).boxed().toList());
    for (int from = 0; from < order.size(); from += perRound) {
      Collections.rotate(order.subList(from, from + perRound), random.nextInt(2) * Cells.BATCHES);
    }
    return Changed.with(
        step,
        "batches.late",
        permuted(step.batches().late(), order),
        "batches.beyondMillis",
        permuted(step.batches().beyondMillis(), order));
  }

  private static <T> Map<String, List<T>> permuted(Map<String, List<T>> by, List<Integer> order) {
    return by.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey, each -> order.stream().map(each.getValue()::get).toList()));
  }

  private static SimulatedStudy study(List<Integer> levels, int rounds, double noise, Hog hog) {
    return new SimulatedStudy(
        levels, rounds, SimulatedStudy.each(levels, 1000), ROUND_NOISE, noise, /* loss= */ 0, hog);
  }

  private static SimulatedStudy study(int rounds, double noise, double loss, Hog hog) {
    return new SimulatedStudy(
        LEVELS, rounds, SimulatedStudy.each(LEVELS, 1000), ROUND_NOISE, noise, loss, hog);
  }

  /** Asserts that the first two cells are ranked so in no more runs than a probability allows. */
  private static void assertSeldom(
      double probability,
      SimulatedStudy study,
      List<DoubleUnaryOperator> cells,
      Predicate<CapacityRanking> first) {
    assertThat(count(RUNS, study, cells, rankings -> first.test(rankings.get(0))))
        .isLessThanOrEqualTo(most(RUNS, probability));
  }

  private static long count(
      int runs,
      SimulatedStudy study,
      List<DoubleUnaryOperator> cells,
      Predicate<List<CapacityRanking>> what) {
    long seed = SimulatedStudy.seed(runs == NIGHTLY_RUNS);
    System.out.println(study + ", seed " + seed);
    Random random = new Random(seed);
    return IntStream.range(0, runs)
        .filter(run -> what.test(rankings(study, random, cells)))
        .count();
  }

  private static long most(int runs, double probability) {
    return Math.round(
        runs * probability + ALLOWANCE * Math.sqrt(runs * probability * (1 - probability)));
  }

  private static List<CapacityRanking> rankings(
      SimulatedStudy study, Random random, List<DoubleUnaryOperator> cells) {
    return CapacityRanking.of(
        CapacityRanking.estimates(study.run(random, cells), /* paired= */ true));
  }

  private static String name(CapacityRanking ranking) {
    return ranking.more().cell().cell().name();
  }
}
