package io.poolbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.store.SampleResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code outside_mean}: what of a response time is neither queue wait nor service. */
class OutsideTimeTest {
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
  void withoutAnswersItIsUnknown() {
    assertThat(Metric.OUTSIDE_MEAN.of(Changed.with(STEP, "latency", Latency.UNKNOWN))).isNull();
  }
}
