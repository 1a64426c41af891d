package io.poolbench.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.load.FailureReasons;
import io.poolbench.load.Interval;
import io.poolbench.load.Load;
import io.poolbench.load.Loads;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.load.NanoClock;
import io.poolbench.load.ParkingScheduler;
import io.poolbench.load.StepRunners;
import io.poolbench.spec.DriverSettings;
import io.poolbench.spec.ServiceMethod;
import io.poolbench.spec.Workload;
import io.poolbench.spec.Workload.ThinkTime;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A provider that answers every call with an error at once. A client that is fast at failing would
 * fill its own CPU and be INVALID where a slow one is FAIL: by the back-off each client makes the
 * same calls, none of them OK.
 */
class ErrorStormTest {
  private static final int USERS = 8;
  private static final Duration BACKOFF = Duration.ofMillis(50);
  private static final Duration WINDOW = Duration.ofSeconds(1);

  @ParameterizedTest
  @EnumSource(ClientKind.class)
  void everyClientMakesTheSameCallsOfWhichNoneIsOk(ClientKind client) throws Exception {
    TestService service = new TestService();
    service.failFromNowOn();
    NanoClock clock = NanoClock.system();
    DriverSettings settings =
        new DriverSettings(client.id(), ServiceMethod.FIND_USER_INFO, 1, 5_000, 1);
    try (TestProvider provider = TestProvider.of(client, service, 50);
        Load load =
            Loads.open(
                new Workload.Closed(ThinkTime.NONE, BACKOFF.toNanos() / 1_000),
                USERS,
                Duration.ZERO,
                Duration.ZERO,
                1,
                TestProvider.targets(settings, provider.address(), new FailureReasons()),
                clock,
                new ParkingScheduler(clock))) {
      MeasuredWindow<Integer> window =
          StepRunners.of(load, clock).run(USERS, Duration.ofMillis(200), WINDOW, () -> 0);

      Interval interval = window.interval();
      assertThat(interval.ok()).isZero();
      assertThat(interval.error()).isEqualTo(interval.calls());
      // A pause is 25 to 75 ms; on a busy host there are far fewer calls than that allows.
      long mostOfEach = 1 + window.nanos() * 2 / BACKOFF.toNanos();
      assertThat(interval.calls()).isBetween(1L, USERS * mostOfEach);
      assertThat(interval.userNanos() / window.nanos()).isBetween(0.9 * USERS, 1.1 * USERS);
    }
  }
}
