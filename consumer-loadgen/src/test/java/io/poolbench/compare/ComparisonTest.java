package io.poolbench.compare;

import static io.poolbench.store.SampleCurves.repetition;
import static io.poolbench.store.SampleCurves.step;
import static io.poolbench.store.SampleCurves.study;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.compare.CriterionResult.Outcome;
import io.poolbench.compare.Significance.Answer;
import io.poolbench.config.ConfigException;
import io.poolbench.result.Metric;
import io.poolbench.result.SampleVerdicts;
import io.poolbench.result.Spread;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import io.poolbench.result.Verdict;
import io.poolbench.store.SampleCurves;
import io.poolbench.store.SampleResult;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTest {
  private static final double ROUNDING = 1e-9;
  private static final double[] NOISE = {0.99, 1.0, 1.01};

  @Test
  void aDeviationIsOfMediansAndTestedByRepetitions() {
    Pair pair =
        pair(
            SampleCurves.repeated("a", 4000, 8, NOISE), SampleCurves.repeated("a", 4400, 8, NOISE));
    Deviation tps = pair.levels().get(1).of(Metric.TPS);
    assertThat(tps.baseline()).isEqualTo(new Spread(3960, 4000, 4040, 3));
    assertThat(tps.amount()).isCloseTo(10, within(ROUNDING));
    assertThat(tps.significance().answer()).isEqualTo(Answer.MORE_THAN_NOISE);
    Deviation tp99 = pair.levels().get(1).of(Metric.TP99);
    assertThat(tp99.amount()).isCloseTo(0, within(ROUNDING));
    assertThat(tp99.significance().answer()).isEqualTo(Answer.WITHIN_NOISE);
  }

  @Test
  void aShareDeviatesByPoints() {
    // The sample's CPU use is in proportion to users.
    StudyResult once = SampleCurves.repeated("a", 4000, 8, 1);
    Deviation cpu = pair(once, once).levels().get(0).of(Metric.PROVIDER_CPU);
    assertThat(cpu.amountText()).isEqualTo("0 points");
    Spread forty = new Spread(40, 40, 40, 1);
    Spread more = new Spread(42, 42, 42, 1);
    Significance unknown = Significance.unknown("measured once");
    assertThat(new Deviation(Metric.PROVIDER_CPU, forty, more, unknown).amount()).isEqualTo(2);
    assertThat(new Deviation(Metric.TPS, forty, more, unknown).amount())
        .isCloseTo(5, within(ROUNDING));
    assertThat(new Deviation(Metric.TPS, new Spread(0, 0, 0, 1), more, unknown).amount()).isNull();
  }

  @Test
  void anInvalidStepIsNeverComparedAndNamed() {
    Verdict disturbed = SampleVerdicts.INVALID;
    StudyResult baseline =
        study(
            List.of(
                repetition("a", 1, step(8, 2000, 4), step(24, 9, 4, disturbed)),
                repetition("a", 2, step(8, 9, 4, disturbed), step(24, 9, 4, disturbed))));
    Pair pair = pair(baseline, SampleCurves.repeated("a", 4000, 8, NOISE));
    assertThat(pair.levels()).extracting(LevelComparison::level).containsExactly(8);
    assertThat(pair.levels().get(0).of(Metric.TPS).baseline())
        .isEqualTo(new Spread(2000, 2000, 2000, 1));
    assertThat(pair.leftOut())
        .containsExactly("Left out as INVALID of A: 8 (1 of 2 steps), 24 (2 of 2 steps) users.");
  }

  @Test
  void severalLooksOfASearchInOneProviderCountOnce() {
    StudyResult looks =
        study(List.of(repetition("a", 1, step(8, 1900, 4), step(8, 2000, 4), step(8, 2300, 4))));
    Deviation tps = pair(looks, looks).levels().get(0).of(Metric.TPS);
    assertThat(tps.baseline()).isEqualTo(new Spread(2000, 2000, 2000, 1));
    assertThat(tps.significance().text()).isEqualTo("cannot know: measured once");
  }

  @Test
  void aLoadThatOneSideAloneMeasuredIsNamed() {
    StudyResult more = study(List.of(repetition("a", 1, step(8, 2000, 4), step(1200, 9000, 99))));
    StudyResult less = study(List.of(repetition("a", 1, step(4, 1000, 4), step(8, 2000, 4))));
    assertThat(pair(more, less).leftOut())
        .containsExactly("Only A measured 1,200 users.", "Only B measured 4 users.");
  }

  @Test
  void usersAreNotComparedWithRequestsPerSecond() {
    Operand open = Operand.of(0, "a", SampleResult.studyResult(), "open");
    Operand closed = Operand.of(1, "b", SampleResult.studyResult(), "fixed 24");
    Comparison comparison =
        Comparison.of(List.of(open, closed), List.of(Criterion.parse("most users -2")));
    Pair pair = comparison.pairs().get(0);
    assertThat(pair.levels()).isEmpty();
    assertThat(pair.capacity()).isNull();
    assertThat(pair.leftOut())
        .containsExactly(
            "The levels of A are requests/s, those of B users: no step of one compares with a step"
                + " of the other.");
    assertThat(comparison.results())
        .extracting(CriterionResult::outcome)
        .containsExactly(Outcome.UNDECIDED);
  }

  @Test
  void ofManyCellsThoseOfOneNameMakePairsAndTheOthersAreNamed() {
    Comparison comparison = compare(cells("a", "b", "c"), cells("c", "d", "a"));
    assertThat(comparison.pairs())
        .extracting(Pair::title)
        .containsExactly("B c against A c", "B a against A a");
    assertThat(comparison.unpaired()).extracting(Side::label).containsExactly("A b", "B d");
  }

  @Test
  void oneCellOfEachMakesAPairWhateverTheirNames() {
    assertThat(compare(cells("a"), cells("b")).pairs())
        .extracting(Pair::title)
        .containsExactly("B b against A a");
  }

  @Test
  void eachFurtherResultIsHeldAgainstTheFirst() {
    Comparison comparison =
        Comparison.of(
            List.of(
                Operand.of(0, "x", cells("a", "b"), "2"),
                Operand.of(1, "x", cells("a", "b"), "a"),
                Operand.of(2, "y", cells("z"), null)),
            List.of());
    assertThat(comparison.pairs())
        .extracting(Pair::title)
        .containsExactly("B a against A b", "C z against A b");
  }

  @Test
  void resultsWithoutAPairSayWhichCellsThereAre() {
    assertThatThrownBy(() -> compare(cells("a", "b"), cells("c", "d")))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "x and y: have no cell of the same name; valid: one cell of each, by its name or"
                + " number, such as x:1; A has 1 'a', 2 'b'; B has 1 'c', 2 'd'");
    assertThatThrownBy(() -> Operand.of(0, "x", cells("a", "b"), "3"))
        .isInstanceOf(ConfigException.class)
        .hasMessage("x: has no cell '3'; valid: 1 'a', 2 'b'");
  }

  @Test
  void aNameIsANameAlsoWhereItLooksLikeANumber() {
    assertThat(Operand.of(0, "x", cells("2", "1"), "1").cells().get(0).cell().name())
        .isEqualTo("1");
  }

  @Test
  void whatElseDiffersIsSaid() {
    StudyResult fast = SampleCurves.repeated("a", 4000, 8, 1);
    assertThat(pair(fast, fast).warnings()).isEmpty();
    Operand users = Operand.of(0, "x", SampleResult.studyResult(), "fixed 24");
    Operand rates = Operand.of(1, "y", fast, null);
    assertThat(Comparison.of(List.of(users, rates), List.of()).pairs().get(0).warnings())
        .containsExactly("A is partial: its run was interrupted.");
    Operand open = Operand.of(1, "y", SampleResult.studyResult(), "open");
    assertThat(Comparison.of(List.of(users, open), List.of()).pairs().get(0).warnings())
        .contains("load differs: A users; B requests/s, poisson arrivals.");
    Operand unpinned = Operand.of(1, "y", SampleResult.studyResult(), "2");
    assertThat(Comparison.of(List.of(users, unpinned), List.of()).pairs().get(0).warnings())
        .contains("held to their CPUs differs: A yes; B no.");
  }

  @ParameterizedTest
  @CsvSource({
    // Three repetitions that spread by 1 %: 5 % are more than noise.
    "tp99 +3%, 8.4, 4000, 0.99 1 1.01, FAILED",
    "tp99 +7%, 8.4, 4000, 0.99 1 1.01, HOLDS",
    "tp99 +3% at 24 users, 8.4, 4000, 0.99 1 1.01, FAILED",
    "tp99 +3% at 32 users, 8.4, 4000, 0.99 1 1.01, UNDECIDED",
    "tp99 +3% at 24 requests/s, 8.4, 4000, 0.99 1 1.01, UNDECIDED",
    // Better is never a failure.
    "tp99 +3%, 4.0, 4000, 0.99 1 1.01, HOLDS",
    "tps -3%, 8.0, 5000, 0.99 1 1.01, HOLDS",
    "tps -3%, 8.0, 3800, 0.99 1 1.01, FAILED",
    // The same deviation may be noise.
    "tp99 +3%, 8.4, 4000, 0.8 1 1.2, HOLDS",
    // Measured once, the deviation alone decides.
    "tp99 +3%, 8.4, 4000, 1, FAILED",
    "cpu +0, 8.4, 4000, 1, HOLDS",
    // Any metric, by its id.
    "provider_cpu_pct +0, 8.4, 4000, 1, HOLDS",
    "mean +1%, 8.4, 3800, 1, FAILED",
    // By the medians alone.
    "ratio('tp99') > 1.1, 8.4, 4000, 1, HOLDS",
    "ratio('tp99') > 1.1, 9.6, 4000, 1, FAILED",
    "candidate('tps') < 0.97 * baseline('tps'), 8, 3800, 1, FAILED",
    "ratio('backlog') > 1, 8, 3800, 1, UNDECIDED",
  })
  void aCriterionFailsWhereTheDeviationIsWorseAndNotNoise(
      String criterion, double tp99Millis, double tps, String factors, Outcome outcome) {
    double[] noise =
        List.of(factors.split(" ")).stream().mapToDouble(Double::parseDouble).toArray();
    Pair pair =
        pair(
            SampleCurves.repeated("a", 4000, 8, noise),
            SampleCurves.repeated("a", tps, tp99Millis, noise));
    assertThat(Criterion.parse(criterion).judge(pair).outcome()).isEqualTo(outcome);
  }

  @Test
  void aFailureSaysWhereAndByHowMuchAndWhetherItIsNoise() {
    Pair pair =
        pair(SampleCurves.repeated("a", 4000, 8, 1), SampleCurves.repeated("a", 4000, 9.6, 1));
    assertThat(Criterion.parse("tp99 +10% at 24 users").judge(pair).text())
        .isEqualTo(
            "FAILED: tp99 +10% at 24 users: B a against A a: at 24 users 8.00 -> 9.60 ms (+20 %),"
                + " cannot know whether it is noise: measured once");
  }

  @ParameterizedTest
  @CsvSource({
    // Verdicts at 1, 2, 3, ... users; the most load within the SLA is the last P before an F.
    "PPPPF, PPF, FAILED",
    "PPPPF, PPPF, HOLDS",
    "PPPPF, PPPPPF, HOLDS",
    "PPPPF, FF, FAILED",
    // At least so many: decided as far as that goes.
    "PPPP, PPF, FAILED",
    "PPPPF, PPP, HOLDS",
    "PPPPF, PP, UNDECIDED",
    "PPPP, PPPP, UNDECIDED",
    "PPPPF, I, UNDECIDED",
  })
  void mostUsersMayBeFewerByAsManyAsTheCriterionSays(
      String baseline, String candidate, Outcome outcome) {
    Pair pair = pair(verdicts(baseline), verdicts(candidate));
    assertThat(Criterion.parse("most users -1").judge(pair).outcome()).isEqualTo(outcome);
  }

  @Test
  void theAnswerNamesBothAndHowManyFiguresDifferByChance() {
    Pair once = pair(verdicts("PPPPF"), verdicts("PPF"));
    assertThat(once.sentence())
        .startsWith("Most users within the SLA: B a 2, A a 4; 2 users less. ")
        .endsWith("it takes two valid repetitions of each side or more.");
    Pair repeated =
        pair(
            SampleCurves.repeated("a", 4000, 8, NOISE), SampleCurves.repeated("a", 5000, 8, NOISE));
    // 2 loads of 8 figures; all but TPS, and the median that the sample derives from it, are alike.
    assertThat(repeated.sentence())
        .contains(" of 16 figures that repetitions allow to test differ")
        .endsWith("of so many, 0.16 would by chance alone.");
  }

  private static StudyResult verdicts(String kinds) {
    return study(
        List.of(
            repetition(
                "a",
                1,
                IntStream.range(0, kinds.length())
                    .mapToObj(i -> step(i + 1, 1000, 5, verdict(kinds.charAt(i))))
                    .toArray(StepResult[]::new))));
  }

  private static Verdict verdict(char kind) {
    return switch (kind) {
      case 'P' -> Verdict.pass();
      case 'F' -> SampleVerdicts.FAIL;
      default -> SampleVerdicts.INVALID;
    };
  }

  private static StudyResult cells(String... names) {
    return study(
        List.of(names).stream().map(name -> repetition(name, 1, step(8, 2000, 4))).toList());
  }

  private static Comparison compare(StudyResult baseline, StudyResult candidate) {
    return Comparison.of(
        List.of(Operand.of(0, "x", baseline, null), Operand.of(1, "y", candidate, null)),
        List.of());
  }

  private static Pair pair(StudyResult baseline, StudyResult candidate) {
    return compare(baseline, candidate).pairs().get(0);
  }
}
