package io.poolbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.poolbench.run.BlockOrder.CellBlock;
import io.poolbench.run.BlockOrder.CellBlock.Visit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class BlockOrderTest {
  private static final List<Integer> LEVELS = List.of(4, 8, 16, 24);

  @Property
  void aRoundHasABlockOfAllCellsAtEveryLevel(
      @ForAll @IntRange(min = 1, max = 12) int round,
      @ForAll @IntRange(min = 1, max = 5) int cells,
      @ForAll int seed) {
    List<CellBlock> blocks = new BlockOrder(LEVELS, cells, seed, 1).round(round);

    assertThat(blocks)
        .extracting(block -> block.visits().get(0).level())
        .containsExactlyInAnyOrderElementsOf(LEVELS);
    for (CellBlock block : blocks) {
      assertThat(block.visits())
          .extracting(Visit::cell)
          .containsExactlyInAnyOrderElementsOf(IntStream.range(0, cells).boxed().toList());
      assertThat(block.visits().stream().map(Visit::level).distinct()).hasSize(1);
    }
    assertThat(new BlockOrder(LEVELS, cells, seed, 1).round(round)).isEqualTo(blocks);
  }

  /** So a steady drift of the host has the same mean over the slices of every cell. */
  @Property
  void theSlicesOfABlockAreAPalindromeWithEachVisitTwice(
      @ForAll @IntRange(min = 1, max = 6) int cells, @ForAll int seed) {
    CellBlock block = new BlockOrder(LEVELS, cells, seed, 1).round(1).get(0);
    List<Visit> reversed = new ArrayList<>(block.slices());
    Collections.reverse(reversed);

    assertThat(block.slices()).isEqualTo(reversed).hasSize(2 * cells);
    assertThat(block.slices().subList(0, cells)).isEqualTo(block.visits());
  }

  @Example
  void aBlockHasAVisitAndNoneTwice() {
    Visit visit = new Visit(0, 4);
    assertThatIllegalArgumentException().isThrownBy(() -> new CellBlock(List.of()));
    assertThatIllegalArgumentException().isThrownBy(() -> new CellBlock(List.of(visit, visit)));
  }

  @Property
  void anEvenRoundReversesTheLevelsOfTheOneBefore(
      @ForAll @IntRange(min = 1, max = 6) int pair, @ForAll int seed) {
    BlockOrder order = new BlockOrder(LEVELS, 3, seed, 1);
    List<Integer> reversed = new ArrayList<>(levels(order.round(2 * pair)));
    Collections.reverse(reversed);

    assertThat(reversed).isEqualTo(levels(order.round(2 * pair - 1)));
  }

  /** Six orders of three cells, 6000 times: each 1000 +- 29 (binomial), here 5 sigma. */
  @Example
  void ordersOfCellsAreUniformOverRoundsSeedsAndRepetitions() {
    Map<List<Integer>, Integer> ofRounds = new HashMap<>();
    Map<List<Integer>, Integer> ofSeeds = new HashMap<>();
    Map<List<Integer>, Integer> ofRepetitions = new HashMap<>();
    for (int i = 0; i < 6_000; i++) {
      count(ofRounds, new BlockOrder(List.of(8), 3, i / 60, 1).round(1 + i % 60));
      count(ofSeeds, new BlockOrder(List.of(8), 3, i, 1).round(1));
      count(ofRepetitions, new BlockOrder(List.of(8), 3, 1, 1 + i).round(1));
    }

    for (Map<List<Integer>, Integer> orders : List.of(ofRounds, ofSeeds, ofRepetitions)) {
      assertThat(orders).hasSize(6);
      assertThat(orders.values()).allMatch(times -> Math.abs(times - 1_000) < 145);
    }
  }

  @Example
  void levelsAreShuffledToo() {
    BlockOrder order = new BlockOrder(LEVELS, 1, 1, 1);

    assertThat(
            IntStream.rangeClosed(1, 200)
                .mapToObj(number -> levels(order.round(number)))
                .distinct())
        .hasSizeGreaterThan(20);
  }

  private static List<Integer> levels(List<CellBlock> blocks) {
    return blocks.stream().map(block -> block.visits().get(0).level()).toList();
  }

  private static void count(Map<List<Integer>, Integer> orders, List<CellBlock> blocks) {
    orders.merge(blocks.get(0).visits().stream().map(Visit::cell).toList(), 1, Integer::sum);
  }
}
