package io.poolbench.sla;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.result.Calls;
import io.poolbench.result.GcActivity;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.result.Violation;
import io.poolbench.spec.Sla;
import io.poolbench.store.SampleResult;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Windows of ten seconds, a TP99 below 10 ms that is kept. */
class LongCollectionsTest {
  private static final Sla SLA = new Sla(List.of(new Sla.Bound("tp99", 10)));

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "1 % of the window may be late,             5, 150, 0, 0,   ",
    "more may not,                              5, 151, 0, 0,   1.51",
    "a call is late after the bound only,       10, 120, 0, 0,  ",
    "short collections show in response times,  50, 450, 0, 0,  ",
    "full collections count as well,            5, 60, 1, 110,  1.7",
    "each kind has its own length,              100, 400, 1, 120, 1.2"
  })
  void longCollectionsTakeNoMoreThanTheShareOfLateCalls(
      String rule, long young, double youngMillis, long full, double fullMillis, Double pct) {
    Verdict verdict =
        new SlaEvaluator(SLA).evaluate(step(young, youngMillis, full, fullMillis), List.of());

    assertThat(verdict.codes()).isEqualTo(pct == null ? List.of() : List.of("provider_pause_pct"));
    assertThat(verdict.violations())
        .extracting(Violation::measured)
        .isEqualTo(pct == null ? List.of() : List.of(pct));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "within TP50 and too short for TP99, 5, 250, ",
    "beyond TP99,                        3, 450, 4.5",
  })
  void eachBoundHasItsOwnShareOfLateCalls(String rule, long young, double youngMillis, Double pct) {
    Sla sla = new Sla(List.of(new Sla.Bound("tp50", 10), new Sla.Bound("tp99", 100)));

    Verdict verdict = new SlaEvaluator(sla).evaluate(step(young, youngMillis, 0, 0), List.of());

    assertThat(verdict.violations())
        .extracting(Violation::measured)
        .isEqualTo(pct == null ? List.of() : List.of(pct));
  }

  @Test
  void withoutABoundOnAPercentileNothingIsLate() {
    Sla mean = new Sla(List.of(new Sla.Bound("mean", 10)));

    assertThat(new SlaEvaluator(mean).evaluate(step(5, 5_000, 0, 0), List.of()).kind())
        .isEqualTo(Verdict.Kind.PASS);
  }

  private static StepResult step(long young, double youngMillis, long full, double fullMillis) {
    StepResult plain =
        SampleResult.step(1, 8, 4_000, new Calls(40_000, 0, 0, 0, 0), 2, 5, Verdict.pass());
    return Changed.with(
        plain,
        "provider",
        Changed.with(
            Changed.with(plain.provider(), "young", new GcActivity(young, youngMillis)),
            "full",
            new GcActivity(full, fullMillis)));
  }
}
