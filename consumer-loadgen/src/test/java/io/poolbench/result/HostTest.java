package io.poolbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.store.SampleResult;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A host, and what disturbed it. */
class HostTest {
  private static final Host HOST =
      new Host("Debian 12", "Linux 6.1", "CPU A", "0-3", 1, "JVM 17", "");

  /** The memory that a kernel reports changes with each start of a host. */
  @Test
  void theMemoryDoesNotAffectSpeed() {
    assertThat(Changed.with(HOST, "memoryBytes", 2L).decisive()).isEqualTo(HOST.decisive());
  }

  @ParameterizedTest
  @CsvSource({
    "cpuModel, CPU B, 'CPU model differs (was CPU A, is CPU B)'",
    "cpus, 0-1, 'CPU list differs (was 0-3, is 0-1)'",
    "kernel, Linux 6.2, 'kernel differs (was Linux 6.1, is Linux 6.2)'",
    "driverJvm, JVM 25, 'poolbench''s JVM differs (was JVM 17, is JVM 25)'",
    "cpuQuota, 2 CPUs, 'CPU quota differs (was none, is 2 CPUs)'",
    "os, Debian 13,"
  })
  void whatAffectsSpeedIsNamedAndTheOsIsNotCompared(
      String component, String is, String difference) {
    assertThat(Changed.with(HOST, component, is).differenceFrom(HOST))
        .isEqualTo(Optional.ofNullable(difference));
  }

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
