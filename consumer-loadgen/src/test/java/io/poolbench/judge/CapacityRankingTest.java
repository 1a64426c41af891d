package io.poolbench.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.poolbench.Changed;
import io.poolbench.judge.CapacityEstimate.Basis;
import io.poolbench.judge.CapacityRanking.Answer;
import io.poolbench.judge.EstimatedCell.Lack;
import io.poolbench.result.Batches;
import io.poolbench.result.CellResult;
import io.poolbench.result.Metric;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.result.Violation;
import io.poolbench.spec.Paired;
import io.poolbench.spec.Sla;
import io.poolbench.stats.Range;
import io.poolbench.stats.ShareInterval;
import io.poolbench.stats.ShareInterval.Count;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Estimates and rankings of cells from the batches of their steps. */
class CapacityRankingTest {
  private static final Sla SLA = Cells.SLA;

  private static final Sla BOTH =
      new Sla(List.of(new Sla.Bound("tp99", 10), new Sla.Bound("provider_cpu_pct", 80)));

  private static final Verdict BUSY = Verdict.fail(Violation.of(Metric.PROVIDER_CPU, 85.0, 80));

  private final Random random = new Random(5);

  @Test
  void ruleAPairedRunIsEstimatedByItsRounds() {
    CellResult cell = cell("a", 1, SLA, 20);
    CapacityEstimate estimate = estimates(true, cell).get(0).estimate().orElseThrow();
    assertThat(estimates(true, cell).get(0).estimate()).as("computed again").contains(estimate);
    assertThat(estimate.basis()).isEqualTo(Basis.ROUNDS);
    assertThat(estimate.samples()).isEqualTo(Cells.ROUNDS);
    assertThat(estimate.load()).isBetween(18.5, 21.5);
    assertThat(estimate.interval().lower()).isLessThan(estimate.load());
    assertThat(estimate.interval().upper()).isGreaterThan(estimate.load());
  }

