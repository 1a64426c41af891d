package io.poolbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.Changed;
import io.poolbench.store.SampleResult;
import org.junit.jupiter.api.Test;

/** {@code outside_mean}: what of a response time is neither queue wait nor service. */
class OutsideTimeTest {
  private static final Calls CALLS = new Calls(10_000, 0, 0, 0, 0);

  /** 10,000 calls in 10 s, of 10 ms each. */
  private static final StepResult STEP =
      SampleResult.step(1, 40, 10_000, CALLS, 10, 10, Verdict.pass());

  @Test
  void queueWaitAndServiceAreTakenFromTheMeanResponseTime() {
    assertThat(outside(3.0, 2.0, null)).isCloseTo(5, within(1e-9));
    assertThat(outside(3.0, null, null)).isCloseTo(7, within(1e-9));
  }

  /** By Little's law: 4 calls open at 1,000 a second are open for 4 ms each. */
  @Test
  void soIsTheTimeForWhichCallsAreOpenWithoutAThread() {
    assertThat(outside(3.0, 2.0, 4.0)).isCloseTo(1, within(1e-9));
    assertThat(outside(3.0, 2.0, 40.0)).as("at least nothing").isZero();
  }

  @Test
  void withoutServiceOrAnswersItIsUnknown() {
    assertThat(outside(null, 2.0, null)).isNull();
    assertThat(Metric.OUTSIDE_MEAN.of(Changed.with(STEP, "latency", Latency.UNKNOWN))).isNull();
  }

  private static Double outside(Double serviceMillis, Double waitMillis, Double open) {
    Figures figures =
        STEP.figures()
            .with(Metric.SERVICE_MEAN, serviceMillis)
            .with(Metric.QUEUE_WAIT_MEAN, waitMillis)
            .with(Metric.ASYNC_OPEN_MEAN, open);
    return Metric.OUTSIDE_MEAN.of(Changed.with(STEP, "figures", figures, "tps", 1_000.0));
  }
}
