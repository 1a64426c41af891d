package io.poolbench.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.poolbench.api.InvalidSettingException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadScheduleTest {
  private static final Workload CLOSED = new Workload.Closed(ThinkTime.NONE);
  private static final Duration SECOND = Duration.ofSeconds(1);

  @Test
  void theMaximumLevelIsTheHighestOfStepsAndSearch() {
    assertThat(new LoadSchedule(CLOSED, List.of(1, 4, 9), SECOND, SECOND, SECOND).maxLevel())
        .isEqualTo(9);
    Search search = new Search(Search.Method.BISECT, List.of(2, 12), 3, SECOND);
    assertThat(
            new LoadSchedule(CLOSED, List.of(1, 4, 9), SECOND, SECOND, SECOND, search).maxLevel())
        .isEqualTo(12);
    assertThat(new LoadSchedule(CLOSED, List.of(), SECOND, SECOND, SECOND, search).maxLevel())
        .isEqualTo(12);
  }

  @Test
  void levelsRiseWithinTheirRange() {
    assertRejected("users", List.of(), SECOND);
    assertRejected("users", List.of(4, 4), SECOND);
    assertRejected("users", List.of(4, 3), SECOND);
    assertRejected("users", List.of(0), SECOND);
    assertRejected("users", List.of(Workload.Closed.MAX_USERS + 1), SECOND);
  }

  @Test
  void theMinimumMeasurementIs100Milliseconds() {
    assertRejected("measure", List.of(1), Duration.ofMillis(99));
    assertThat(
            new LoadSchedule(
                CLOSED, List.of(1), Duration.ZERO, Duration.ZERO, Duration.ofMillis(100)))
        .extracting(LoadSchedule::measure)
        .isEqualTo(Duration.ofMillis(100));
  }

  private static void assertRejected(String setting, List<Integer> users, Duration measure) {
    assertThatExceptionOfType(InvalidSettingException.class)
        .isThrownBy(() -> new LoadSchedule(CLOSED, users, SECOND, SECOND, measure))
        .matches(problem -> problem.setting().equals(setting));
  }
}
