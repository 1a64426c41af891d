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

  /** 1,000 calls of 3 us and 3,000 of 7 us; the busiest CPUs are those of the second. */
  @Test
  void figuresPerCallAreOfAllGeneratorsAndOthersOfTheWorst() {
    Figures all =
        GeneratorUse.across(List.of(use(1_000, 20, 3), use(3_000, 70, 7), GeneratorUse.lost("a")));
    assertThat(all.of(Metric.DRIVER_CPU_PER_CALL)).isCloseTo(6.0, within(1e-9));
    assertThat(all.of(Metric.DRIVER_CPU)).isEqualTo(70);
    assertThat(all.of(Metric.DRIVER_GC_COUNT)).isEqualTo(2);
    assertThat(all.of(Metric.STEAL)).as("of its own host").isNull();
  }

  private static GeneratorUse use(long calls, double cpuPct, double microsPerCall) {
    Figures figures =
        Figures.UNKNOWN
            .with(Metric.DRIVER_CPU, cpuPct)
            .with(Metric.DRIVER_CPU_PER_CALL, microsPerCall)
            .with(Metric.DRIVER_GC_COUNT, 1)
            .with(Metric.STEAL, 60);
    return new GeneratorUse(
        "", 10, 10, false, new Calls(calls, 0, 0, 0, 0), Latency.UNKNOWN, null, null, figures);
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
