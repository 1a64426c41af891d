package io.poolbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.Changed;
import io.poolbench.store.SampleResult;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Metrics that are computed from others, percentiles, and the spread of a metric. */
class MetricTest {
  /** 10,000 calls in 10 s, of 10 ms each. */
  private static final StepResult STEP =
      SampleResult.step(1, 40, 1_000, new Calls(10_000, 0, 0, 0, 0), 10, 10, Verdict.pass());

  /** Of 1 ms and 3 ms, with 30 calls of each. */
  @Test
  void aLatencyIsThatOfItsHistogramInMilliseconds() {
    Histogram nanos = new Histogram(5);
    nanos.recordValueWithCount(1_000_000, 30);
    nanos.recordValueWithCount(3_000_000, 30);
    Latency latency = Latency.of(nanos);
    assertThat(
            List.of(
                latency.meanMillis(),
                latency.minMillis(),
                latency.maxMillis(),
                latency.deviationMillis(),
                latency.tp50Millis()))
        .usingElementComparator((one, other) -> Math.abs(one - other) < 0.001 ? 0 : 1)
        .containsExactly(2.0, 1.0, 3.0, 1.0, 1.0);
    assertThat(latency.tp999Millis()).as("of too few calls").isNull();
    assertThat(Latency.of(new Histogram(3))).isEqualTo(Latency.UNKNOWN);
  }

  /** Nine samples of three providers: all but the lowest and the highest. */
  @Test
  void whatACalibrationReachedIsTheMeanOfMediansWithinTheSamples() {
    assertThat(
            Calibrated.Reached.mean(
                List.of(List.of(1.0, 2.0, 3.0), List.of(4.0, 5.0, 60.0), List.of(7.0, 8.0, 9.0))))
        .isEqualTo(new Calibrated.Reached(5, 2, 9));
    assertThat(Calibrated.Reached.mean(List.of(List.of(4.0))))
        .isEqualTo(new Calibrated.Reached(4, 4, 4));
  }

  /** In a slice one call beyond the percentile suffices: the hundredth of TP99. */
  @ParameterizedTest
  @CsvSource({"TP99, 100, true", "TP99, 99, false", "TP50, 2, true", "TP50, 1, false"})
  void aSliceHasAPercentileOfFewCalls(Percentile percentile, long ok, boolean enough) {
    assertThat(Slice.hasEnough(percentile, ok)).isEqualTo(enough);
  }

  /** In percent of the host's highest speed; the driver's CPUs may be the slowest. */
  @ParameterizedTest
  @CsvSource({"95, 100, 92, 92, false", "95, 100, , 95, false", "89.9, 99, 95, 89.9, true"})
  void theRangeOfSpeedsIsThatOfAllStepsThatKnowThem(
      double one, double other, Double driver, double lowest, boolean varied) {
    StepResult unknown = Changed.with(STEP, "figures", Figures.UNKNOWN);
    SpeedRange range =
        SpeedRange.of(
                List.of(
                    SampleResult.fixed("a", 4, 1, List.of(speed(one, driver), unknown)),
                    SampleResult.fixed("b", 4, 1, List.of(speed(other, 100.0)))))
            .orElseThrow();
    assertThat(range).isEqualTo(new SpeedRange(lowest, other, 50));
    assertThat(range.hasVaried()).isEqualTo(varied);
    assertThat(SpeedRange.of(List.of(SampleResult.fixed("a", 4, 1, List.of(unknown))))).isEmpty();
  }

  private static StepResult speed(double host, Double driver) {
    Figures known =
        Figures.UNKNOWN
            .with(Metric.HOST_SPEED, host)
            .with(Metric.DRIVER_SPEED, driver)
            .with(Metric.PROVIDER_GAUGE, 50.0);
    return Changed.with(STEP, "figures", known);
  }

  /** By Little's law 4 calls that are open at 1,000 a second are open for 4 ms each. */
  @ParameterizedTest
  @CsvSource({"3, 2, , 5", "3, , , 7", "3, 2, 4, 1", "3, 2, 40, 0", ", 2, , "})
  void serviceQueueWaitAndTheTimeWithoutAThreadAreTakenFromTheMeanResponseTime(
      Double serviceMillis, Double waitMillis, Double openCalls, Double outsideMillis) {
    Figures figures =
        STEP.figures()
            .with(Metric.SERVICE_MEAN, serviceMillis)
            .with(Metric.QUEUE_WAIT_MEAN, waitMillis)
            .with(Metric.ASYNC_OPEN_MEAN, openCalls);
    assertThat(Metric.OUTSIDE_MEAN.of(Changed.with(STEP, "figures", figures)))
        .isEqualTo(outsideMillis);
  }

  @Test
  void withoutAnswersTheTimeOutsideIsUnknown() {
    assertThat(Metric.OUTSIDE_MEAN.of(Changed.with(STEP, "latency", Latency.UNKNOWN))).isNull();
  }

  @Test
  void goodputIsOfTheCapacityAndExpiredOfTheCallsServed() {
    StepResult step =
        SampleResult.step(
            1, 8, 500, new Calls(4_000, 700, 6_100, 1, 5, 6_000L), 1, 1, Verdict.pass());
    StepResult known = Changed.with(step, "capacityTps", 2_000.0);

    assertThat(Metric.GOODPUT.of(known)).isEqualTo(25);
    assertThat(Metric.EXPIRED.of(known)).isEqualTo(60);
    assertThat(Metric.GOODPUT.of(step)).isNull();
    assertThat(Metric.EXPIRED.of(Changed.with(step, "calls", new Calls(9, 0, 9, 0, 0)))).isNull();
  }

  @ParameterizedTest
  @CsvSource({"TP50, 50, 20", "TP90, 90, 100", "TP99, 99, 1000", "TP999, 99.9, 10000"})
  void rulePercentilesNeedTenCallsBeyondThem(Percentile percentile, double percent, long needed) {
    assertThat(percentile.percent()).isCloseTo(percent, within(1e-9));
    assertThat(percentile.callsNeeded()).isEqualTo(needed);

    Histogram nanos = new Histogram(3);
    nanos.recordValueWithCount(2_000_000, needed - 1);
    assertThat(percentile.millis(nanos)).isNull();
    nanos.recordValue(2_000_000);
    assertThat(percentile.millis(nanos)).isCloseTo(2, within(0.01));
  }

  /** The median of an even count is the mean of the middle two. */
  @ParameterizedTest
  @CsvSource({"7, 7, 7, 7, 1", "8 1, 1, 4.5, 8, 2", "3 1 2, 1, 2, 3, 3", "8 1 2 4, 1, 3, 8, 4"})
  void aSpreadHasTheLowestTheMiddleAndTheHighestValue(
      String values, double lowest, double median, double highest, int count) {
    List<Double> figures = Arrays.stream(values.split(" ")).map(Double::valueOf).toList();
    assertThat(Spread.of(figures)).contains(new Spread(lowest, median, highest, count));
    assertThat(Spread.of(List.of())).as("of no value").isEmpty();
  }
}
