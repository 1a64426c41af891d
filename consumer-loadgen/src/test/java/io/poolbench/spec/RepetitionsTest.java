package io.poolbench.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.spec.Repetitions.Order;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class RepetitionsTest {
  @Property
  void aRoundHasEachCellOnceInAnOrderThatTheSeedDetermines(
      @ForAll Order order,
      @ForAll @IntRange(min = 1, max = 20) int round,
      @ForAll @IntRange(max = 30) int cells,
      @ForAll @IntRange int seed) {
    List<Integer> listed = IntStream.range(0, cells).boxed().toList();
    List<Integer> run = new Repetitions(20, order, seed).round(round, listed);

    assertThat(run).containsExactlyInAnyOrderElementsOf(listed);
    assertThat(new Repetitions(round, order, seed).round(round, listed)).isEqualTo(run);
    if (order == Order.LISTED) {
      assertThat(run).isEqualTo(listed);
    }
  }

  /** Six orders of three cells; with 6000 rounds each has 1000 +- 29 (binomial), here 5 sigma. */
  @Example
  void ordersAreUniformOverRoundsAndOverSeeds() {
    List<Integer> listed = List.of(1, 2, 3);
    Map<List<Integer>, Integer> fromSeedToSeed = new HashMap<>();
    Map<List<Integer>, Integer> fromRoundToRound = new HashMap<>();
    for (int i = 0; i < 6_000; i++) {
      Repetitions ofSeed = new Repetitions(2, Order.SHUFFLED, i);
      fromSeedToSeed.merge(ofSeed.round(2, listed), 1, Integer::sum);
      Repetitions hundred = new Repetitions(100, Order.SHUFFLED, i / 100);
      fromRoundToRound.merge(hundred.round(1 + i % 100, listed), 1, Integer::sum);
    }

    assertThat(fromSeedToSeed).hasSize(6);
    assertThat(fromSeedToSeed.values()).allMatch(times -> Math.abs(times - 1_000) < 145);
    assertThat(fromRoundToRound).hasSize(6);
    assertThat(fromRoundToRound.values()).allMatch(times -> Math.abs(times - 1_000) < 145);
  }
}
