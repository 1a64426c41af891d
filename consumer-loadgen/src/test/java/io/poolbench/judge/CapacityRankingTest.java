package io.poolbench.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.judge.CapacityEstimate.Basis;
import io.poolbench.judge.CapacityRanking.Answer;
import io.poolbench.judge.EstimatedCell.Lack;
import io.poolbench.result.Batches;
import io.poolbench.result.CellResult;
import io.poolbench.result.Metric;
import io.poolbench.result.Percentile;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.result.Violation;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Sla;
import io.poolbench.spec.Workload;
import io.poolbench.spec.Workload.ThinkTime;
import io.poolbench.stats.ShareInterval;
import io.poolbench.stats.ShareInterval.Count;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Estimates and rankings of cells from the batches of their steps. */
class CapacityRankingTest {
  private static final List<Integer> LEVELS = List.of(8, 16, 24, 32, 40);
  private static final Sla SLA = sla("tp99", 10);
  private static final int ROUNDS = 8;
  private static final int BATCHES = 20;
  private static final long CALLS = 400;

  private final Random random = new Random(5);

  @Test
  void ruleAPairedRunIsEstimatedByItsRounds() {
    EstimatedCell cell = estimates(true, cell("a", 1, SLA, 20)).get(0);
    CapacityEstimate estimate = cell.estimate().orElseThrow();
    assertThat(estimate.basis()).isEqualTo(Basis.ROUNDS);
    assertThat(estimate.samples()).isEqualTo(ROUNDS);
    assertThat(estimate.load()).isBetween(18.5, 21.5);
    assertThat(estimate.interval().lower()).isLessThan(estimate.load());
    assertThat(estimate.interval().upper()).isGreaterThan(estimate.load());
  }

