package io.poolbench.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapacitySpreadTest {
  private static final List<Integer> LEVELS = List.of(1, 8, 16, 24);

  /** Verdicts of steps with 1, 8, 16 and 24 users, repetition by repetition. */
  @Provide
  Arbitrary<List<String>> repetitions() {
    return Arbitraries.strings().withChars('P', 'F', 'I').ofLength(4).list().ofMaxSize(9);
  }

  @Property
  void theMedianIsTheHighestLevelServedByMoreThanHalf(
      @ForAll("repetitions") List<String> repetitions) {
    List<Capacity> known = answers(repetitions).stream().filter(Capacity::known).toList();
    CapacitySpread.of(answers(repetitions))
        .ifPresentOrElse(
            spread -> {
              assertThat(spread.count()).isEqualTo(known.size());
              assertThat(servedBy(known, spread.median()) * 2).isGreaterThan(known.size());
              assertThat(LEVELS)
                  .filteredOn(level -> level > spread.median())
                  .allMatch(level -> servedBy(known, level) * 2 <= known.size());
              assertThat(known)
                  .allMatch(
                      most -> spread.lowest() <= most.level() && most.level() <= spread.highest());
            },
            () -> assertThat(known).isEmpty());
  }

  @Property
  void theMedianHoldsForAnyCapacityOfTheOpenRepetitions(
      @ForAll("repetitions") List<String> repetitions, @ForAll long seed) {
    Random random = new Random(seed);
    List<Capacity> known = answers(repetitions).stream().filter(Capacity::known).toList();
    List<Double> inTruth = new ArrayList<>();
    for (Capacity most : known) {
      inTruth.add(most.level() + (most.maybeMore() ? random.nextInt(100) : 0.0));
    }
    CapacitySpread.of(known)
        .filter(spread -> !spread.maybeMore())
        .ifPresent(
            spread ->
                assertThat(inTruth.stream().sorted().toList().get((inTruth.size() - 1) / 2))
                    .isEqualTo((double) spread.median()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PPPF                | 16          | 16 | 16 | 1",
        "PPPF PPFF PPPP      | 16          | 8  | 24 | 3",
        "PPPF PPPP PPPP      | at least 24 | 16 | 24 | 3",
        "PPPP PPFF           | 8           | 8  | 24 | 2",
        "FFFF FFFF PPPF      | none        | 0  | 16 | 3",
        "IIII PPPF PPFF PPFF | 8           | 8  | 16 | 3",
        "PPIF PPFF PPFF      | 8           | 8  | 8  | 3",
        "PPIF PPIF PPFF      | at least 8  | 8  | 8  | 3",
      })
  void theAnswerShowsWhetherTheMedianMayBeHigher(
      String repetitions, String answer, int lowest, int highest, int count) {
    CapacitySpread spread =
        CapacitySpread.of(answers(List.of(repetitions.split(" ")))).orElseThrow();
    assertThat(spread.answer()).isEqualTo(answer);
    assertThat(spread.lowest()).isEqualTo(lowest);
    assertThat(spread.highest()).isEqualTo(highest);
    assertThat(spread.count()).isEqualTo(count);
  }

  private static long servedBy(List<Capacity> answers, int level) {
    return answers.stream().filter(most -> most.level() >= level).count();
  }

  private static List<Capacity> answers(List<String> repetitions) {
    return repetitions.stream()
        .map(verdicts -> Capacity.of(Cells.cell("cell", 1, LEVELS, verdicts)))
        .toList();
  }
}
