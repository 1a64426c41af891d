package io.poolbench.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.spec.Sla;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlaTextTest {
  @Test
  void timesHaveAnUpperBoundAndRatesALowerBound() {
    Sla sla =
        new Sla(
            List.of(
                new Sla.Bound("tp99", 10),
                new Sla.Bound("availability_pct", 99.9),
                new Sla.Bound("queue_max", 5)));
    assertThat(SlaText.of(sla)).isEqualTo("TP99 < 10 ms, availability >= 99.9 %, queue max < 5");
  }
}