  @Test
  void ruleTheSameResultGivesTheSameInterval() {
    CellResult cell = cell("a", 1, SLA, 20);
    assertThat(estimates(true, cell).get(0).estimate())
        .isEqualTo(estimates(true, cell).get(0).estimate());
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

  @Test
  void ruleCellsMeasuredOnceInProvidersOfTheirOwnAreNotRanked() {
    List<EstimatedCell> cells =
        estimates(false, cell("less", 1, SLA, 14), cell("more", 1, SLA, 30));
    assertThat(cells.get(0).estimate().orElseThrow().basis()).isEqualTo(Basis.BATCHES);
    assertThat(CapacityRanking.of(cells))
        .extracting(CapacityRanking::answer)
        .containsExactly(Answer.MEASURED_ONCE);
  }

  @Test
  void ruleRepetitionsAreTheSamplesOfCellsInProvidersOfTheirOwn() {
    List<EstimatedCell> cells =
        estimates(
            false,
            IntStream.rangeClosed(1, 4)
                .boxed()
                .flatMap(
                    repetition ->
                        List.of(
                            cell("less", repetition, SLA, 14), cell("more", repetition, SLA, 30))
                            .stream())
                .toArray(CellResult[]::new));
    assertThat(cells.get(0).estimate().orElseThrow().basis()).isEqualTo(Basis.REPETITIONS);
    assertThat(CapacityRanking.of(cells))
        .extracting(CapacityRanking::answer)
        .containsExactly(Answer.SHOWN);
  }

  @Test
  void ruleABoundByValueCapsTheCapacityAndHidesWhatTheSharesAloneWouldCarry() {
    Sla both = new Sla(List.of(new Sla.Bound("tp99", 10), new Sla.Bound("provider_cpu_pct", 80)));
    CellResult fails = cell("a", 1, both, 35);
    List<StepResult> steps = new ArrayList<>(fails.steps());
    Verdict busy = Verdict.fail(Violation.of(Metric.PROVIDER_CPU, 85.0, 80));
    steps.set(2, steps.get(2).judged(busy));
    EstimatedCell capped =
        estimates(true, Changed.with(fails, "allSteps", Collections.unmodifiableList(steps)))
            .get(0);
    assertThat(capped.estimate()).isEmpty();
    assertThat(capped.lack()).contains(Lack.LIMITED_BY_VALUE);
  }

  @Test
  void ruleTimedOutCallsAndUsersTimeAreOfTheSharesOfAPercentile() {
    for (Violation share :
        List.of(Violation.late(Percentile.TP99, 0.02), Violation.lateTime(Percentile.TP99, 0.02))) {
      CellResult fails = cell("a", 1, SLA, 35);
      List<StepResult> steps = new ArrayList<>(fails.steps());
      steps.set(2, steps.get(2).judged(Verdict.fail(share)));
      EstimatedCell cell =
          estimates(true, Changed.with(fails, "allSteps", List.copyOf(steps))).get(0);
      assertThat(cell.estimate()).as(share.code()).isPresent();
    }
  }

  /** As a search measures a level: calls of one step share their fate, not those of the next. */
  @Test
  void ruleStepsOfOneLevelAreWindowsOfTheirOwn() {
    List<StepResult> steps =
        Stream.of(window(1, 12), window(1, 0))
            .map(each -> Changed.with(Steps.step(8, Steps.ok(8_000), 5), "batches", each))
            .toList();
    CellResult cell = Cells.cell("a", 1, load(), SLA, steps, false);

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
    return batches(Collections.nCopies(BATCHES, number), Collections.nCopies(BATCHES, late));
  }

  @Test
  void ruleWithoutSharesThereIsNoEstimate() {
    assertThat(estimates(true, cell("a", 1, sla("tps", 100), 20)).get(0).lack())
        .contains(Lack.NO_SHARE_BOUND);
    CellResult old =
        Cells.cell("a", 1, load().workload(), LEVELS, "PPPFF", false); // without batches
    assertThat(estimates(true, old).get(0).lack()).contains(Lack.NO_BATCHES);
  }

  @Test
  void ruleOneLevelGivesNoEstimate() {
    CellResult cell = cell("a", 1, SLA, 20);
    CellResult one = Changed.with(cell, "allSteps", cell.steps().subList(0, 1));
    assertThat(estimates(true, one).get(0).lack()).contains(Lack.ONE_LEVEL);
  }

  private static List<EstimatedCell> estimates(boolean paired, CellResult... cells) {
    return CapacityRanking.estimates(List.of(cells), paired);
  }

  private static Sla sla(String metric, double limit) {
    return new Sla(List.of(new Sla.Bound(metric, limit)));
  }

  private static LoadSchedule load() {
    return new LoadSchedule(
        new Workload.Closed(ThinkTime.NONE),
        LEVELS,
        Duration.ZERO,
        Duration.ZERO,
        Duration.ofSeconds(1));
  }

  private CellResult cell(String name, int repetition, Sla sla, double capacity) {
    List<StepResult> steps =
        LEVELS.stream()
            .map(
                level ->
                    Changed.with(
                        Steps.step(level, Steps.ok(10_000), 5),
                        "batches",
                        batches(level, capacity)))
            .toList();
    return Cells.cell(name, repetition, load(), sla, steps, false);
  }

  private Batches batches(int level, double capacity) {
    List<Integer> windows = new ArrayList<>();
    List<Long> late = new ArrayList<>();
    for (int window = 1; window <= ROUNDS; window++) {
      for (int batch = 0; batch < BATCHES; batch++) {
        double share = 1 / (1 + Math.exp(4.595 - 0.3 * (level - capacity)));
        windows.add(window);
        late.add(random.doubles(CALLS).filter(of -> of < share).count());
      }
    }
    return batches(windows, late);
  }

  private static Batches batches(List<Integer> windows, List<Long> late) {
    List<Long> none = Collections.nCopies(windows.size(), 0L);
    List<Long> ok = Collections.nCopies(windows.size(), CALLS);
    return new Batches(
        windows,
        Collections.nCopies(windows.size(), 0.05),
        ok,
        none,
        none,
        none,
        Map.of("tp99", late),
        Map.of("tp99", none),
        Map.of(),
        none);
  }
}
