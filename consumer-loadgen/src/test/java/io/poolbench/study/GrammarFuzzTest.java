package io.poolbench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Any text is a value within the bounds of its grammar, or is rejected with the valid values. */
class GrammarFuzzTest {
  private static final Duration SOON = Duration.ofSeconds(5);
  private static final long YEAR_MICROS = 31_536_000_000_000L;
  private static final String INSERTED =
      "|0|1|9|00|999999999|2147483648|9223372036854775808|-|+|.|..|...|,|,,| |\t|\n"
          + "| by |by|e9|1e9|us"
          + "|ms|m|h|B|KiB|GiB|%|%%|\u00b5s|\u0663|\uff11|\u00a0|\u2028|\u001b[|\0|\u221e|NaN|_|0x1";

  private static final List<Grammar> GRAMMARS =
      List.of(
          new Grammar(
              "load.users",
              List.of("1..8, 12..24 by 4", "1", "5..1000 by 5,2000", "1 .. 9999"),
              text -> Levels.parse(text).size() <= Levels.MAX_STEPS),
          new Grammar(
              "load.measure",
              List.of("500us", "2ms", "1.5s", "2m", "8760h", "0.000001s"),
              text -> DurationText.toMicros(DurationText.parse(text)) <= YEAR_MICROS),
          new Grammar(
              "provider.work.garbage",
              List.of("512B", "16KiB", "1MiB", "1GiB", "0B"),
              text -> isBelow((1 << 30) + 1, Quantity.BYTES.parse(text))),
          new Grammar(
              "sla.availability",
              List.of("99.9%", "100%", "0.000000001%", "0%"),
              text -> isBelow(1000, Quantity.PERCENT.parse(text))));

  /**
   * A grammar of values in studies.
   *
   * @param setting a setting of this grammar
   * @param valid texts to start from
   * @param bounded parses a text; whether its value is within the grammar's bounds
   */
  private record Grammar(String setting, List<String> valid, Function<String, Boolean> bounded) {
    @Override
    public String toString() {
      return setting;
    }
  }

  private static boolean isBelow(long limit, BigDecimal number) {
    return number.signum() >= 0 && number.compareTo(BigDecimal.valueOf(limit)) < 0;
  }

  @Property(tries = 4000, seed = "6001")
  void aTextIsWithinItsBoundsOrRejected(
      @ForAll("grammars") Grammar grammar, @ForAll("nearlyValid") String text) {
    try {
      assertThat(grammar.bounded().apply(text)).as("%s of '%s'", grammar, text).isTrue();
    } catch (IllegalArgumentException e) {
      assertThat(e)
          .isNotInstanceOf(NumberFormatException.class)
          .hasMessageFindingMatch("(valid|example): ");
    }
  }

  @Example
  void aRangeThatIsTooLongIsRejectedWithinSeconds() {
    for (String range :
        List.of(
            "1..2000000000 by 1",
            "1..2000000000",
            "0..999999999",
            "1..999999999 by 99999",
            "1,".repeat(500_000) + "1",
            "1..9999," + "1..9999,".repeat(100_000) + "1",
            "9".repeat(1_000_000),
            "1" + " ".repeat(1_000_000) + "x",
            "1.." + "0".repeat(1_000_000))) {
      assertTimeoutPreemptively(
          SOON, () -> assertThatIllegalArgumentException().isThrownBy(() -> Levels.parse(range)));
    }
  }

  @Example
  void aNumberOfAMillionDigitsIsRejectedWithinSeconds() {
    String digits = "1".repeat(1_000_000);
    for (Grammar grammar : GRAMMARS) {
      for (String text : List.of(digits, digits + "s", "0." + digits + "ms", digits + "%")) {
        assertTimeoutPreemptively(
            SOON,
            () ->
                assertThatIllegalArgumentException()
                    .as(grammar.setting())
                    .isThrownBy(() -> grammar.bounded().apply(text)));
      }
    }
  }

  @Provide
  Arbitrary<Grammar> grammars() {
    return Arbitraries.of(GRAMMARS);
  }

  /** Valid texts of any grammar, between characters that do not belong there. */
  @Provide
  Arbitrary<String> nearlyValid() {
    List<String> parts = new ArrayList<>(List.of(INSERTED.split("\\|", -1)));
    GRAMMARS.forEach(grammar -> parts.addAll(grammar.valid()));
    return Arbitraries.of(parts)
        .list()
        .ofMinSize(1)
        .ofMaxSize(4)
        .map(texts -> String.join("", texts));
  }
}
