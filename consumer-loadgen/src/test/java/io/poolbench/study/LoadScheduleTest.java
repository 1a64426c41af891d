package io.poolbench.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.study.LoadSchedule.CapacityLoad;
import io.poolbench.study.LoadSchedule.Search;
import io.poolbench.study.Workload.ArrivalProcess;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadScheduleTest {
  private static final Workload CLOSED = Workload.Closed.WITHOUT_PAUSES;
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final LoadSchedule LOAD =
      new LoadSchedule(CLOSED, List.of(1, 4, 9), SECOND, SECOND, SECOND);

  @Test
  void theMaximumLevelIsTheHighestOfStepsAndSearch() {
    assertThat(LOAD.maxLevel()).isEqualTo(9);
    assertThat(searching(List.of(1, 4, 9)).maxLevel()).isEqualTo(12);
    assertThat(searching(List.of()).maxLevel()).isEqualTo(12);
  }

  private static LoadSchedule searching(List<Integer> levels) {
    Search search = new Search(List.of(2, 12), SECOND);
    return Changed.with(LOAD, "levels", levels, "search", search);
  }

  @Test
  void aDrainedStepIsMeasuredOnce() {
    LoadSchedule plain = new LoadSchedule(CLOSED, List.of(1), SECOND, Duration.ZERO, SECOND);

    assertThat(Changed.with(plain, "drain", true, "measureUpTo", null).measureUpTo())
        .isEqualTo(SECOND);
  }

  @Test
  void aCapacityThatIsNotMeasuredYetHasAsManyStepsAsOneThatIs() {
    LoadSchedule load =
        Changed.with(
            LOAD,
            "workload",
            new Workload.Open(ArrivalProcess.POISSON, ""),
            "levels",
            List.of(),
            "capacity",
            new CapacityLoad(8),
            "phases",
            List.of(new Phase("overload", SECOND, 200, null)));

    assertThat(load.toRun()).containsExactly(0);
    assertThat(load.at(500).toRun()).containsExactly(500);
  }

  /** Users are not added to requests per second; a group of one level keeps it. */
  @Test
  void aLevelOfGroupsIsTheSumOfThoseThatCountTheSame() {
    Workload open = new Workload.Open(ArrivalProcess.POISSON, "");
    Group steps = new Group("steps", null, CLOSED, List.of(10, 30), null);
    Group stays = new Group("stays", null, CLOSED, List.of(5), null);
    Group rate = new Group("rate", null, open, List.of(100), null);
    LoadSchedule load = Changed.with(LOAD, "groups", List.of(rate, steps, stays));

    assertThat(load.workload()).isEqualTo(CLOSED);
    assertThat(load.levels()).containsExactly(15, 35);
    assertThat(load.level(steps, 15)).isEqualTo(10);
    assertThat(load.level(rate, 15)).isEqualTo(100);
    assertThat(load.level(steps, 7)).as("a fifth of the highest step").isEqualTo(6);
    assertThat(load.level(stays, 0)).isZero();
    assertThat(load.of(stays)).extracting(LoadSchedule::levels).isEqualTo(List.of(5));
  }
}
