package io.poolbench.compare;

import static io.poolbench.judge.CapacityRanking.Answer.SHOWN;
import static io.poolbench.store.SampleCurves.repetition;
import static io.poolbench.store.SampleCurves.step;
import static io.poolbench.store.SampleCurves.study;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.Changed;
import io.poolbench.compare.Pair.CapacityDeviation;
import io.poolbench.compare.Pair.LevelComparison;
import io.poolbench.compare.Pair.Side;
import io.poolbench.config.ConfigException;
import io.poolbench.judge.CapacityRanking;
import io.poolbench.judge.CapacitySpread;
import io.poolbench.judge.Decision;
import io.poolbench.judge.SimulatedResult;
import io.poolbench.result.Batches;
import io.poolbench.result.Calls;
import io.poolbench.result.CellResult.CellFailure;
import io.poolbench.result.GroupResult;
import io.poolbench.result.Metric;
import io.poolbench.result.SampleVerdicts;
import io.poolbench.result.Spread;
import io.poolbench.result.Stability;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import io.poolbench.result.Verdict;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.Group;
import io.poolbench.spec.LoadSchedule.CapacityLoad;
import io.poolbench.spec.Phase;
import io.poolbench.spec.Workload;
import io.poolbench.spec.Workload.ThinkTime;
import io.poolbench.stats.Range;
import io.poolbench.store.SampleCurves;
import io.poolbench.store.SamplePhases;
import io.poolbench.store.SampleResult;
import java.time.Duration;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ComparisonTest {
  /** The levels are too coarse to express what the estimates between them show. */
  @Test
  void noDifferenceInLevelsIsNotShownAsADifferenceOfZero() {
    StudyResult once = SampleCurves.repeated("a", 4000, 8, 1);
    CapacityRanking of = pair(once, once).capacity().ranking();
    CapacitySpread none = new CapacitySpread(0, 0, 0, false, 1);
    CapacityRanking shown =
        new CapacityRanking(of.more(), of.less(), SHOWN, new Range(1, 3), null, null);
    Significance unknown = Significance.unknown("measured once");
    assertThat(new CapacityDeviation(none, none, unknown, shown, null).amount()).isNull();
    assertThat(new CapacityDeviation(none, none, unknown, of, null).amount()).isZero();
  }

  @Test
  void aMetricInPercentDeviatesByPoints() {
    Spread forty = new Spread(40, 40, 40, 1);
    Spread more = new Spread(42, 42, 42, 1);
    Significance unknown = Significance.unknown("measured once");
    assertThat(new Deviation(Metric.PROVIDER_CPU, forty, more, unknown).amount()).isEqualTo(2);
    assertThat(new Deviation(Metric.TPS, forty, more, unknown).amount()).isCloseTo(5, within(1e-9));
    assertThat(new Deviation(Metric.TPS, new Spread(0, 0, 0, 1), more, unknown).amount()).isNull();
  }

  @Test
  void invalidStepsAreListedAndNotCompared() {
    Verdict disturbed = SampleVerdicts.INVALID;
    StudyResult baseline =
        study(
            List.of(
                repetition("a", 1, step(8, 2000, 4), step(24, 9, 4, disturbed)),
                repetition("a", 2, step(8, 9, 4, disturbed), step(24, 9, 4, disturbed))));
    Pair pair = pair(baseline, SampleCurves.repeated("a", 4000, 8, 0.99, 1, 1.01));
    assertThat(pair.levels()).extracting(LevelComparison::level).containsExactly(8);
    assertThat(pair.levels().get(0).of(Metric.TPS).baseline())
        .isEqualTo(new Spread(2000, 2000, 2000, 1));
    assertThat(pair.leftOut())
        .containsExactly(
            "A has INVALID steps, not compared: 8 (1 of 2 steps), 24 (2 of 2 steps) users.");
  }

  /** A candidate that cannot be judged at a load has not passed there. */
  @Test
  void aCriterionIsNotShownWhereOnlyTheCandidateIsInvalidOrARepetitionFailedBefore() {
    StudyResult valid = threeTimes(number -> step(24, 3980 + 10 * number, 4));
    StudyResult disturbed =
        threeTimes(number -> step(24, 3980 + 10 * number, 4, SampleVerdicts.INVALID));
    StudyResult failed = valid;
    for (int i = 0; i < 3; i++) {
      List<StepResult> first = valid.cells().get(i).steps().subList(0, 1);
      failed = Changed.with(failed, "cells." + i + ".allSteps", first);
    }

    assertThat(judged("tps -20%", valid, valid)).isEqualTo(Decision.SHOWN);
    assertThat(judged("tps -20%", valid, disturbed)).isEqualTo(Decision.NOT_SHOWN);
    assertThat(judged("tps -20%", disturbed, valid)).isEqualTo(Decision.SHOWN);
    assertThat(judged("tps -20%", valid, failed)).isEqualTo(Decision.NOT_SHOWN);
    assertThat(judged("tps -20%", failed, valid)).isEqualTo(Decision.SHOWN);

    StudyResult once =
        Changed.with(
            valid,
            "cells.2.allSteps",
            valid.cells().get(2).steps().subList(0, 1),
            "cells.2.failure",
            CellFailure.of(ViolationCode.LAB_FAILED, "provider ended"));
    assertThat(judged("tps -20%", valid, once)).isEqualTo(Decision.NOT_SHOWN);
    assertThat(judged("tps -20% at 8 users", valid, once)).isEqualTo(Decision.SHOWN);
    assertThat(judged("tps -20%", once, valid)).isEqualTo(Decision.SHOWN);
  }

  /** Otherwise a run that was stopped early would pass. */
  @Test
  void aCriterionIsNotShownForACellThatAnInterruptedRunLacks() {
    StudyResult baseline = cells("a", "b", "c", "d");
    StudyResult complete = cells("a", "b");
    StudyResult interrupted = Changed.with(complete, "interrupted", true);
    assertThat(lacking(baseline, complete)).isEmpty();
    assertThat(lacking(interrupted, complete)).isEmpty();
    assertThat(lacking(baseline, interrupted))
        .allMatch(result -> result.outcome() == Decision.NOT_SHOWN)
        .extracting(Criterion.Result::because)
        .containsExactly(
            "the run of B was interrupted before its 'c'",
            "the run of B was interrupted before its 'd'");
  }

  /** The results of a criterion that are not about a pair of cells. */
  private static List<Criterion.Result> lacking(StudyResult baseline, StudyResult candidate) {
    return compare(baseline, candidate, "max users -2").results().stream()
        .filter(result -> !result.because().contains(" against "))
        .toList();
  }

  private static StudyResult threeTimes(IntFunction<StepResult> high) {
    return study(
        IntStream.rangeClosed(1, 3)
            .mapToObj(
                number ->
                    repetition(
                        "a",
                        number,
                        step(8, 1990 + 5 * number, 4 + number / 100.0),
                        high.apply(number)))
            .toList());
  }

  @Test
  void severalStepsOfASearchInOneProviderCountOnce() {
    StudyResult search =
        study(List.of(repetition("a", 1, step(8, 1900, 4), step(8, 2000, 4), step(8, 2300, 4))));
    Deviation tps = pair(search, search).levels().get(0).of(Metric.TPS);
    assertThat(tps.baseline()).isEqualTo(new Spread(2000, 2000, 2000, 1));
    assertThat(tps.significance().text()).isEqualTo("NOT SHOWN: measured once");
  }

  @Test
  void aLevelOfOneSideAloneIsListed() {
    StudyResult more = study(List.of(repetition("a", 1, step(8, 2000, 4), step(1200, 9000, 99))));
    StudyResult less = study(List.of(repetition("a", 1, step(4, 1000, 4), step(8, 2000, 4))));
    assertThat(pair(more, less).leftOut())
        .containsExactly("Only A measured 1,200 users.", "Only B measured 4 users.");
  }

  @Test
  void levelsOfACapacityOfTheirOwnAreComparedThoughTheyDiffer() {
    StudyResult phases =
        Changed.with(
            SamplePhases.studyResult(),
            "cells.0.cell.load.phases",
            List.of(new Phase("overload", Duration.ofSeconds(1), 200, null)),
            "cells.0.cell.load.capacity",
            new CapacityLoad(8));
    StudyResult faster = Changed.with(phases, "cells.0.allSteps.0.level", 1_100);
    Pair pair = pair(Operand.of(0, "x", phases, "queue 0"), Operand.of(1, "y", faster, "queue 0"));
    assertThat(pair.levels()).hasSize(1);
    assertThat(pair.leftOut()).isEmpty();
  }

  @Test
  void usersAreNotComparedWithRequestsPerSecond() {
    Operand open = Operand.of(0, "a", SampleResult.studyResult(), "open");
    Operand closed = Operand.of(1, "b", SampleResult.studyResult(), "fixed 24");
    Comparison comparison =
        Comparison.of(List.of(open, closed), List.of(Criterion.parse("max users -2")));
    Pair pair = comparison.pairs().get(0);
    assertThat(pair.levels()).isEmpty();
    assertThat(pair.capacity()).isNull();
    assertThat(pair.leftOut())
        .containsExactly("Levels not comparable: A in requests/s, B in users.");
    assertThat(comparison.results())
        .extracting(Criterion.Result::outcome)
        .containsExactly(Decision.NOT_SHOWN);
  }

  @ParameterizedTest
  @CsvSource({
    "a b c, c d a, B c against A c; B a against A a, A b; B d",
    // One cell of each makes a pair whatever the names.
    "a, b, B b against A a, ''",
  })
  void cellsOfOneNameMakePairs(String baseline, String candidate, String pairs, String unpaired) {
    Comparison comparison = compare(cells(baseline.split(" ")), cells(candidate.split(" ")));
    assertThat(String.join("; ", comparison.pairs().stream().map(Pair::title).toList()))
        .isEqualTo(pairs);
    assertThat(String.join("; ", comparison.unpaired().stream().map(Side::label).toList()))
        .isEqualTo(unpaired);
  }

  @Test
  void anErrorOfResultsWithoutAPairListsTheCells() {
    assertThatThrownBy(() -> compare(cells("a", "b"), cells("c", "d")))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "x and y: have no cell of the same name (valid: one cell of each, by its name or"
                + " number, such as x:1; A has 1 'a', 2 'b'; B has 1 'c', 2 'd')");
    assertThatThrownBy(() -> Operand.of(0, "x", cells("a", "b"), "3"))
        .isInstanceOf(ConfigException.class)
        .hasMessage("x: has no cell '3' (valid: 1 'a', 2 'b')");
  }

  /** {@code latest} names a run from its first second on. */
  @Test
  void aRunWithoutACellYetIsNamed() {
    StudyResult begun = Changed.with(cells("a"), "cells", List.of(), "interrupted", true);
    assertThatThrownBy(() -> Operand.of(0, "x", begun, null))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("the run goes on");
  }

  @Test
  void aNameGoesBeforeANumber() {
    assertThat(Operand.of(0, "x", cells("2", "1"), "1").cells().get(0).cell().name())
        .isEqualTo("1");
  }

  @Test
  void otherDifferencesAreWarnedOf() {
    StudyResult complete = SampleCurves.repeated("a", 4000, 8, 1);
    StudyResult sample = SampleResult.studyResult();
    Operand users = Operand.of(0, "x", sample, "fixed 24");
    assertThat(pair(complete, complete).warnings()).isEmpty();
    assertThat(pair(users, Operand.of(1, "y", complete, null)).warnings())
        .containsExactly("A is partial: its run was interrupted.");
    assertThat(pair(users, Operand.of(1, "y", sample, "2")).warnings())
        .contains("CPU pinning differs: A yes; B no.");
  }

  @ParameterizedTest
  @CsvSource({
    // Three repetitions that spread by 1 %: a deviation of 5 % is shown.
    "tp99 +3%, 8.4, 4000, 0.99 1 1.01, REFUTED",
    "tp99 +7%, 8.4, 4000, 0.99 1 1.01, SHOWN",
    "tp99 +3% at 24 users, 8.4, 4000, 0.99 1 1.01, REFUTED",
    "tp99 +3% at 32 users, 8.4, 4000, 0.99 1 1.01, NOT_SHOWN",
    "tp99 +3% at 24 requests/s, 8.4, 4000, 0.99 1 1.01, NOT_SHOWN",
    // Better is never a failure.
    "tp99 +3%, 4.0, 4000, 0.99 1 1.01, SHOWN",
    "tps -3%, 8.0, 5000, 0.99 1 1.01, SHOWN",
    "tps -3%, 8.0, 3800, 0.99 1 1.01, REFUTED",
    // The same deviation may be noise, and the true one on either side of the limit.
    "tp99 +3%, 8.4, 4000, 0.8 1 1.2, NOT_SHOWN",
    // So much worse fails however wide the interval is.
    "tp99 +10%, 40, 4000, 0.8 1 1.2, REFUTED",
    // Measured once, without anything that shows the noise.
    "tp99 +3%, 8.4, 4000, 1, NOT_SHOWN",
    "provider_cpu_pct +0, 8.4, 4000, 1, NOT_SHOWN",
    // Any metric, by its id.
    "provider_cpu_pct +0, 8.4, 4000, 0.99 1 1.01, SHOWN",
    "mean +1%, 8.4, 3800, 0.999 1 1.001, REFUTED",
  })
  void aCriterionFailsWhereTheDeviationIsWorseAndNotNoise(
      String criterion, double tp99Millis, double tps, String factors, Decision outcome) {
    double[] noise =
        List.of(factors.split(" ")).stream().mapToDouble(Double::parseDouble).toArray();
    StudyResult baseline = SampleCurves.repeated("a", 4000, 8, noise);
    StudyResult candidate = SampleCurves.repeated("a", tps, tp99Millis, noise);
    assertThat(judged(criterion, baseline, candidate)).isEqualTo(outcome);
  }

  /** As in the tables, which show no difference of values that were measured once. */
  @ParameterizedTest
  @CsvSource({
    // The range of five parts says how far a window's TP99 scatters, but not what runs differ by.
    "5, 9.6, +17 % at least and +23 % at most",
    "5, 8.0, -2.4 % at least and +2.5 % at most",
  })
  void measuredOnceTheNoiseWithinTheStepIsPrintedAndDecidesNothing(
      double spreadPct, double tp99Millis, String interval) {
    Pair pair = pair(once(8, spreadPct), once(tp99Millis, spreadPct));
    assertThat(Criterion.parse("tp99 +10%").judge(pair).outcome()).isEqualTo(Decision.NOT_SHOWN);
    assertThat(Criterion.parse("tp99 +10%").judge(pair).because())
        .endsWith(interval + ", without what differs from run to run");
  }

  /** Cells of one run share its rounds and its provider. */
  @Test
  void aCriterionOfTheCapacityIsOpenWhereTheRankingLacksTheNoiseBetweenRuns() {
    Criterion criterion = Criterion.parse("max users -0");
    StudyResult both = SimulatedResult.paired(9, 20, 10);
    Pair ofOneRun = pair(Operand.of(0, "x", both, "1"), Operand.of(1, "x", both, "2"));
    assertThat(ofOneRun.capacity().shown()).isTrue();
    assertThat(criterion.judge(ofOneRun).outcome()).isEqualTo(Decision.REFUTED);

    Pair ofTwoRuns = pair(SimulatedResult.paired(9, 20), SimulatedResult.paired(9, 10));
    assertThat(ofTwoRuns.capacity().shown()).isFalse();
    assertThat(criterion.judge(ofTwoRuns).outcome()).isEqualTo(Decision.NOT_SHOWN);
  }

  @Test
  void aLoadOfWhichNoCallIsAnsweredAnyMoreIsDecided() {
    StudyResult answering = threeTimes(number -> step(24, 3980 + 10 * number, 4));
    StudyResult silent = threeTimes(number -> Changed.with(step(24, 3980, 4), "tps", 0.0));
    assertThat(judged("tps -99%", answering, silent)).isEqualTo(Decision.REFUTED);
    assertThat(judged("tps -99%", silent, answering)).isEqualTo(Decision.NOT_SHOWN);
  }

  /** As where a load has too few OK answers for a percentile, or the first call is refused. */
  @Test
  void aLevelAtWhichTheCandidateHasNoRatioIsNotPassedOver() {
    StudyResult baseline = refusing(0, 8.0);
    assertThat(judged("tp99 +10%", baseline, refusing(0, 8.0))).isEqualTo(Decision.SHOWN);
    assertThat(judged("tp99 +10%", baseline, refusing(0, null))).isEqualTo(Decision.NOT_SHOWN);
    assertThat(judged("tp99 +10%", refusing(0, null), baseline)).isEqualTo(Decision.SHOWN);
    StudyResult once =
        Changed.with(baseline, "cells.2.allSteps.1.latency.tp99Millis", (Object) null);
    assertThat(judged("tp99 +10%", baseline, once)).isEqualTo(Decision.NOT_SHOWN);
    assertThat(judged("tp99 +10%", once, baseline)).isEqualTo(Decision.SHOWN);
    assertThat(judged("rejected +10%", refusing(5, 8.0), refusing(0, 8.0)))
        .isEqualTo(Decision.NOT_SHOWN);
    assertThat(judged("rejected +10%", refusing(0, 8.0), refusing(5, 8.0)))
        .isEqualTo(Decision.NOT_SHOWN);
  }

  @Test
  void aMetricThatIsZeroOnBothSidesIsNotReportedAsUnknown() {
    Pair pair = pair(refusing(0, 8.0), refusing(0, 8.0));
    assertThat(Criterion.parse("rejected +10%").judge(pair).because())
        .endsWith("rejected is 0 on both sides at each level");
  }

  /** Otherwise it could never be SHOWN for a result of users and of rates. */
  @ParameterizedTest
  @ValueSource(strings = {"max users -2", "tps -5% at 24 users"})
  void aCriterionOfUsersLeavesOutCellsOfARate(String criterion) {
    StudyResult sample = SampleResult.studyResult();
    assertThat(results(criterion, sample))
        .isNotEmpty()
        .noneMatch(of -> of.because().contains("against A open"));
  }

  /** A group has loads of its own, and times within the provider are unknown for it. */
  @ParameterizedTest
  @ValueSource(strings = {"service_mean +5%", "tps -5% at 10 users"})
  void aCriterionLeavesOutGroupsWithoutItsLoadOrMetric(String criterion) {
    Workload users = new Workload.Closed(ThinkTime.NONE);
    StepResult step =
        step(10, 2000, 4)
            .withGroups(
                List.of(
                    new GroupResult("fast", step(9, 1900, 4)),
                    new GroupResult("slow", step(1, 100, 8))));
    StudyResult grouped =
        Changed.with(
            study(List.of(repetition("a", 1, step))),
            "cells.0.cell.load.groups",
            List.of(
                new Group("fast", null, users, List.of(9), null),
                new Group("slow", null, users, List.of(1), null)));
    assertThat(results("tps -5%", grouped)).hasSize(3);
    assertThat(results(criterion, grouped))
        .singleElement()
        .extracting(Criterion.Result::because)
        .asString()
        .startsWith("B a against A a: ");
  }

  private static List<Criterion.Result> results(String criterion, StudyResult result) {
    return compare(result, result, criterion).results();
  }

  private static Decision judged(String criterion, StudyResult baseline, StudyResult candidate) {
    return Criterion.parse(criterion).judge(pair(baseline, candidate)).outcome();
  }

  /** Two loads: all is well at the first, and at the second calls are refused. */
  private static StudyResult refusing(long calls, Double tp99Millis) {
    return threeTimes(
        number ->
            Changed.with(
                step(24, 4000 + number, 8 + number / 100.0),
                "calls",
                new Calls(40_000, calls, 0, 0, 0),
                "latency.tp99Millis",
                tp99Millis == null ? null : tp99Millis + number / 100.0));
  }

  private static StudyResult once(double tp99Millis, double spreadPct) {
    return study(
        List.of(
            repetition(
                "a",
                1,
                Changed.with(
                    step(24, 4000, tp99Millis),
                    "stability",
                    new Stability(5, spreadPct, spreadPct)))));
  }

  @ParameterizedTest
  @CsvSource({
    // Verdicts at 1, 2, 3, ... users; the capacity is the last P before an F.
    "PPPPF, PPF, REFUTED",
    "PPPPF, PPPF, SHOWN",
    "PPPPF, PPPPPF, SHOWN",
    "PPPPF, FF, REFUTED",
    // At least so many: the noise of a lower bound is unknown.
    "PPPP, PPF, NOT_SHOWN",
    "PPPPF, PPP, NOT_SHOWN",
    "PPPPF, PP, NOT_SHOWN",
    "PPPP, PPPP, NOT_SHOWN",
    "PPPPF, I, NOT_SHOWN",
  })
  void theCapacityMayBeLowerByTheLimit(String baseline, String candidate, Decision outcome) {
    assertThat(judged("max users -1", verdicts(baseline, 2), verdicts(candidate, 2)))
        .isEqualTo(outcome);
    assertThat(judged("max users -1", verdicts(baseline, 1), verdicts(candidate, 1)))
        .isEqualTo(Decision.NOT_SHOWN);
  }

  /** The repetitions without an exact capacity may have another one than the others. */
  @Test
  void theCapacityIsNotDecidedByTheRepetitionsAloneThatHaveAnExactOne() {
    StudyResult baseline = verdicts("PPPF", 3);
    Criterion criterion = Criterion.parse("max users -1");
    for (String third : List.of("PPP", "PPIF", "III")) {
      StudyResult mixed = Changed.with(baseline, "cells.2", verdicts(third, 3).cells().get(2));
      assertThat(criterion.judge(pair(baseline, mixed)).outcome()).isEqualTo(Decision.NOT_SHOWN);
      assertThat(criterion.judge(pair(mixed, baseline)).because())
          .endsWith("noise unknown: a repetition has no exact value");
    }
  }

  private static StudyResult verdicts(String kinds, int repetitions) {
    return study(
        IntStream.rangeClosed(1, repetitions)
            .mapToObj(
                repetition ->
                    repetition(
                        "a",
                        repetition,
                        IntStream.range(0, kinds.length())
                            .mapToObj(
                                i -> withoutBatches(i + 1, SampleVerdicts.of(kinds.charAt(i))))
                            .toArray(StepResult[]::new)))
            .toList());
  }

  private static StepResult withoutBatches(int users, Verdict verdict) {
    return Changed.with(step(users, 1000, 5, verdict), "batches", Batches.UNKNOWN);
  }

  private static StudyResult cells(String... names) {
    return study(
        List.of(names).stream().map(name -> repetition(name, 1, step(8, 2000, 4))).toList());
  }

  private static Comparison compare(
      StudyResult baseline, StudyResult candidate, String... criteria) {
    return Comparison.of(
        List.of(Operand.of(0, "x", baseline, null), Operand.of(1, "y", candidate, null)),
        Stream.of(criteria).map(Criterion::parse).toList());
  }

  private static Pair pair(Operand baseline, Operand candidate) {
    return Comparison.of(List.of(baseline, candidate), List.of()).pairs().get(0);
  }

  private static Pair pair(StudyResult baseline, StudyResult candidate) {
    return compare(baseline, candidate).pairs().get(0);
  }
}
