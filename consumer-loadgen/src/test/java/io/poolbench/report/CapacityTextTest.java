package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.judge.Capacity;
import io.poolbench.result.CellResult;
import io.poolbench.result.Metric;
import io.poolbench.spec.Sla;
import io.poolbench.store.SampleResult;
import java.util.List;
import org.junit.jupiter.api.Test;

class CapacityTextTest {
  @Test
  void stopWhenIsNamedWhereItLeftOutHigherLevels() {
    CellResult fixed = SampleResult.studyResult().cells().get(0);
    Sla fewerThanAny = new Sla(List.of(new Sla.Bound(Metric.TP99.id(), 1e-6)));
    CellResult stopped =
        Changed.with(
            fixed, "cell.load.stopWhen", fewerThanAny, "allSteps", fixed.allSteps().subList(0, 2));

    assertThat(new CapacityText(Capacity.of(stopped)).why())
        .isEqualTo("stopWhen ended the steps before 40 users.");
  }

  /** Of a run that goes on, and of a group where the bounds of the whole load ended the steps. */
  @Test
  void aHighestLoadThatIsNotMeasuredIsNamedWithoutACause() {
    CellResult fixed = SampleResult.studyResult().cells().get(0);
    CellResult open = Changed.with(fixed, "allSteps", fixed.allSteps().subList(0, 2));

    assertThat(new CapacityText(Capacity.of(open)).why()).isEqualTo("40 users not measured.");
  }
}
