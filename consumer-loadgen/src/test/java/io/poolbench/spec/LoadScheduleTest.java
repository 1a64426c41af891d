package io.poolbench.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.spec.LoadSchedule.CapacityLoad;
import io.poolbench.spec.LoadSchedule.Order;
import io.poolbench.spec.LoadSchedule.Search;
import io.poolbench.spec.Workload.ArrivalProcess;
import io.poolbench.spec.Workload.ThinkTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LoadScheduleTest {
  private static final Workload CLOSED = new Workload.Closed(ThinkTime.NONE);
  private static final Duration SECOND = Duration.ofSeconds(1);

  @Test
  void theMaximumLevelIsTheHighestOfStepsAndSearch() {
    assertThat(ordered(Order.RISING).maxLevel()).isEqualTo(9);
    assertThat(searching(List.of(1, 4, 9)).maxLevel()).isEqualTo(12);
    assertThat(searching(List.of()).maxLevel()).isEqualTo(12);
  }

  private static LoadSchedule searching(List<Integer> levels) {
    Search search = new Search(List.of(2, 12), 3, SECOND);
    return Changed.with(ordered(Order.RISING), "levels", levels, "search", search);
  }

  @Test
  void aDrainedStepIsMeasuredOnce() {
    LoadSchedule plain = new LoadSchedule(CLOSED, List.of(1), SECOND, Duration.ZERO, SECOND);

    assertThat(Changed.with(plain, "drain", true, "measureUpTo", null).measureUpTo())
        .isEqualTo(SECOND);
  }

  /** Up and down every level has the same mean position, so a steady drift is the same for all. */
  @Test
  void levelsRunRisingUnlessOrderedOtherwise() {
    assertThat(ordered(Order.RISING).run(1, 1)).containsExactly(1, 4, 9);
    assertThat(ordered(Order.RISING).run(7, 3)).containsExactly(1, 4, 9);
    assertThat(ordered(Order.UP_AND_DOWN).run(1, 1)).containsExactly(1, 4, 9, 9, 4, 1);
  }

  @Test
  void aCapacityThatIsNotMeasuredYetHasAsManyStepsAsOneThatIs() {
    LoadSchedule load =
        Changed.with(
            ordered(Order.UP_AND_DOWN),
            "workload",
            new Workload.Open(ArrivalProcess.POISSON, 10),
            "levels",
            List.of(),
            "capacity",
            new CapacityLoad(8, SECOND),
            "phases",
            List.of(new Phase("overload", SECOND, 200, null)));

    assertThat(load.run(1, 1)).containsExactly(0, 0);
    assertThat(load.at(500).run(1, 1)).containsExactly(500, 500);
  }

  @Test
  void aRandomOrderIsThatOfTheRepetition() {
    Repetitions shuffled = new Repetitions(100, Repetitions.Order.SHUFFLED, 7);

    assertThat(IntStream.rangeClosed(1, 100).mapToObj(i -> ordered(Order.RANDOM).run(7, i)))
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, 100)
                .mapToObj(i -> shuffled.round(i, List.of(1, 4, 9)))
                .toList());
  }

  /** Users are not added to requests per second; a group of one level keeps it. */
  @Test
  void aLevelOfGroupsIsTheSumOfThoseThatCountTheSame() {
    Workload open = new Workload.Open(ArrivalProcess.POISSON, 10);
    Group steps = new Group("steps", Map.of(), CLOSED, List.of(10, 30), null);
    Group stays = new Group("stays", Map.of(), CLOSED, List.of(5), null);
    Group rate = new Group("rate", Map.of(), open, List.of(100), null);
    LoadSchedule load = Changed.with(ordered(Order.RISING), "groups", List.of(rate, steps, stays));

    assertThat(load.workload()).isEqualTo(CLOSED);
    assertThat(load.levels()).containsExactly(15, 35);
    assertThat(load.level(steps, 15)).isEqualTo(10);
    assertThat(load.level(rate, 15)).isEqualTo(100);
    assertThat(load.level(steps, 7)).as("a fifth of the highest step").isEqualTo(6);
    assertThat(load.level(stays, 0)).isZero();
    assertThat(load.of(stays)).extracting(LoadSchedule::levels).isEqualTo(List.of(5));
  }

  private static LoadSchedule ordered(Order order) {
    return Changed.with(
        new LoadSchedule(CLOSED, List.of(1, 4, 9), SECOND, SECOND, SECOND), "order", order);
  }
}
