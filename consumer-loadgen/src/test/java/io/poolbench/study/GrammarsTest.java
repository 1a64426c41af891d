package io.poolbench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class GrammarsTest {
  private static final long YEAR_MICROS = 31_536_000_000_000L;

  @Property
  void aPrintedDurationIsParsedAsItself(
      @ForAll @LongRange(min = 0, max = YEAR_MICROS) long micros) {
    Duration duration = Duration.of(micros, ChronoUnit.MICROS);

    assertThat(DurationText.parse(DurationText.print(duration))).isEqualTo(duration);
    assertThat(DurationText.toMicros(duration)).isEqualTo(micros);
  }

  @Example
  void aDurationIsItsNumberTimesItsUnit() {
    assertThat(DurationText.parse("500us")).isEqualTo(Duration.of(500, ChronoUnit.MICROS));
    assertThat(DurationText.parse("2ms")).isEqualTo(Duration.ofMillis(2));
    assertThat(DurationText.parse("1.5s")).isEqualTo(Duration.ofMillis(1500));
    assertThat(DurationText.parse("2m")).isEqualTo(Duration.ofMinutes(2));
    assertThat(DurationText.parse("8760h")).isEqualTo(Duration.ofDays(365));
    assertThat(DurationText.parse("0.000001s")).isEqualTo(Duration.ofNanos(1_000));
  }

  @Example
  void aDurationIsPrintedInItsCoarsestWholeUnit() {
    assertThat(DurationText.print(Duration.ofMinutes(2))).isEqualTo("2m");
    assertThat(DurationText.print(Duration.ofSeconds(90))).isEqualTo("90s");
    assertThat(DurationText.print(Duration.ofNanos(1_500_000))).isEqualTo("1500us");
    assertThat(DurationText.print(Duration.ZERO)).isEqualTo("0ms");
  }

  @Property
  void aPrintedSizeIsParsedAsItself(@ForAll @IntRange(max = 1 << 30) int bytes) {
    assertThat(Quantity.BYTES.parse(Quantity.BYTES.print(bytes)))
        .isEqualTo(BigDecimal.valueOf(bytes));
  }

  @Property
  void aSizeIsPrintedInItsCoarsestWholeUnit(@ForAll @IntRange(min = 1, max = 1023) int number) {
    assertThat(Quantity.BYTES.print(number)).isEqualTo(number + "B");
    assertThat(Quantity.BYTES.print(number << 10)).isEqualTo(number + "KiB");
    assertThat(Quantity.BYTES.print(number << 20)).isEqualTo(number + "MiB");
  }

  @Property
  void aPrintedPercentageIsParsedAsItself(
      @ForAll @LongRange(min = 0, max = 100_000_000_000L) long billionths) {
    BigDecimal percent = BigDecimal.valueOf(billionths, 9);

    assertThat(Quantity.PERCENT.parse(Quantity.PERCENT.print(percent)).doubleValue())
        .isEqualTo(percent.doubleValue());
  }

  @Property
  void printedLevelsAreParsedAsThemselves(@ForAll("rising") List<Integer> levels) {
    assertThat(Levels.parse(Levels.print(levels))).isEqualTo(levels);
  }

  @Property
  void aRangeHasTheLevelsOfALoop(
      @ForAll @IntRange(min = 1, max = 2000) int first,
      @ForAll @IntRange(max = 2000) int length,
      @ForAll @IntRange(min = 1, max = 50) int by) {
    List<Integer> expected = new ArrayList<>();
    for (int level = first; level <= first + length; level += by) {
      expected.add(level);
    }

    assertThat(Levels.parse(first + ".." + (first + length) + " by " + by)).isEqualTo(expected);
  }

  @Property
  void aRangeIsPrintedAsOneTerm(
      @ForAll @IntRange(min = 1, max = 2000) int first,
      @ForAll @IntRange(min = 3, max = 200) int steps,
      @ForAll @IntRange(min = 1, max = 50) int by) {
    String range = first + ".." + (first + (steps - 1) * by) + (by == 1 ? "" : " by " + by);

    assertThat(Levels.print(Levels.parse(range))).isEqualTo(range);
  }

  @Example
  void aScheduleListsNumbersAndRanges() {
    assertThat(Levels.parse("1..3, 36..48 by 4,100 , 500 .. 1200 by  500"))
        .containsExactly(1, 2, 3, 36, 40, 44, 48, 100, 500, 1000);
  }

  @Example
  void theMaximumStepsAreThoseOfAllTerms() {
    assertThat(Levels.parse("1..5000, 5001..10000")).hasSize(Levels.MAX_STEPS);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Levels.parse("1..5000, 5001..10000, 10001"))
        .withMessageContaining("at most 10000");
  }

  @Provide
  Arbitrary<List<Integer>> rising() {
    return Arbitraries.integers()
        .between(1, 300)
        .set()
        .ofMinSize(1)
        .ofMaxSize(60)
        .map(numbers -> List.copyOf(new TreeSet<>(numbers)));
  }
}
