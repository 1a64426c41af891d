package io.poolbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.compare.Criterion.CapacityCriterion;
import io.poolbench.compare.MetricCriterion.Load;
import io.poolbench.journal.Metric;
import io.poolbench.study.ConfigException;
import java.math.BigDecimal;
import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CriterionTest {
  @Property
  void aCriterionIsReadAsItPrintsItself(@ForAll("criteria") Criterion criterion) {
    assertThat(Criterion.parse(criterion.text())).isEqualTo(criterion);
    assertThat(Criterion.parse("  " + criterion.text().toUpperCase(Locale.ROOT).replace(" ", "  ")))
        .isEqualTo(criterion);
  }

  @Property
  void anyTextIsACriterionOrGivesAnErrorOfOneLine(@ForAll("typed") String typed) {
    try {
      assertThat(Criterion.parse(typed).text()).isNotEmpty();
    } catch (ConfigException e) {
      assertThat(e.getMessage()).hasLineCount(1).containsAnyOf("(valid: ", "(example: ");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tp99 +10%            | tp99 +10%",
        "TP99+10 %            | tp99 +10%",
        "tps -5% at 24 users  | tps -5% at 24 users",
        "tps -5% at 1 user    | tps -5% at 1 users",
        "provider_cpu_pct +5               | provider_cpu_pct +5 points",
        "provider_cpu_us_per_call +2.50% | provider_cpu_us_per_call +2.5%",
        "availability -0.1    | availability_pct -0.1 points",
        "max users -2         | max users -2",
        "Max requests/s -500  | max requests/s -500",
        "tp999 +20% at 6000 requests/s | tp999 +20% at 6000 requests/s"
      })
  void aCriterionIsReadInSeveralForms(String typed, String text) {
    assertThat(Criterion.parse(typed).text()).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "tp98 +10%          | unknown metric 'tp98', did you mean 'tp90' or 'tp99' or 'tp95'? (valid: a metric's id",
        "max threads -2     | unknown metric 'max threads'",
        "tp99 10%           | not a criterion (valid: a metric's id",
        "tp99 +10% at noon  | such as 'tp99 +10%', 'tps -5% at 24 users' or 'max users -2'",
        "tp99 -10%          | less tp99 is better and never a failure (valid: +10%)",
        "tps +10%           | more tps is better and never a failure (valid: -10%)",
        "max users +1       | more max users is better and never a failure (valid: -1)",
        "tp99 +10           | the limit of tp99 is in % (example: tp99 +5%)",
        "provider_cpu_pct +5%            | is in points (example: provider_cpu_pct +5 points)",
        "tps -100%          | can never fail (valid: a limit below 100)",
        "max users -1.5     | the limit is not a number of users (example: max users -2)",
        "max users -2%      | the limit is in users",
        "max users -2 at 8 users | the limit is in users, without a level",
        "tp99 +10% at 0 users    | 0 users out of range (valid: 1 or more)"
      })
  void anErrorListsWhatIsValid(String typed, String problem) {
    assertThatThrownBy(() -> Criterion.parse(typed))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("--fail-on " + typed + ": ")
        .hasMessageContaining(problem);
  }

  @Provide
  Arbitrary<Criterion> criteria() {
    Arbitrary<Load> loads =
        Combinators.combine(
                Arbitraries.integers().between(1, 100_000), Arbitraries.of("users", "requests/s"))
            .as(Load::new);
    Arbitrary<Double> limits =
        Arbitraries.bigDecimals()
            .between(BigDecimal.ZERO, BigDecimal.valueOf(99))
            .ofScale(6)
            .map(BigDecimal::doubleValue);
    Arbitrary<Criterion> ofMetrics =
        Combinators.combine(Arbitraries.of(Metric.class), limits, loads.injectNull(0.5))
            .as(
                (metric, limit, load) ->
                    new MetricCriterion(
                        metric, metric.better() != Metric.Better.MORE, limit, load));
    Arbitrary<Criterion> ofCapacity =
        Combinators.combine(
                Arbitraries.of("users", "requests/s"), Arbitraries.integers().between(0, 100_000))
            .as(CapacityCriterion::new);
    return Arbitraries.oneOf(ofMetrics, ofCapacity);
  }

  @Provide
  Arbitrary<String> typed() {
    return Arbitraries.oneOf(
        Arbitraries.strings().ofMaxLength(40),
        Arbitraries.strings().withChars("tps9 cu+-%.10atmoreqs/\n").ofMaxLength(30));
  }
}
