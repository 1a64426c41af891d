package io.poolbench.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.spec.Workload.ArrivalProcess;
import io.poolbench.spec.Workload.ThinkTime;
import io.poolbench.spec.Workload.ThinkTime.Distribution;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkloadTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
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
  void levelsAreBoundedByTheKindOfLoop() {
    Workload open = new Workload.Open(ArrivalProcess.CONSTANT, 50);

    assertThat(schedule(open, Workload.Open.MAX_RATE, SECOND).maxLevel())
        .isEqualTo(Workload.Open.MAX_RATE);
    assertRejected("rate", () -> schedule(open, Workload.Open.MAX_RATE + 1, SECOND));
  }

  @Test
  void onlyARampRequiresASettleTime() {
    Workload ramp = new Workload.Open(ArrivalProcess.RAMP, 50);
    Workload constant = new Workload.Open(ArrivalProcess.CONSTANT, 50);

    assertRejected("settle", () -> schedule(ramp, 1, Duration.ZERO));
    assertThat(schedule(ramp, 1, Duration.ofMillis(1)).settle()).hasMillis(1);
    assertThat(schedule(constant, 1, Duration.ZERO).settle()).isZero();
  }

  @Test
  void maxInFlightHasARange() {
    assertRejected("maxInFlight", () -> new Workload.Open(ArrivalProcess.POISSON, 0));
    assertRejected(
        "maxInFlight",
        () -> new Workload.Open(ArrivalProcess.POISSON, Workload.Closed.MAX_USERS + 1));
  }

  @Test
  void aThinkTimeOfZeroHasNoDistribution() {
    assertThat(new ThinkTime(Distribution.EXPONENTIAL, 0)).isEqualTo(ThinkTime.NONE);
    assertThat(ThinkTime.NONE.isNone()).isTrue();
    assertThat(ThinkTime.fixed(1).isNone()).isFalse();
  }

  @Test
  void theMaximumThinkTimeIsAnHour() {
    assertThat(ThinkTime.fixed(ThinkTime.MAX_MICROS).meanMicros())
        .isEqualTo(Duration.ofHours(1).toMillis() * 1_000);
    assertRejected("mean", () -> ThinkTime.fixed(ThinkTime.MAX_MICROS + 1));
    assertRejected("mean", () -> ThinkTime.fixed(-1));
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

  private static LoadSchedule schedule(Workload workload, int level, Duration settle) {
    return new LoadSchedule(workload, List.of(level), SECOND, settle, SECOND);
  }

  private static void assertRejected(String setting, Runnable constructor) {
    assertThatExceptionOfType(InvalidSettingException.class)
        .isThrownBy(constructor::run)
        .matches(problem -> problem.setting().equals(setting))
        .withMessageContaining("valid: ");
  }
}
