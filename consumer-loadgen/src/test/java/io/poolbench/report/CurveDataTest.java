package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.Changed;
import io.poolbench.judge.CapacityRanking;
import io.poolbench.judge.RepeatedCell;
import io.poolbench.published.Breakdown;
import io.poolbench.report.CapacityText.Cause;
import io.poolbench.report.CurveData.PublishedPoint;
import io.poolbench.result.Calls;
import io.poolbench.result.CellResult;
import io.poolbench.result.HistogramText;
import io.poolbench.result.Metric;
import io.poolbench.result.SampleVerdicts;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import io.poolbench.result.Verdict;
import io.poolbench.result.Violation;
import io.poolbench.store.SamplePlots;
import io.poolbench.store.SampleRepetitions;
import io.poolbench.store.SampleResult;
import io.poolbench.store.SampleSweep;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class CurveDataTest {
  private static final StudyResult ONCE = SampleResult.studyResult();

  @Test
  void aCellMeasuredOnceIsDrawnStepByStep() {
    CurveData fixed = curve(ONCE, 0);
    assertThat(fixed.levels()).containsExactly(8, 24, 32);
    assertThat(fixed.metrics().get("tps").median()).containsExactly(4000.0, 9876.5, 10_250.0);
    assertThat(fixed.reasons().get(2)).startsWith("TP99 12.3 ms");
    assertThat(fixed.capacity().maybeMore()).isFalse();
    assertThat(fixed.capacity().text()).isEqualTo("24");
    assertThat(fixed.capacity().estimate().load()).isBetween(24.0, 32.0);
    assertThat(curve(ONCE, 1).capacity().maybeMore()).isTrue();
    assertThat(curve(ONCE, 2).capacity().text()).isEqualTo("unknown");
    assertThat(curve(ONCE, 2).capacity().estimate()).isNull();
  }

  @Test
  void everyKnownMetricIsInTheDataAndNoUnknownOne() {
    List<StepResult> steps = ONCE.cells().get(0).steps();
    for (Metric metric : Metric.values()) {
      assertThat(curve(ONCE, 0).metrics().containsKey(metric.id()))
          .as(metric.id())
          .isEqualTo(steps.stream().anyMatch(step -> metric.of(step) != null));
    }
  }

  @Test
  void repetitionsAreDrawnByTheirMedianAndSpreadWithoutInvalidSteps() {
    CurveData repeated = curve(SampleRepetitions.studyResult(), 0);
    CurveData.SpreadColumns tps = repeated.metrics().get("tps");
    // 300 x 24 TPS times 1.0 and 1.04; the third repetition was disturbed.
    assertThat(List.of(tps.lowest().get(1), tps.median().get(1), tps.highest().get(1)))
        .containsExactly(7200.0, 7344.0, 7488.0);
    assertThat(repeated.samples().get(1)).isEqualTo(2);
    assertThat(repeated.verdicts().get(1)).isEqualTo(Verdict.Kind.FAIL);
  }

  @Test
  void aLoadWithInvalidStepsOnlyKeepsItsValuesAndItsReason() {
    CurveData disturbed = curve(SampleSweep.folded(), 0);
    assertThat(disturbed.verdicts().get(4)).isEqualTo(Verdict.Kind.INVALID);
    assertThat(disturbed.reasons().get(4)).isNotEmpty();
    assertThat(disturbed.metrics().get("tps").median().get(4)).isPositive();
  }

  /** Two steps whose intervals leave them open may decide a load together. */
  @Test
  void aLoadThatItsStepsDecideTogetherOnlyHasAReason() {
    CellResult open =
        Changed.with(ONCE.cells().get(0), "allSteps.2.verdict", SampleVerdicts.UNDECIDED);
    RepeatedCell twice = new RepeatedCell(List.of(open, Changed.with(open, "repetition", 2)));
    CurveData curve = CurveData.of(ONCE, CapacityRanking.estimate(ONCE, twice));
    assertThat(curve.verdicts().get(2)).isEqualTo(Verdict.Kind.FAIL);
    assertThat(curve.reasons().get(2)).isNotEmpty();
  }

  @Test
  void publishedNumbersOfTheSamePoolStandAtTheirLoad() {
    assertThat(curve(SamplePlots.published(), 0).published())
        .containsExactly(
            new PublishedPoint(24, "tps", 6711),
            new PublishedPoint(16, "tps", 5123),
            new PublishedPoint(400, "tps", 6950));
  }

  @Test
  void thePartsOfACallAddUpToItsMeanResponseTime() {
    StepResult step = ONCE.cells().get(0).steps().get(0);
    double parts = Breakdown.PARTS.stream().mapToDouble(part -> part.of(step)).sum();
    // The sample's service of 1.25 ms is 0.01 ms longer than its two parts.
    assertThat(parts).isCloseTo(step.latency().meanMillis() - 0.01, within(1e-3));
  }

  @Test
  void theCauseIsAtTheLowestLoadThatIsTooMuch() {
    assertThat(Cause.sentence(RepeatedCell.of(ONCE.cells()).get(1))).isEmpty();
    Verdict tooLittle = Verdict.fail(Violation.of(Metric.TPS, 4_000, 5_000));
    CellResult cell = Changed.with(ONCE.cells().get(0), "allSteps.0.verdict", tooLittle);
    assertThat(Cause.sentence(new RepeatedCell(List.of(cell)))).startsWith("At 32 users: ");
  }

  @Test
  void spectraAreOfEightLoadsAtMostTheDecisiveOnesAmongThem() {
    StudyResult sweep = SampleSweep.folded();
    for (int cell = 0; cell < 3; cell++) {
      CurveData curve = curve(sweep, cell);
      assertThat(curve.spectra())
          .hasSize(8)
          .extracting(Spectrum::level)
          .contains(
              curve.levels().get(0),
              curve.capacity().level(),
              curve.levels().get(curve.levels().size() - 1));
    }
  }

  private static CurveData curve(StudyResult result, int cell) {
    RepeatedCell repeated = RepeatedCell.of(result.cells()).get(cell);
    return CurveData.of(result, CapacityRanking.estimate(result, repeated));
  }

  /** HdrHistogram keeps three digits. */
  private static final double DIGITS = 1e-3;

  @Test
  void ofTimesSpreadEvenlyAPercentileIsItsShareOfTheLongest() {
    Spectrum spectrum = of(SampleResult.histogram(1_000));
    for (List<Double> point : spectrum.points()) {
      double share = 1 - Math.pow(10, -point.get(0));
      // 1 ms, 2 ms, ... 1,000 ms: the share p of them is answered within 1,000 p ms.
      assertThat(point.get(1)).isCloseTo(Math.max(1, 1_000 * share), within(1 + 1_000 * DIGITS));
    }
  }

  @Test
  void itEndsWhereFewerThanTenCallsLieBeyond() {
    assertThat(of(SampleResult.histogram(1_000)).points())
        .hasSize(21)
        .last()
        .satisfies(point -> assertThat(point.get(0)).isCloseTo(2, within(1e-9)));
    assertThat(of(SampleResult.histogram(9)).points()).isEmpty();
  }

  @Test
  void callsOfSeveralStepsAreCountedTogetherAndNoPercentileIsAveraged() {
    Histogram quick = new Histogram(3);
    quick.recordValueWithCount(1_000_000, 900);
    Histogram slow = new Histogram(3);
    slow.recordValueWithCount(100_000_000, 100);
    Spectrum both = Spectrum.of(8, Verdict.Kind.PASS, List.of(step(quick), step(slow)));
    assertThat(both.points())
        .filteredOn(point -> point.get(0) < 0.95)
        .allSatisfy(point -> assertThat(point.get(1)).isCloseTo(1, within(0.01)));
    assertThat(both.points())
        .filteredOn(point -> point.get(0) > 1.05)
        .isNotEmpty()
        .allSatisfy(point -> assertThat(point.get(1)).isCloseTo(100, within(0.1)));
  }

  private static Spectrum of(Histogram histogram) {
    return Spectrum.of(8, Verdict.Kind.PASS, List.of(step(histogram)));
  }

  private static StepResult step(Histogram histogram) {
    return SamplePlots.step(
        8, new Calls(histogram.getTotalCount(), 0, 0, 0, 0), HistogramText.encode(histogram));
  }
}
