package io.poolbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.compare.ComparedResults.ComparedLevel;
import io.poolbench.compare.ComparedResults.ComparedPair;
import io.poolbench.compare.SampleRun.Load;
import io.poolbench.judge.Decision;
import io.poolbench.judge.Statement;
import io.poolbench.study.ConfigException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ComparisonTest {
  private static ComparedResults compare(Operand baseline, Operand candidate, String... criteria) {
    return Comparison.of(baseline, candidate, Stream.of(criteria).map(Criterion::parse).toList());
  }

  private static ComparedPair pair(SampleRun baseline, SampleRun candidate) {
    return compare(baseline.operand(0, null), candidate.operand(1, null)).pairs().get(0);
  }

  private static Statement judged(String criterion, SampleRun baseline, SampleRun candidate) {
    return compare(baseline.operand(0, null), candidate.operand(1, null), criterion)
        .criteria()
        .get(0);
  }

  private static Decision decided(String criterion, SampleRun baseline, SampleRun candidate) {
    return judged(criterion, baseline, candidate).decision();
  }

  /** Cell {@code a} at 24 users, in a repetition for each factor of TPS. */
  private static SampleRun repeated(double tps, double millis, double... factors) {
    SampleRun run = SampleRun.atLevels("24");
    for (int i = 0; i < factors.length; i++) {
      run.slice("a", i + 1, 24, factors[i] * tps, factors[i] * millis);
    }
    return run;
  }

  /** Three repetitions at 8 users. */
  private static SampleRun threeTimes() {
    SampleRun run = SampleRun.atLevels("8, 24");
    for (int i = 1; i <= 3; i++) {
      run.slice("a", i, 8, 1990 + 5 * i, 4 + i / 100.0);
    }
    return run;
  }

  /** As {@link #threeTimes()}, and at 24 users. */
  private static SampleRun threeTimes(double tps) {
    SampleRun run = threeTimes();
    for (int i = 1; i <= 3; i++) {
      run.slice("a", i, 24, tps - 20 + 10 * i, 4);
    }
    return run;
  }

  private static SampleRun cells(String... names) {
    SampleRun run = SampleRun.ofCells("8", names);
    Stream.of(names).forEach(name -> run.slice(name, 1, 8, 2000, 4));
    return run;
  }

  @Test
  void aMetricInPercentChangesByPoints() {
    SampleRun before = SampleRun.atLevels("24").slice("a", 1, 24, new Load(4000, 4, 0, 40));
    SampleRun after = SampleRun.atLevels("24").slice("a", 1, 24, new Load(4200, 4, 0, 42));
    assertThat(pair(before, after).levels())
        .filteredOn(level -> List.of("TPS", "CPU %").contains(level.metric()))
        .extracting(ComparedLevel::change)
        .containsExactly("+5 %", "+2 points");
  }

  @Test
  void invalidLevelsAreListedAndNotCompared() {
    SampleRun baseline =
        SampleRun.atLevels("8, 24")
            .slice("a", 1, 8, 2000, 4)
            .invalid("a", 2, 8)
            .invalid("a", 1, 24);
    SampleRun candidate = threeTimes(4000);
    ComparedPair pair = pair(baseline, candidate);
    assertThat(pair.levels()).extracting(ComparedLevel::level).containsOnly("8 users");
    assertThat(pair.levels().get(0).baseline()).isEqualTo("2,000");
    assertThat(pair.leftOut())
        .isEqualTo("Not compared, as a side was not measured or INVALID: 24 users.");
  }

  /** A candidate that cannot be judged at a load has not passed there. */
  @Test
  void aCriterionIsNotShownWhereOnlyTheCandidateIsInvalidOrARepetitionFailedBefore() {
    SampleRun valid = threeTimes(4000);
    SampleRun disturbed = threeTimes().invalid("a", 1, 24).invalid("a", 2, 24).invalid("a", 3, 24);

    assertThat(decided("tps -20%", valid, valid)).isEqualTo(Decision.SHOWN);
    assertThat(decided("tps -20%", valid, disturbed)).isEqualTo(Decision.NOT_SHOWN);
    assertThat(decided("tps -20%", disturbed, valid)).isEqualTo(Decision.SHOWN);
    assertThat(decided("tps -20%", valid, threeTimes())).isEqualTo(Decision.NOT_SHOWN);
    assertThat(decided("tps -20%", threeTimes(), valid)).isEqualTo(Decision.SHOWN);

    SampleRun once =
        threeTimes().slice("a", 1, 24, 3990, 4).slice("a", 2, 24, 4000, 4).failed("a", 3);
    assertThat(judged("tps -20%", valid, once).because())
        .endsWith("a repetition of the candidate failed");
    assertThat(decided("tps -20%", once, valid)).isEqualTo(Decision.SHOWN);
  }

  /** Otherwise a run that was stopped early would pass. */
  @Test
  void aCriterionIsNotShownForACellThatTheCandidateDidNotMeasure() {
    SampleRun baseline = cells("a", "b");
    SampleRun interrupted = SampleRun.ofCells("8", "a", "b").slice("a", 1, 8, 2000, 4);
    assertThat(compare(baseline.operand(0, null), interrupted.interrupted(1), "tps -5%").criteria())
        .extracting(Statement::because)
        .contains("B b against A b: no valid level on both sides at each level");
    assertThat(
            compare(baseline.operand(0, null), interrupted.interrupted(1))
                .pairs()
                .get(0)
                .warnings())
        .contains("B is partial: its run did not measure all that was planned.");
  }

  @Test
  void aLevelOfOneSideAloneIsListed() {
    SampleRun more =
        SampleRun.atLevels("8, 1200").slice("a", 1, 8, 2000, 4).slice("a", 1, 1200, 9000, 99);
    SampleRun less = SampleRun.atLevels("4, 8").slice("a", 1, 4, 1000, 4).slice("a", 1, 8, 2000, 4);
    assertThat(pair(more, less).leftOut())
        .isEqualTo("Not compared, as a side was not measured or INVALID: 4, 1,200 users.");
  }

  @Test
  void usersAreNotComparedWithRequestsPerSecond() {
    SampleRun open = new SampleRun("load: {rate: 24}", "cells: [{name: a}]");
    open.slice("a", 1, 24, 24, 4);
    ComparedResults compared =
        compare(open.operand(0, null), threeTimes().operand(1, null), "max users -2");
    assertThat(compared.pairs().get(0).levels()).isEmpty();
    assertThat(compared.pairs().get(0).capacity().difference()).isEmpty();
    assertThat(compared.pairs().get(0).leftOut())
        .isEqualTo("Levels not comparable: A in requests/s, B in users.");
    assertThat(compared.decision()).isEqualTo(Decision.NOT_SHOWN);
  }

  @ParameterizedTest
  @CsvSource({
    "a b c, c d a, B c against A c; B a against A a, A b; B d",
    // One cell of each makes a pair whatever the names.
    "a, b, B b against A a, ''",
  })
  void cellsOfOneNameMakePairs(String baseline, String candidate, String pairs, String unpaired) {
    ComparedResults compared =
        compare(
            cells(baseline.split(" ")).operand(0, null),
            cells(candidate.split(" ")).operand(1, null));
    assertThat(
            compared.pairs().stream()
                .map(pair -> pair.candidate().label() + " against " + pair.baseline().label()))
        .containsExactly(pairs.split("; "));
    assertThat(String.join("; ", compared.unpaired())).isEqualTo(unpaired);
  }

  @Test
  void anErrorOfResultsWithoutAPairListsTheCells() {
    assertThatThrownBy(
            () -> compare(cells("a", "b").operand(0, null), cells("c", "d").operand(1, null)))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "x and y: have no cell of the same name (valid: one cell of each, by its name or"
                + " number, such as x:1; A has 1 'a', 2 'b'; B has 1 'c', 2 'd')");
    assertThatThrownBy(() -> cells("a", "b").operand(0, "3"))
        .isInstanceOf(ConfigException.class)
        .hasMessage("x: has no cell '3' (valid: 1 'a', 2 'b')");
  }

  /** {@code latest} names a run from its first second on. */
  @Test
  void aRunThatMeasuredNothingYetIsNamed() {
    assertThatThrownBy(() -> SampleRun.atLevels("8").operand(0, null))
        .isInstanceOf(ConfigException.class)
        .hasMessage("x: nothing was measured yet (valid: a run with a measured cell)");
  }

  @Test
  void aNameGoesBeforeANumber() {
    assertThat(cells("2", "1").operand(0, "1").cells().get(0).name()).isEqualTo("1");
  }

  @Test
  void otherDifferencesAreWarnedOf() {
    assertThat(pair(cells("a"), cells("a")).warnings()).isEmpty();
    SampleRun before = cells("a").opened("a", "embedded 7.0 at localhost:1", true);
    SampleRun after = cells("a").opened("a", "embedded 7.0 at localhost:2", false);
    assertThat(pair(before, after).warnings()).containsExactly("CPU pinning differs: A yes; B no.");
    SampleRun other =
        new SampleRun("load: {rate: 24, arrivals: poisson}", "cells: [{name: a}]")
            .slice("a", 1, 24, 24, 4);
    assertThat(pair(cells("a"), other).warnings())
        .contains("load.arrivals differs: A not set; B poisson.");
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
    // Measured once, without anything that shows the noise between runs.
    "tp99 +3%, 8.4, 4000, 1, NOT_SHOWN",
    "provider_cpu_pct +0, 8.4, 4000, 1, NOT_SHOWN",
    // Any metric, by its id.
    "provider_cpu_pct +0, 8.4, 4000, 0.99 1 1.01, SHOWN",
    "mean +1%, 8.4, 4000, 0.999 1 1.001, REFUTED",
  })
  void aCriterionFailsWhereTheDeviationIsWorseAndNotNoise(
      String criterion, double tp99Millis, double tps, String factors, Decision decision) {
    double[] noise = Stream.of(factors.split(" ")).mapToDouble(Double::parseDouble).toArray();
    assertThat(decided(criterion, repeated(4000, 8, noise), repeated(tps, tp99Millis, noise)))
        .isEqualTo(decision);
  }

  @Test
  void aSingleRunOnASideDecidesNothingAndSaysSo() {
    SampleRun once = repeated(4000, 8, 1);
    SampleRun slow = repeated(2000, 16, 0.99, 1, 1.01);
    assertThat(judged("tps -10%", slow, once).because())
        .endsWith("2,000 -> 4,000 (+100 %), one run on a side");
    assertThat(pair(once, slow).levels())
        .extracting(ComparedLevel::better)
        .containsOnly(Decision.NOT_SHOWN);
  }

  /** One error rate: a change that one test shows is none among many. */
  @Test
  void theMoreIsComparedTheMoreAChangeMustDiffer() {
    assertThat(better(1.05, 1)).isEqualTo(Decision.SHOWN);
    assertThat(better(1.05, 24)).isEqualTo(Decision.NOT_SHOWN);
    assertThat(better(0.5, 24)).isEqualTo(Decision.REFUTED);
  }

  /** Whether TPS at the first level is better, of a run with so many levels. */
  private static Decision better(double factor, int levels) {
    return pair(run(1, levels), run(factor, levels)).levels().get(0).better();
  }

  private static SampleRun run(double factor, int levels) {
    SampleRun run =
        SampleRun.atLevels(
            IntStream.rangeClosed(1, levels)
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(", ")));
    for (int repetition = 1; repetition <= 3; repetition++) {
      for (int users = 1; users <= levels; users++) {
        double noise = 1 + 0.005 * (repetition - 2);
        run.slice("a", repetition, users, factor * noise * 4000, 8);
      }
    }
    return run;
  }

  /** Cells of one run share its rounds and their disturbances. */
  @Test
  void cellsOfOneRunAreComparedByItsRounds() {
    SampleRun paired =
        new SampleRun(
            "paired: {rounds: 6}",
            "load: {users: [8]}",
            "cells: [{name: a, provider: {threads: 8}}, {name: b, provider: {threads: 9}}]");
    double[] disturbed = {1, 0.7, 0.9, 0.6, 1.1, 0.8};
    for (int i = 0; i < disturbed.length; i++) {
      double tps = 4000 * disturbed[i];
      paired.round(i + 1, 8, new Load(tps, 8), new Load((1.05 + 0.002 * (i % 2)) * tps, 8));
    }
    Operand operand = paired.operand(0, "1");
    Operand other =
        new Operand(
            "B",
            "x",
            operand.judged(),
            operand.entries(),
            List.of(operand.judged().cells().get(1)));
    ComparedLevel tps = compare(operand, other).pairs().get(0).levels().get(0);
    assertThat(tps.metric()).isEqualTo("TPS");
    assertThat(tps.change()).isEqualTo("+5.1 %");
    assertThat(tps.better()).isEqualTo(Decision.SHOWN);
    assertThat(compare(operand, other, "tps -1%").decision()).isEqualTo(Decision.SHOWN);
  }

  @Test
  void aLoadOfWhichNoCallIsAnsweredAnyMoreIsDecided() {
    SampleRun silent = threeTimes();
    for (int i = 1; i <= 3; i++) {
      silent.slice("a", i, 24, new Load(0, 4, 40, 50));
    }
    assertThat(decided("tps -99%", threeTimes(4000), silent)).isEqualTo(Decision.REFUTED);
    assertThat(decided("tps -99%", silent, threeTimes(4000))).isEqualTo(Decision.NOT_SHOWN);
  }

  /** As where a load has too few OK answers for a percentile, or the first call is refused. */
  @Test
  void aLevelAtWhichTheCandidateHasNoRatioIsNotPassedOver() {
    SampleRun baseline = refusing(0, 4000, 4000, 4000);
    SampleRun few = refusing(0, 90, 90, 90);
    assertThat(decided("tp99 +10%", baseline, refusing(0, 4000, 4000, 4000)))
        .isEqualTo(Decision.SHOWN);
    assertThat(decided("tp99 +10%", baseline, few)).isEqualTo(Decision.NOT_SHOWN);
    SampleRun once = refusing(0, 4000, 4000, 90);
    assertThat(decided("tp99 +10%", baseline, once)).isEqualTo(Decision.NOT_SHOWN);
    assertThat(decided("tp99 +10%", once, baseline)).isEqualTo(Decision.SHOWN);
    assertThat(decided("rejected +10%", refusing(5, 4000, 4000, 4000), baseline))
        .isEqualTo(Decision.NOT_SHOWN);
    assertThat(decided("rejected +10%", baseline, refusing(5, 4000, 4000, 4000)))
        .isEqualTo(Decision.NOT_SHOWN);
  }

  @Test
  void aMetricThatIsZeroOnBothSidesHasNoRatio() {
    SampleRun baseline = refusing(0, 4000, 4000, 4000);
    assertThat(judged("rejected +10%", baseline, refusing(0, 4000, 4000, 4000)).because())
        .endsWith("rejected unknown of one side, or 0 on both, at each level");
  }

  /** All is well at 8 users; at 24 calls are refused. */
  private static SampleRun refusing(long calls, double... tps) {
    SampleRun run = threeTimes();
    for (int i = 0; i < tps.length; i++) {
      run.slice("a", i + 1, 24, new Load(tps[i] + i, 8 + i / 50.0, calls, 50));
    }
    return run;
  }

  /** Otherwise it could never be SHOWN for a result of users and of rates. */
  @ParameterizedTest
  @ValueSource(strings = {"max users -2", "tps -5% at 24 users"})
  void aCriterionOfUsersLeavesOutCellsOfARate(String criterion) {
    SampleRun both =
        new SampleRun("cells: [{name: a, load: {users: 24}}, {name: open, load: {rate: 24}}]")
            .slice("a", 1, 24, 2000, 4)
            .slice("open", 1, 24, 24, 4);
    assertThat(compare(both.operand(0, null), both.operand(1, null), criterion).criteria())
        .singleElement()
        .satisfies(each -> assertThat(each.because()).startsWith("B a against A a: "));
  }

  /** A group has loads of its own, and times within the provider are unknown for it. */
  @ParameterizedTest
  @ValueSource(strings = {"queue_wait_mean +5%", "tps -5% at 10 users"})
  void aCriterionLeavesOutGroupsWithoutItsLoadOrMetric(String criterion) {
    SampleRun grouped =
        new SampleRun(
                "load: {groups: [{name: fast, users: 9}, {name: slow, users: 1}]}",
                "cells: [{name: a}]")
            .parts(
                "a",
                1,
                10,
                Map.of("", new Load(2000, 4), "fast", new Load(1900, 4), "slow", new Load(100, 8)));
    assertThat(compare(grouped.operand(0, null), grouped.operand(1, null), "tps -5%").criteria())
        .hasSize(3);
    assertThat(compare(grouped.operand(0, null), grouped.operand(1, null), criterion).criteria())
        .singleElement()
        .satisfies(each -> assertThat(each.because()).startsWith("B a against A a: "));
  }

  @ParameterizedTest
  @CsvSource({
    "24, 24, max users -4, SHOWN",
    "24, 16, max users -4, REFUTED",
    "16, 24, max users -4, SHOWN",
    "24, 20, max users -4, NOT_SHOWN",
  })
  void theCapacityMayBeLowerByTheLimit(
      double before, double after, String criterion, Decision decision) {
    assertThat(decided(criterion, curves(3, before), curves(3, after))).isEqualTo(decision);
    assertThat(decided(criterion, curves(1, before), curves(1, after)))
        .isEqualTo(Decision.NOT_SHOWN);
  }

  @Test
  void capacitiesOfRunsAreRankedByRepetitions() {
    ComparedPair better = pair(curves(3, 16), curves(3, 24));
    assertThat(better.capacity().decision()).isEqualTo(Decision.SHOWN);
    assertThat(better.capacity().difference()).matches("\\+[0-9.]+ to \\+[0-9.]+ users");
    assertThat(pair(curves(3, 24), curves(3, 16)).capacity().decision())
        .isEqualTo(Decision.REFUTED);
    assertThat(pair(curves(3, 24), curves(3, 24)).capacity().decision())
        .isEqualTo(Decision.NOT_SHOWN);
    ComparedPair once = pair(curves(3, 16), curves(1, 24));
    assertThat(once.capacity().decision()).isEqualTo(Decision.NOT_SHOWN);
    assertThat(once.capacity().difference())
        .endsWith(
            " users within these runs; one run on a side: measure repetitions of both, or compare"
                + " cells of one run");
  }

  @Test
  void capacitiesOfDifferentSlasAreNotCompared() {
    SampleRun strict = curves(3, 16);
    SampleRun loose = curves("11ms", 3, 24);

    ComparedPair pair = pair(strict, loose);
    assertThat(pair.capacity().decision()).isEqualTo(Decision.NOT_SHOWN);
    assertThat(pair.capacity().difference())
        .isEqualTo(
            "max users of different SLAs are not compared (A: TP99 < 10 ms, availability >= 99.9 %;"
                + " B: TP99 < 11 ms, availability >= 99.9 %)");
    assertThat(decided("max users -4", strict, loose)).isEqualTo(Decision.NOT_SHOWN);
  }

  /** Late calls of so many repetitions, 1 % of them at some 24 users. */
  private static SampleRun curves(int repetitions, double capacity) {
    return curves("10ms", repetitions, capacity);
  }

  private static SampleRun curves(String bound, int repetitions, double capacity) {
    SampleRun run = SampleRun.within(bound, "10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30");
    for (int i = 1; i <= repetitions; i++) {
      run.curve("a", i, capacity + 0.1 * (i - 2));
    }
    return run;
  }

  /** A group with the same users in all steps is compared step by step. */
  @Test
  void stepsOfAGroupAreToldApartByTheWholeLoad() {
    String criterion = "tp99 +10%";
    SampleRun run =
        new SampleRun(
            "repetitions: 3",
            "load: {groups: [{name: fast, users: 9}, {name: slow, users: '1, 3'}]}",
            "cells: [{name: a}]");
    for (int repetition = 1; repetition <= 3; repetition++) {
      for (int users : List.of(10, 12)) {
        Load load = new Load(2000, users == 10 ? 4 : 9);
        run.parts("a", repetition, users, Map.of("", load, "fast", load, "slow", load));
      }
    }
    assertThat(compare(run.operand(0, null), run.operand(1, null), criterion).criteria())
        .hasSize(3)
        .allSatisfy(each -> assertThat(each.decision()).isEqualTo(Decision.SHOWN));
  }
}
