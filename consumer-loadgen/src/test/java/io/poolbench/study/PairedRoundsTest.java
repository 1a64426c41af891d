package io.poolbench.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.study.PairedRounds.Visit;
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

class PairedRoundsTest {
  private static final List<Integer> LEVELS = List.of(4, 8, 16, 24);

  @Property
  void aRoundHasEveryCellAtEveryLevelOnceAndCellsOfALevelTogether(
      @ForAll @IntRange(min = 1, max = 12) int round,
      @ForAll @IntRange(min = 1, max = 5) int cells,
      @ForAll int seed) {
    List<Visit> visits = new PairedRounds(LEVELS, cells, seed, 1).round(round);

    assertThat(visits).doesNotHaveDuplicates().hasSize(cells * LEVELS.size());
    for (int first = 0; first < visits.size(); first += cells) {
      assertThat(visits.subList(first, first + cells))
          .extracting(Visit::level)
          .containsOnly(visits.get(first).level());
    }
    assertThat(new PairedRounds(LEVELS, cells, seed, 1).round(round)).isEqualTo(visits);
  }

  /** So a steady drift has the same mean over both rounds for every cell and level. */
  @Property
  void anEvenRoundReversesTheOneBefore(
      @ForAll @IntRange(min = 1, max = 6) int pair, @ForAll int seed) {
    PairedRounds rounds = new PairedRounds(LEVELS, 3, seed, 1);
    List<Visit> reversed = new ArrayList<>(rounds.round(2 * pair));
    Collections.reverse(reversed);

    assertThat(reversed).isEqualTo(rounds.round(2 * pair - 1));
  }

  /** Six orders of three cells, 6000 times: each 1000 +- 29 (binomial), here 5 sigma. */
  @Example
  void ordersAreUniformOverRoundsSeedsAndRepetitions() {
    Map<List<Integer>, Integer> ofRounds = new HashMap<>();
    Map<List<Integer>, Integer> ofSeeds = new HashMap<>();
    Map<List<Integer>, Integer> ofRepetitions = new HashMap<>();
    for (int i = 0; i < 6_000; i++) {
      count(ofRounds, new PairedRounds(List.of(8), 3, i / 60, 1).round(1 + 2 * (i % 60)));
      count(ofSeeds, new PairedRounds(List.of(8), 3, i, 1).round(1));
      count(ofRepetitions, new PairedRounds(List.of(8), 3, 1, 1 + i).round(1));
    }

    for (Map<List<Integer>, Integer> orders : List.of(ofRounds, ofSeeds, ofRepetitions)) {
      assertThat(orders).hasSize(6);
      assertThat(orders.values()).allMatch(times -> Math.abs(times - 1_000) < 145);
    }
  }

  @Example
  void levelsAreShuffledToo() {
    PairedRounds rounds = new PairedRounds(LEVELS, 1, 1, 1);

    assertThat(
            IntStream.rangeClosed(1, 200)
                .mapToObj(rounds::round)
                .map(visits -> visits.stream().map(Visit::level).toList())
                .distinct())
        .hasSizeGreaterThan(20);
  }

  private static void count(Map<List<Integer>, Integer> orders, List<Visit> visits) {
    orders.merge(visits.stream().map(Visit::cell).toList(), 1, Integer::sum);
  }
}
