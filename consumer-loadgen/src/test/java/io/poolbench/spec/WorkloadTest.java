package io.poolbench.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.spec.Workload.ArrivalProcess;
import io.poolbench.spec.Workload.ThinkTime;
import io.poolbench.spec.Workload.ThinkTime.Distribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkloadTest {
  private static final Workload CLOSED = new Workload.Closed(ThinkTime.NONE);

  @Test
  void aUserOfAClosedLoopHasOneCallInFlight() {
    assertThat(CLOSED.unit(1)).isEqualTo("user");
    assertThat(CLOSED.unit(2)).isEqualTo("users");
    assertThat(CLOSED.maxInFlight(7)).isEqualTo(7);
  }

  @Test
  void aLevelOfAnOpenLoopIsARate() {
    Workload open = new Workload.Open(ArrivalProcess.POISSON, 50);

    assertThat(open.unit(1)).isEqualTo("requests/s");
    assertThat(open.maxInFlight(7_000)).isEqualTo(50);
  }

  @Test
  void aThinkTimeOfZeroHasNoDistribution() {
    assertThat(new ThinkTime(Distribution.EXPONENTIAL, 0)).isEqualTo(ThinkTime.NONE);
    assertThat(ThinkTime.NONE.isNone()).isTrue();
    assertThat(ThinkTime.fixed(1).isNone()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void aBoundOfValidityIsPositiveAndFinite(double bound) {
    assertRejected("driverCpu", () -> new Validity(bound, 1, 1, 1, 1));
    assertRejected("runQueueWait", () -> new Validity(1, bound, 1, 1, 1));
    assertRejected("gcPause", () -> new Validity(1, 1, bound, 1, 1));
    assertRejected("lag", () -> new Validity(1, 1, 1, bound, 1));
    assertRejected("hiccup", () -> new Validity(1, 1, 1, 1, bound));
  }

  private static void assertRejected(String setting, Runnable constructor) {
    assertThatExceptionOfType(InvalidSettingException.class)
        .isThrownBy(constructor::run)
        .matches(problem -> problem.setting().equals(setting))
        .withMessageContaining("valid: ");
  }
}
