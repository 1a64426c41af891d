package io.poolbench.study;

import static org.assertj.core.api.Assertions.assertThat;

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
  void aRoundHasEachCellOnceInTheOrderOfEveryRun(
      @ForAll @IntRange(min = 2, max = 20) int round, @ForAll @IntRange(max = 30) int cells) {
    List<Integer> listed = IntStream.range(0, cells).boxed().toList();
    List<Integer> run = new Repetitions(20).round(round, listed);

    assertThat(run).containsExactlyInAnyOrderElementsOf(listed);
    assertThat(new Repetitions(round).round(round, listed)).isEqualTo(run);
    assertThat(new Repetitions(1).round(1, listed)).isEqualTo(listed);
  }

  /** In 100 rounds each cell is 33 +- 5 times first (binomial), here 3 sigma. */
  @Example
  void noCellIsFirstMoreOftenThanAnother() {
    Map<Integer, Integer> first = new HashMap<>();
    for (int round = 1; round <= 100; round++) {
      first.merge(new Repetitions(100).round(round, List.of(1, 2, 3)).get(0), 1, Integer::sum);
    }

    assertThat(first).hasSize(3);
    assertThat(first.values()).allMatch(times -> Math.abs(times - 33) < 15);
  }
}
