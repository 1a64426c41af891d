package io.poolbench.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.config.CellCheck;
import io.poolbench.config.StudyLoader;
import io.poolbench.spec.Repetitions;
import io.poolbench.spec.Study;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RunPlanTest {
  @Test
  void eachRoundRunsEachCellOnceInTheOrderInWhichTheyAreListed() {
    RunPlan plan = plan(3, Repetitions.Order.LISTED, 1);

    assertThat(plan.runs()).extracting(RunPlan.Run::place).isEqualTo(repeated(3));
    assertThat(plan.runs().stream().map(RunPlan.Run::repetition).distinct())
        .containsExactly(1, 2, 3);
  }

  @Test
  void aShuffledRoundHoldsTheSameCellsInAnOrderOfItsOwn() {
    RunPlan plan = plan(3, Repetitions.Order.SHUFFLED, 1);

    for (int round = 0; round < 3; round++) {
      List<Integer> places =
          plan.runs().subList(8 * round, 8 * round + 8).stream().map(RunPlan.Run::place).toList();
      assertThat(places).containsExactlyInAnyOrderElementsOf(repeated(1));
    }
    assertThat(order(plan).subList(0, 8)).isNotEqualTo(order(plan).subList(8, 16));
    assertThat(order(plan)).isNotEqualTo(repeated(3));
  }

  @Test
  void theSameSeedGivesTheSameOrderAndAnotherOneAnother() {
    List<Integer> first = order(plan(3, Repetitions.Order.SHUFFLED, 7));

    assertThat(order(plan(3, Repetitions.Order.SHUFFLED, 7))).isEqualTo(first);
    assertThat(order(plan(3, Repetitions.Order.SHUFFLED, 8))).isNotEqualTo(first);
  }

  private static List<Integer> order(RunPlan plan) {
    return plan.runs().stream().map(RunPlan.Run::place).toList();
  }

  private static List<Integer> repeated(int rounds) {
    return IntStream.range(0, 8 * rounds).map(place -> place % 8).boxed().toList();
  }

  private static RunPlan plan(int count, Repetitions.Order order, long seed) {
    StringBuilder yaml = new StringBuilder("cells:\n");
    for (int cell = 1; cell <= 8; cell++) {
      yaml.append("- provider: {threads: ").append(cell).append("}\n");
    }
    Study eight =
        new StudyLoader(CellCheck.NONE).parse("eight", "eight.yaml", yaml.toString(), List.of());
    return RunPlan.of(
        new Study(eight.name(), eight.title(), new Repetitions(count, order, seed), eight.cells()));
  }
}
