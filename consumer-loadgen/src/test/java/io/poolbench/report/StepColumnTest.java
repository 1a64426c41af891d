package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.result.FigureText;
import io.poolbench.result.StepResult;
import io.poolbench.store.SampleResult;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepColumnTest {
  private static final List<StepResult> STEPS = SampleResult.studyResult().cells().get(0).steps();
  private static final StepColumn LEVEL =
      StepColumn.always("users", step -> String.valueOf(step.level()));
  private static final StepColumn KNOWN_OF_ONE =
      StepColumn.whereKnown("some", step -> step.level() == 24 ? "7" : FigureText.UNKNOWN);
  private static final StepColumn UNKNOWN =
      StepColumn.whereKnown("unknown", step -> FigureText.UNKNOWN);

  @Test
  void aColumnThatIsUnknownInEveryRowIsLeftOut() {
    Table table = StepColumn.table(List.of(LEVEL, UNKNOWN, KNOWN_OF_ONE), STEPS).orElseThrow();
    assertThat(table.titles()).containsExactly("users", "some");
    assertThat(table.rows())
        .containsExactly(List.of("8", "-"), List.of("24", "7"), List.of("32", "-"));
  }

  @Test
  void whereOnlyTheLoadWouldBeToldThereIsNoTable() {
    assertThat(StepColumn.table(List.of(LEVEL, UNKNOWN), STEPS)).isEmpty();
    assertThat(StepColumn.table(List.of(LEVEL, KNOWN_OF_ONE), List.of())).isEmpty();
  }

  @Test
  void figuresThatBelongTogetherAreUnknownOnlyWhereAllAre() {
    assertThat(StepColumn.beside("1.25", "2.50")).isEqualTo("1.25 / 2.50");
    assertThat(StepColumn.beside("1.25", "-")).isEqualTo("1.25 / -");
    assertThat(StepColumn.beside("-", "-")).isEqualTo("-");
  }
}
