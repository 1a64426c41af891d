package io.poolbench.published;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.result.FigureText;
import io.poolbench.result.StudyResult;
import org.junit.jupiter.api.Test;

class AnswerTest {
  private static final StudyResult RESULT = PublishedStudy.asPublished().result();

  @Test
  void expressionsAreReplacedByTheirValues() {
    assertThat(answer("{2 * 3}, {greatest(1, 1234)} $1")).isEqualTo("6.00, 1,234 $1");
    double tps = new StatementEvaluator(RESULT, RESULT.published()).value("tps('jsf-cached', 24)");
    assertThat(tps).isPositive();
    assertThat(answer("{tps('jsf-cached', 24)} calls/s"))
        .isEqualTo(FigureText.measure(tps) + " calls/s");
  }

  @Test
  void aValueThatIsNotKnownIsNotInvented() {
    assertThat(answer("{tps('jsf-cached', 7777)}, {1 / 0}, {2}"))
        .isEqualTo(FigureText.UNKNOWN + ", " + FigureText.UNKNOWN + ", 2.00");
  }

  @Test
  void aStudyWithoutAnAnswerHasNone() {
    assertThat(Answer.of(RESULT)).isEmpty();
  }

  private static String answer(String text) {
    return Answer.of(Changed.with(RESULT, "answer", text));
  }
}
