package io.poolbench.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
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
import net.jqwik.api.constraints.StringLength;

class GrammarsTest {
  @Property
  void aPrintedDurationIsReadAsItself(
      @ForAll @LongRange(min = 0, max = 31_536_000_000_000L) long micros) {
    Duration duration = Durations.ofMicros(micros);

    assertThat(Durations.parse(Durations.print(duration))).isEqualTo(duration);
    assertThat(Durations.toMicros(duration)).isEqualTo(micros);
  }

  @Example
  void aDurationIsItsNumberTimesItsUnit() {
    assertThat(Durations.parse("500us")).isEqualTo(Durations.ofMicros(500));
    assertThat(Durations.parse("2ms")).isEqualTo(Duration.ofMillis(2));
    assertThat(Durations.parse("1.5s")).isEqualTo(Duration.ofMillis(1500));
    assertThat(Durations.parse("2m")).isEqualTo(Duration.ofMinutes(2));
    assertThat(Durations.parse("8760h")).isEqualTo(Duration.ofDays(365));
    assertThat(Durations.parse("0.000001s")).isEqualTo(Duration.ofNanos(1_000));
  }

  @Example
  void aDurationIsPrintedInItsCoarsestWholeUnit() {
    assertThat(Durations.print(Duration.ofMinutes(2))).isEqualTo("2m");
    assertThat(Durations.print(Duration.ofSeconds(90))).isEqualTo("90s");
    assertThat(Durations.print(Duration.ofNanos(1_500_000))).isEqualTo("1500us");
    assertThat(Durations.print(Duration.ZERO)).isEqualTo("0ms");
  }

  @Property
  void anyTextIsADurationOrRefusedInWords(@ForAll @StringLength(max = 20) String text) {
    assertReadOrRefused(() -> Durations.parse(text));
  }

  @Property
  void aPrintedSizeIsReadAsItself(@ForAll @IntRange(max = 1 << 30) int bytes) {
    assertThat(Sizes.parse(Sizes.print(bytes))).isEqualTo(bytes);
  }

  @Property
  void aPrintedSizeOfWholeUnitsKeepsItsNumber(@ForAll @IntRange(min = 1, max = 1023) int number) {
    assertThat(Sizes.print(number)).isEqualTo(number + "B");
    assertThat(Sizes.print(number << 10)).isEqualTo(number + "KiB");
    assertThat(Sizes.print(number << 20)).isEqualTo(number + "MiB");
  }

  @Example
  void aSizeEndsAtOneGibibyte() {
    assertThat(Sizes.parse("1GiB")).isEqualTo(1 << 30);
    assertThatIllegalArgumentException().isThrownBy(() -> Sizes.parse("1025MiB"));
    assertThatIllegalArgumentException().isThrownBy(() -> Sizes.parse("999999999999GiB"));
  }

  @Property
  void aPrintedPercentageIsReadAsItself(
      @ForAll @LongRange(min = 0, max = 100_000_000_000L) long billionths) {
    String text = java.math.BigDecimal.valueOf(billionths, 9).toPlainString() + "%";
    double percent = Percentages.parse(text);

    assertThat(Percentages.parse(Percentages.print(percent))).isEqualTo(percent);
  }

  @Property
  void printedLevelsAreReadAsThemselves(@ForAll("rising") List<Integer> levels) {
    assertThat(Levels.parse(Levels.print(levels))).isEqualTo(levels);
  }

  @Property
  void aRangeHoldsWhatALoopWouldCount(
      @ForAll @IntRange(min = 1, max = 2000) int first,
      @ForAll @IntRange(max = 2000) int length,
      @ForAll @IntRange(min = 1, max = 50) int by) {
    List<Integer> expected = new java.util.ArrayList<>();
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

  @Property
  void noRangeHoldsMoreThanTheMostSteps(
      @ForAll @IntRange(max = 999_999_999) int first,
      @ForAll @IntRange(max = 999_999_999) int last,
      @ForAll @IntRange(max = 100_000) int by) {
    String range = first + ".." + last + " by " + by;
    boolean fits = by > 0 && last >= first && (last - first) / by < Levels.MAX_STEPS;

    if (fits) {
      assertThat(Levels.parse(range)).hasSize((last - first) / by + 1);
    } else {
      assertThatIllegalArgumentException().isThrownBy(() -> Levels.parse(range));
    }
  }

  @Property
  void anyTextIsAScheduleOrRefusedInWords(@ForAll("nearlySchedules") String text) {
    assertReadOrRefused(() -> Levels.parse(text));
  }

  @Example
  void aScheduleIsItsNumbersAndRangesInTurn() {
    assertThat(Levels.parse("1..3, 36..48 by 4,100 , 500 .. 1200 by  500"))
        .containsExactly(1, 2, 3, 36, 40, 44, 48, 100, 500, 1000);
  }

  @Example
  void aThousandsSeparatorIsNotTakenForTwoSteps() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Levels.parse("1,000"))
        .withMessageContaining("'000'");
  }

  @Property
  void aTimeInMillisecondsKeepsItsMicroseconds(
      @ForAll @LongRange(min = 0, max = 31_536_000_000_000L) long micros) {
    String text = Durations.print(Durations.ofMicros(micros));

    assertThat(Quantity.MILLIS.print(Quantity.MILLIS.parse(text))).isEqualTo(text);
  }

  @Example
  void theStepsOfAllTermsCountTogether() {
    assertThat(Levels.parse("1..5000, 5001..10000")).hasSize(Levels.MAX_STEPS);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Levels.parse("1..5000, 5001..10000, 10001"))
        .withMessageContaining("at most 10000");
  }

  private static void assertReadOrRefused(Runnable read) {
    try {
      read.run();
    } catch (IllegalArgumentException e) {
      assertThat(e)
          .isNotInstanceOf(NumberFormatException.class)
          .hasMessageFindingMatch("(valid|example): ");
    }
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

  @Provide
  Arbitrary<String> nearlySchedules() {
    return Arbitraries.of(
            "1", "7", "32", "999999999", "1234567890", "0", "..", ",", " ", " by ", "-", "x", "")
        .list()
        .ofMaxSize(9)
        .map(parts -> String.join("", parts));
  }
}
