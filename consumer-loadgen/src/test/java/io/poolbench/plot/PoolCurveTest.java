package io.poolbench.plot;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.result.Spread;
import io.poolbench.result.StudyResult;
import io.poolbench.result.Verdict;
import io.poolbench.store.SamplePlots;
import io.poolbench.store.SampleRepetitions;
import io.poolbench.store.SampleResult;
import io.poolbench.store.SampleSweep;
import org.junit.jupiter.api.Test;

class PoolCurveTest {
  private static final StudyResult ONCE = SampleResult.studyResult();
  private static final StudyResult REPEATED = SampleRepetitions.studyResult();

  @Test
  void aCellMeasuredOnceIsDrawnStepByStep() {
    PoolCurve fixed = PoolCurve.of(ONCE).get(0);
    assertThat(fixed.points()).extracting(LoadPoint::level).containsExactly(8, 24, 32);
    assertThat(fixed.points())
        .extracting(point -> point.median(PlotFigure.TPS))
        .containsExactly(4000.0, 9876.5, 10_250.25);
    assertThat(fixed.points().get(2).reason()).startsWith("TP99 12.3 ms");
    assertThat(fixed.most()).isEqualTo(new MostBar(MostBar.Kind.MEASURED, 24, 24, 24, "24"));
  }

  @Test
  void repetitionsAreDrawnByTheirMedianAndSpreadWithoutInvalidSteps() {
    LoadPoint at24 = PoolCurve.of(REPEATED).get(0).points().get(1);
    // 300 x 24 TPS times 1.0 and 1.04; the third repetition was disturbed.
    assertThat(at24.figures().get(PlotFigure.TPS)).isEqualTo(new Spread(7200, 7344, 7488, 2));
    assertThat(at24.verdict()).isEqualTo(Verdict.Kind.FAIL);
  }

  @Test
  void aLoadOfInvalidStepsAloneKeepsItsFiguresAndItsReason() {
    LoadPoint disturbed = PoolCurve.of(SampleSweep.studyResult()).get(0).points().get(4);
    assertThat(disturbed.verdict()).isEqualTo(Verdict.Kind.INVALID);
    assertThat(disturbed.reason()).isEqualTo("driver CPU 97 %, over 90 %");
    assertThat(disturbed.median(PlotFigure.TPS)).isPositive();
  }

  @Test
  void anOpenEndNoStepAndAnAnswerAreToldApart() {
    assertThat(PoolCurve.of(ONCE))
        .extracting(curve -> curve.most().kind())
        .containsExactly(
            MostBar.Kind.MEASURED,
            MostBar.Kind.AT_LEAST,
            MostBar.Kind.UNKNOWN,
            MostBar.Kind.MEASURED);
  }

  @Test
  void aPublishedFigureStandsAtItsLoadWhereItIsANumberAndOfThisPool() {
    assertThat(PoolCurve.of(SamplePlots.published()).get(0).published())
        .containsExactly(
            new PublishedPoint(24, PlotFigure.TPS, 6711),
            new PublishedPoint(16, PlotFigure.TPS, 5123),
            new PublishedPoint(400, PlotFigure.TPS, 6950));
  }

  @Test
  void theCauseNamesThePartOfACallThatGrewMost() {
    // Only the time outside the provider's counters differs from step to step.
    assertThat(PoolCurve.of(ONCE).get(0).cause())
        .startsWith(
            "At 32 users: a call's mean time grew most in network and client, since 8 users by"
                + " 0.98 ms to 1.72 ms; provider CPU 75.0 %");
    assertThat(PoolCurve.of(ONCE).get(1).cause()).isEmpty();
  }

  @Test
  void spectraAreOfEightLoadsAtMostTheTellingOnesAmongThem() {
    for (PoolCurve curve : PoolCurve.of(SampleSweep.studyResult())) {
      assertThat(curve.spectra()).hasSize(8);
      assertThat(curve.spectra())
          .extracting(Spectrum::level)
          .contains(
              curve.points().get(0).level(),
              curve.most().level(),
              curve.points().get(curve.points().size() - 1).level());
    }
  }
}
