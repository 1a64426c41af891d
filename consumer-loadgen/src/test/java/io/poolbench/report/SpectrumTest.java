package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.result.Calls;
import io.poolbench.result.HistogramText;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.store.SamplePlots;
import io.poolbench.store.SampleResult;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class SpectrumTest {
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
    assertThat(both.calls()).isEqualTo(1_000);
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
