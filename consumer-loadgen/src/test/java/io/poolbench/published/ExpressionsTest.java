package io.poolbench.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.Changed;
import io.poolbench.journal.FigureText;
import io.poolbench.judge.Decision;
import io.poolbench.judge.JudgedStudy;
import io.poolbench.study.Cell;
import io.poolbench.study.ConfigException;
import io.poolbench.study.PlainStudy;
import io.poolbench.study.Publication;
import io.poolbench.study.Repetitions;
import io.poolbench.study.Study;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpressionsTest {
  private static final JudgedStudy JUDGED = PublishedStudy.asPublished().judged();
  private static final Publication JSF = PublishedStudy.STUDY.published().get(0);

  /** What was not measured may have any value, which refutes nothing. */
  @Test
  void aValueAtACapacityNeedsAnExpressionByWhichItFails() {
    Study study =
        Changed.with(
            PublishedStudy.STUDY,
            "assertions",
            List.of("least_at_capacity('tps', 'jsf-cached') > 500"));

    assertThatThrownBy(() -> Expressions.check(study))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(
            "assertions.0: least_at_capacity, most_at_capacity: not without 'fails'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "tps('jsf-cached', 24) > 6000 | SHOWN | TPS of jsf-cached at 24 users 6,553",
        "tps('jsf-fixed 4', 4) > 6000 | REFUTED | TPS of jsf-fixed 4 at 4 users 1,063",
        "tps('jsf-cached', 37) > 6000 | NOT_SHOWN | jsf-cached at 37 users: not measured",
        "tps('jsf-cached', 24.5) > 1 | NOT_SHOWN | jsf-cached at 24.5: not measured (valid: 4, 8, ",
        "published('tps', 'jsf-fixed 8', 8.5) > 1 | NOT_SHOWN | no published tps of jsf-fixed 8 at"
            + " 8.5",
        // A missing value is noticed wherever it stands.
        "tps('jsf-cached', 24) < 1 && tps('jsf-cached', 37) > 1 | NOT_SHOWN | 37 users",
        "tps('jsf-cached') > 1 | NOT_SHOWN | jsf-cached without a level (valid: 4, 8, ",
        "driver_cpu_pct('jsf-cached', 24) < 50 | NOT_SHOWN | driver CPU of jsf-cached at 24 users:"
            + " unknown",
        "capacity('jsf-cached') == 24 && knee('jsf-cached') == 24 | SHOWN | capacity of"
            + " jsf-cached 24",
        // Where no level fails, more may be within the SLA.
        "capacity('jsf-fixed 16') > 4 | NOT_SHOWN | capacity of jsf-fixed 16 at least 16",
        "tps('jsf-cached', 200) < 0.95 * peak('tps', 'jsf-cached') | SHOWN | at 80 users 6,928",
        "peak('driver_cpu_pct', 'jsf-cached') < 50 | NOT_SHOWN | driver CPU of jsf-cached: unknown",
        // A line of zeros has no slope to deviate from.
        "linear('rejected', 'jsf-cached', 4, 24, 0) | SHOWN | max deviation 0.0 %",
        "published('tps', 'jsf-fixed 8', 8) == 2216 | SHOWN | ``",
        "agrees('tps', 'jsf-fixed 8', 9) | NOT_SHOWN | no published tps of jsf-fixed 8 at 9",
        "1 / (tps('jsf-cached', 24) - 6553) > 1 | NOT_SHOWN | Division by zero",
      })
  void anAssertionIsDecidedByTheValuesThatItReads(
      String expression, Decision decision, String because) {
    assertThat(evaluator("assertions", List.of(expression)).assertions())
        .singleElement()
        .satisfies(each -> assertThat(each.decision()).isEqualTo(decision))
        .satisfies(each -> assertThat(each.because()).contains(because));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "tpz('jsf-cached', 24) > 1       | unknown function 'tpz' (valid: a metric's id",
        "peak('tp98', 'jsf-cached') > 1  | unknown metric 'tp98', did you mean 'tp90'",
        "within(1, 2, 'RPS')             | unknown band 'RPS', did you mean 'TPS'? (valid: TPS,"
            + " CPU, TPn, users)",
        "tps(24, 'jsf-cached') > 1       | pool is not a text",
        "tps('jsf-cached', 1 < 2) > 1    | level is not a number",
        "tps('jsf-cached', 24)           | is not true or false",
        "1 < tps('jsf-cached', 24) < 2   | an operand of '<' is no number",
        "tps('jsf-cached', 24) >= '6000' | an operand of '>=' is no number",
        "tps('jsf-cached', 24) && 1 < 2  | an operand of '&&' is not true or false",
        "1 < 2 == tps('jsf-cached', 24)  | an operand of '==' is no number",
        "greatest('6000', 1) > 2         | an operand of 'greatest' is no number",
        "tps() > 1                       | parameters",
        "tps('jsf-cached', 24, 25) > 1   | too many parameters (valid: tps(pool, level))",
        "tps('jsf-cached', 24) >         | position",
        "tps(jsf, 24) > 1                | unknown name 'jsf'",
      })
  void aBrokenExpressionGivesOneLineWithFileFindingAndWhatIsValid(
      String expression, String problem) {
    Publication.Statement statement = new Publication.Statement("stated", expression, null);
    Publication broken =
        Changed.with(
            JSF, "findings", List.of(new Publication.Finding(7, "found", List.of(statement))));

    assertThatThrownBy(() -> Expressions.check(study(broken, "1 < 2")))
        .isInstanceOf(ConfigException.class)
        .message()
        .startsWith("published/jsf/findings.yaml: finding 7, 'stated': ")
        .contains(problem)
        .hasLineCount(1);
    assertThatThrownBy(() -> Expressions.check(study(JSF, expression)))
        .hasMessageStartingWith("study: assertions.0: ")
        .hasMessageContaining(problem);
  }

  @Test
  void anAssertionNamesOnlyCellsAndTablesOfItsStudy() {
    assertThatThrownBy(() -> Expressions.check(study(JSF, "tps('fixed 99', 1) > 1")))
        .hasMessageContaining("unknown pool 'fixed 99' (valid: a cell's name, 'CELL/GROUP'");
  }

  @Test
  void aMistypedPhaseGetsTheNearestName() {
    Study phased =
        PlainStudy.parse(
            "{load: {rate: 9, phases: [{name: slow, for: 2s}]}, cells: [{name: a}], findings:"
                + " [{text: \"{tps('a/slow')}\", holds: tps('a/slwo') > 1}]}");

    assertThatThrownBy(() -> Expressions.check(phased))
        .hasMessageContaining("findings.0: unknown pool 'a/slwo', did you mean 'a/slow'? (valid: ");
  }

  @Test
  void anAnswerHasExpressionsThatAreNumbers() {
    Expressions.check(answered("no expression, or {tps('jsf-cached', 24) / 2} of them"));
    assertThatThrownBy(() -> Expressions.check(answered("{tps('jsf-cached', 24) > 1}")))
        .hasMessageStartingWith("study: answer: ")
        .hasMessageContaining("is no number");
    assertThatThrownBy(() -> Expressions.check(answered("{'24'}")))
        .hasMessageContaining("is no number");
    assertThatThrownBy(() -> Expressions.check(answered("{tps('fixed 99', 24)}")))
        .hasMessageStartingWith("study: answer: ")
        .hasMessageContaining("unknown pool 'fixed 99'");
  }

  @Test
  void expressionsOfATextAreReplacedByTheirValuesAndUnknownOnesAreNotInvented() {
    assertThat(filled("{2 * 3}, {greatest(1, 1234)} $1")).isEqualTo("6.00, 1,234 $1");
    assertThat(filled("{tps('jsf-cached', 24)}, {tps('jsf-cached', 7777)}, {1 / 0}"))
        .isEqualTo("6,553, " + FigureText.UNKNOWN + ", " + FigureText.UNKNOWN);
    assertThat(filled("")).isEmpty();
  }

  private static String filled(String answer) {
    return evaluator("answer", answer).answer();
  }

  private static StatementEvaluator evaluator(String setting, Object value) {
    Study stating = Changed.with(PublishedStudy.STUDY, setting, value);
    return new StatementEvaluator(new JudgedStudy(stating, JUDGED.cells()), Optional.empty());
  }

  private static Study answered(String answer) {
    return Changed.with(study(JSF, "1 < 2"), "answer", answer);
  }

  private static Study study(Publication publication, String assertion) {
    List<Cell> cells = List.of(PublishedStudy.STUDY.cells().get(0));
    return Changed.with(
        PlainStudy.of("study", "title", new Repetitions(1), null, List.of(publication), cells),
        "assertions",
        List.of(assertion));
  }
}
