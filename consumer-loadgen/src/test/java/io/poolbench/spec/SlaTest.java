package io.poolbench.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.poolbench.api.InvalidSettingException;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlaTest {
  @Test
  void anSlaReadsAsItsBoundsInWords() {
    Sla sla =
        new Sla(
            List.of(
                new Sla.Bound(SlaFigure.TP99, 10), new Sla.Bound(SlaFigure.AVAILABILITY, 99.9)));

    assertThat(sla.text()).isEqualTo("TP99 < 10 ms, AVAILABILITY >= 99.9 %");
  }

  @Test
  void aTimeMustStayBelowItsBoundAndARateMustReachIt() {
    assertThat(SlaFigure.TP99.holds(10, 10)).isFalse();
    assertThat(SlaFigure.TP99.holds(9.999, 10)).isTrue();
    assertThat(SlaFigure.TPS.holds(10, 10)).isTrue();
    assertThat(SlaFigure.TPS.holds(9.999, 10)).isFalse();
  }

  @Test
  void aBoundThatNothingOrEverythingKeepsIsRefused() {
    assertRefused(SlaFigure.TP99, 0);
    assertRefused(SlaFigure.TP99, Double.NaN);
    assertRefused(SlaFigure.TP99, Double.POSITIVE_INFINITY);
    assertRefused(SlaFigure.AVAILABILITY, 100.1);
    assertRefused(SlaFigure.CPU, 101);
  }

  private static void assertRefused(SlaFigure figure, double limit) {
    assertThatExceptionOfType(InvalidSettingException.class)
        .isThrownBy(() -> new Sla.Bound(figure, limit))
        .matches(problem -> problem.setting().equals(figure.id()));
  }
}