  @Test
  void ruleARankingIsShownWhereTheDifferenceIsAndTiesAreNot() {
    List<CapacityRanking> rankings =
        CapacityRanking.of(
            estimates(
                true,
                cell("less", 1, SLA, 14),
                cell("more", 1, SLA, 30),
                cell("as much", 1, SLA, 30)));
    assertThat(rankings)
        .extracting(CapacityRanking::answer)
        .containsExactly(Answer.SHOWN, Answer.SHOWN, Answer.NOT_SHOWN);
    assertThat(rankings.get(0).more().cell().cell().name()).isEqualTo("more");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "10.4      | 8         | 16        | true  | 10.4 [8.00, 16.0]",
        "10.4      | 8         | Infinity  | false | at least 8.00",
        "10.4      | -Infinity | 16        | true  | at most 16.0",
        "Infinity  | -Infinity | Infinity  | false | not known",
        "Infinity  | Infinity  | Infinity  | false | > 48",
        "-Infinity | -Infinity | -Infinity | true  | < 2"
      })
  void anOpenEndIsNotPrintedAsAnInterval(
      double load, double lower, double upper, boolean bounded, String text) {
    CapacityEstimate estimate =
        new CapacityEstimate(load, new Range(lower, upper), 2, 48, Basis.ROUNDS, 9);
    assertThat(estimate.isBounded()).isEqualTo(bounded);
    assertThat(estimate.text()).isEqualTo(text);
  }

  /** 1,035 pairs: 20,000 draws give no p-value that is small enough for one of them. */
  @Test
  void ruleTheRoundsThatShowADifferenceGrowWithTheCellsUpToALimit() {
    assertThat(CapacityRanking.leastRounds(2)).isEqualTo(6);
    assertThat(CapacityRanking.leastRounds(3)).isEqualTo(7);
    int rounds =
        assertTimeoutPreemptively(Duration.ofMinutes(1), () -> CapacityRanking.leastRounds(46));
    assertThat(rounds).isEqualTo(Paired.MAX);
  }

  /** Its p-value would be that of 0 rounds, and further rounds would not help. */
  @Test
  void ruleCellsWithoutALateCallAtAnyLevelAreNotTested() {
    CapacityRanking ranking =
        CapacityRanking.of(estimates(true, cell("a", 1, SLA, 1e6), cell("b", 1, SLA, 1e6))).get(0);
    assertThat(ranking.answer()).isEqualTo(Answer.NOT_SHOWN);
    assertThat(ranking.test()).isNull();
  }

  @Test
  void ruleRepetitionsAreTheSamplesOfCellsInProvidersOfTheirOwn() {
    List<CellResult> repetitions = new ArrayList<>();
    for (int repetition = 1; repetition <= 4; repetition++) {
      repetitions.add(cell("less", repetition, SLA, 14));
      repetitions.add(cell("more", repetition, SLA, 30));
    }
    List<EstimatedCell> cells = CapacityRanking.estimates(repetitions, /* paired= */ false);
    assertThat(cells.get(0).estimate().orElseThrow().basis()).isEqualTo(Basis.REPETITIONS);
    assertThat(CapacityRanking.of(cells))
        .extracting(CapacityRanking::answer)
        .containsExactly(Answer.SHOWN);
  }

  @Test
  void ruleARepetitionWithoutAValidStepIsNoSample() {
    List<EstimatedCell> cells =
        estimates(
            false,
            cell("less", 1, SLA, 14),
            Changed.with(cell("less", 2, SLA, 14), "allSteps", List.of()),
            cell("more", 1, SLA, 30),
            Changed.with(cell("more", 2, SLA, 30), "allSteps", List.of()));
    assertThat(cells.get(0).estimate().orElseThrow().basis()).isEqualTo(Basis.BATCHES);
    assertThat(CapacityRanking.of(cells))
        .extracting(CapacityRanking::answer)
        .containsExactly(Answer.MEASURED_ONCE);
  }

  /** The steps of a level may break different bounds: what most of them break limits it. */
  @Test
  void ruleTheBoundThatMostRepetitionsBreakCapsTheCapacity() {
    List<CellResult> repetitions = new ArrayList<>();
    for (int repetition = 1; repetition <= 2; repetition++) {
      repetitions.add(
          Changed.with(
              cell("a", repetition, BOTH, 35),
              "allSteps.2.verdict",
              BUSY,
              "allSteps.2.figures.PROVIDER_CPU",
              85.0));
    }
    Verdict late = Verdict.fail(Violation.of(Metric.TP99, 12, 10));
    repetitions.add(Changed.with(cell("a", 3, BOTH, 35), "allSteps.2.verdict", late));
    EstimatedCell capped = CapacityRanking.estimates(repetitions, /* paired= */ false).get(0);
    assertThat(capped.estimate()).isEmpty();
    assertThat(capped.lack()).contains(Lack.LIMITED_BY_VALUE);
  }

  @Test
  void ruleTimedOutCallsAndUsersTimeAreOfTheSharesOfAPercentile() {
    for (String suffix : List.of(Violation.LATE, Violation.LATE_TIME)) {
      Violation share = Violation.beyond(Metric.TP99, suffix, 0.02);
      CellResult fails =
          Changed.with(cell("a", 1, SLA, 35), "allSteps.2.verdict", Verdict.fail(share));
      assertThat(estimates(true, fails).get(0).estimate()).as(share.code()).isPresent();
    }
  }

  /** As a search measures a level: calls of one step share their fate, not those of the next. */
  @Test
  void ruleStepsOfOneLevelAreWindowsOfTheirOwn() {
    List<StepResult> steps =
        Stream.of(window(1, 12), window(1, 0)).map(each -> Steps.step(8, each)).toList();
    CellResult cell = Cells.cell("a", 1, Cells.users(Cells.LEVELS), SLA, steps);

    LevelShares level =
        new CellShares(new RepeatedCell(List.of(cell)), /* paired= */ false)
            .levels(
                ShareBound.of(SLA.bounds().get(0)).stream().findFirst().orElseThrow(),
                Basis.BATCHES)
            .get(0);

    List<Count> windows =
        Stream.of(window(1, 12), window(2, 0)).flatMap(each -> each.late("tp99").stream()).toList();
    assertThat(level.designEffect()).isEqualTo(ShareInterval.of(windows).designEffect());
  }

  private static Batches window(int number, long late) {
    List<Integer> windows = Collections.nCopies(Cells.BATCHES, number);
    return Steps.batches(windows, 0.05, Cells.CALLS, Collections.nCopies(Cells.BATCHES, late));
  }

  @Test
  void ruleWithoutSharesOrAtOneLevelThereIsNoEstimate() {
    CellResult cell = cell("a", 1, SLA, 20);
    Sla tps = new Sla(List.of(new Sla.Bound("tps", 100)));
    CellResult oneLevel = Changed.with(cell, "allSteps", cell.steps().subList(0, 1));
    CellResult withoutBatches = Cells.cell("a", 1, Cells.LEVELS, "PPPFF");
    assertThat(lack(Changed.with(cell, "cell.sla", tps))).contains(Lack.NO_SHARE_BOUND);
    assertThat(lack(withoutBatches)).contains(Lack.NO_BATCHES);
    assertThat(lack(oneLevel)).contains(Lack.ONE_LEVEL);
  }

  private static Optional<Lack> lack(CellResult cell) {
    return estimates(true, cell).get(0).lack();
  }

  private static List<EstimatedCell> estimates(boolean paired, CellResult... cells) {
    return CapacityRanking.estimates(List.of(cells), paired);
  }

  private CellResult cell(String name, int repetition, Sla sla, double capacity) {
    return Cells.ofCapacity(name, repetition, sla, capacity, random);
  }
}
