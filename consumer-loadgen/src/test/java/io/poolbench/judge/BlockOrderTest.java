package io.poolbench.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlockOrderTest {
  private static final List<Integer> LEVELS = List.of(4, 8, 16, 24, 32);

  /** The first slice of a block follows an unmeasured one of the same cell. */
  @ParameterizedTest(name = "{0} cells")
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
  void everyCellFollowsEachCellAndItselfEquallyOften(int cells) {
    BlockOrder order = new BlockOrder(cells, 1);
    for (int cycle = 0; cycle < 3; cycle++) {
      Map<List<Integer>, Integer> follows = new HashMap<>();
      for (int block = 0; block < order.cycle(); block++) {
        List<Integer> visits = order.cells(16, cycle * order.cycle() + block);
        int before = visits.get(0);
        for (int cell : visits) {
          follows.merge(List.of(before, cell), 1, Integer::sum);
          before = cell;
        }
      }
      assertThat(follows).hasSize(cells * cells);
      assertThat(follows.values()).containsOnly(2 * order.cycle() / cells);
    }
  }

  @Test
  void aBlockReadsTheSameBackwardsSoThatADriftCancels() {
    BlockOrder order = new BlockOrder(4, 1);
    for (int block = 0; block < 10; block++) {
      List<Integer> visits = order.cells(8, block);
      List<Integer> reversed = new ArrayList<>(visits);
      Collections.reverse(reversed);
      assertThat(reversed).isEqualTo(visits);
      assertThat(visits.subList(0, 4)).containsExactlyInAnyOrder(0, 1, 2, 3);
    }
  }

  @Test
  void aRoundHasEachLevelOnceAndAnEvenOneTheReverseOrder() {
    BlockOrder order = new BlockOrder(2, 1);
    for (int round = 1; round <= 7; round += 2) {
      List<Integer> reversed = new ArrayList<>(order.levels(round + 1, LEVELS));
      Collections.reverse(reversed);
      assertThat(order.levels(round, LEVELS))
          .containsExactlyInAnyOrderElementsOf(LEVELS)
          .isEqualTo(reversed);
    }
    assertThat(
            IntStream.range(0, 20).mapToObj(pair -> order.levels(1 + 2 * pair, LEVELS)).distinct())
        .hasSizeGreaterThan(10);
  }

  @Test
  void theRepetitionDecidesTheOrder() {
    BlockOrder order = new BlockOrder(3, 1);
    assertThat(new BlockOrder(3, 1).levels(5, LEVELS)).isEqualTo(order.levels(5, LEVELS));
    assertThat(new BlockOrder(3, 1).cells(8, 5)).isEqualTo(order.cells(8, 5));
    assertThat(
            IntStream.rangeClosed(1, 30)
                .mapToObj(repetition -> new BlockOrder(3, repetition).levels(1, LEVELS))
                .distinct())
        .hasSizeGreaterThan(15);
  }
}
