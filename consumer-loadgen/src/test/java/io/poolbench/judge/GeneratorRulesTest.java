package io.poolbench.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.Changed;
import io.poolbench.result.Batches;
import io.poolbench.result.Calls;
import io.poolbench.result.Figures;
import io.poolbench.result.GeneratorUse;
import io.poolbench.result.Latency;
import io.poolbench.result.Metric;
import io.poolbench.result.StepResult;
import io.poolbench.result.Violation;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.Cell;
import io.poolbench.store.SampleResult;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rules of the driver, where its calls are made by load generators. */
class GeneratorRulesTest {
  private static final Cell CELL = SampleResult.studyResult().cells().get(0).cell();

  @Test
  void aGeneratorThatViolatesARuleIsNamedAndNoOther() {
    List<Violation> violations =
        violations(use("quiet", 20.0, 0.1), use("busy", 99.0, 0.1), use("robbed", 20.0, 60.0));

    assertThat(violations)
        .extracting(Violation::code, Violation::generator)
        .containsExactlyInAnyOrder(tuple(ValidityRule.DRIVER_CPU.code(), "busy"));
  }

  @Test
  void aLostGeneratorMakesItsStepInvalid() {
    assertThat(violations(use("left", 20.0, 0.1), GeneratorUse.lost("gone")))
        .extracting(Violation::code, Violation::generator)
        .containsExactly(tuple(ViolationCode.GENERATOR_LOST.id(), "gone"));
  }

  /** 1,000 calls of 3 us and 3,000 of 7 us; the busiest CPUs are those of the second. */
  @Test
  void figuresPerCallAreOfAllCallsAndOthersOfTheWorst() {
    GeneratorUse one = Changed.with(use("one", 20.0, 0.1), "calls.ok", 1000L);
    GeneratorUse two =
        Changed.with(use("two", 70.0, 0.1), "calls.ok", 3000L, "figures.DRIVER_CPU_PER_CALL", 7.0);
    Figures all = GeneratorUse.across(List.of(one, two, GeneratorUse.lost("gone")));

    assertThat(all.of(Metric.DRIVER_CPU_PER_CALL)).isCloseTo(6.0, within(1e-9));
    assertThat(all.of(Metric.DRIVER_CPU)).isEqualTo(70);
    assertThat(all.of(Metric.DRIVER_GC_COUNT)).isEqualTo(2);
    assertThat(all.of(Metric.STEAL)).as("of its own host").isNull();
  }

  private static List<Violation> violations(GeneratorUse... generators) {
    List<GeneratorUse> uses = List.of(generators);
    Figures figures = GeneratorUse.across(uses);
    StepResult valid = SampleResult.studyResult().cells().get(0).steps().get(0);
    StepResult step =
        Changed.with(valid, "figures", figures, "generators", uses, "batches", Batches.UNKNOWN);
    return new Measurement(step, CELL).violations();
  }

  private static GeneratorUse use(String name, double cpuPct, double stealPct) {
    return new GeneratorUse(
        name,
        10,
        10,
        false,
        new Calls(10_000, 0, 0, 0, 0),
        new Latency(4.0, 4.0, 4.0, 4.0, 4.0, 4.0, null, null, null),
        0.1,
        10.0,
        Figures.UNKNOWN
            .with(Metric.DRIVER_CPU, cpuPct)
            .with(Metric.DRIVER_CPU_PER_CALL, 3)
            .with(Metric.DRIVER_GC_COUNT, 1)
            .with(Metric.STEAL, stealPct));
  }
}
