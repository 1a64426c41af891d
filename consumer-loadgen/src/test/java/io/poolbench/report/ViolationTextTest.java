package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.journal.Metric;
import io.poolbench.journal.Violation;
import io.poolbench.judge.Verdict;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The cause of a verdict in words. */
class ViolationTextTest {
  @ParameterizedTest(name = "{0} {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          FAIL      | _late      | 0.034 | 3.4 % of the calls late or timed out for TP99 (allowed: 1 %)
          UNDECIDED | _late      | 0.034 | 3.4 % of the calls late or timed out for TP99 (allowed: 1 %): too few calls to tell, or too few rounds
          UNDECIDED | _late      | 0     | 0 % of the calls late or timed out for TP99 (allowed: 1 %): too few calls to tell, or too few rounds
          UNDECIDED | _late_time | 0.002 | users spent 0.2 % of their time waiting beyond the bound of TP99 (allowed: 1 %): too few calls to tell, or too few rounds
          """)
  void aShareThatIsUndecidedIsOfTooFewCalls(
      Verdict.Kind kind, String suffix, double share, String text) {
    Violation violation = Violation.beyond(Metric.TP99, suffix, share);
    Verdict verdict =
        kind == Verdict.Kind.FAIL ? Verdict.fail(violation) : Verdict.undecided(violation);

    assertThat(ViolationText.of(verdict)).isEqualTo(text);
  }
}
