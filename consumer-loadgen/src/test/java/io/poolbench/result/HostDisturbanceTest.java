package io.poolbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.store.SampleResult;
import java.util.List;
import org.junit.jupiter.api.Test;

class HostDisturbanceTest {
  @Test
  void theRangeIsThatOfTheStepsThatCount() {
    assertThat(
            HostDisturbance.of(
                List.of(
                    step(9.0, Verdict.pass()),
                    step(25.0, Verdict.pass()),
                    step(60.0, Verdict.invalid(ViolationCode.NOT_EVALUATED.violation())))))
        .containsExactly(new HostDisturbance(Metric.STEAL, 9, 25));
  }

  @Test
  void whatIsUnknownOrHardlyThereIsNotNotable() {
    assertThat(HostDisturbance.of(List.of(step(null, Verdict.pass()), step(2.0, Verdict.pass()))))
        .isEmpty();
  }

  private static StepResult step(Double stealPct, Verdict verdict) {
    StepResult step = SampleResult.step(1, 8, 100, new Calls(1_000, 0, 0, 0, 0), 4, 4, verdict);
    return Changed.with(step, "figures", Figures.UNKNOWN.with(Metric.STEAL, stealPct));
  }
}
