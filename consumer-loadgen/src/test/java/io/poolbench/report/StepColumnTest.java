package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.result.CellResult;
import io.poolbench.result.Metric;
import io.poolbench.result.StepResult;
import io.poolbench.store.SampleResult;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepColumnTest {
  /** The CPU and the collections of its second step are unknown. */
  private static final CellResult CELL = SampleResult.studyResult().cells().get(1);

  private static final List<StepResult> STEPS = CELL.steps();
  private static final StepColumn LEVEL = StepColumn.level(CELL.cell().load().workload());
  private static final StepColumn CPU = StepColumn.of(Metric.PROVIDER_CPU);
  private static final StepColumn UNKNOWN = StepColumn.of(Metric.BACKLOG);

  @Test
  void aColumnThatIsUnknownInEveryRowIsLeftOut() {
    Table table = StepColumn.table(List.of(LEVEL, UNKNOWN, CPU), STEPS).orElseThrow();
    assertThat(table.titles()).containsExactly("users", Metric.PROVIDER_CPU.heading());
    assertThat(table.rows())
        .containsExactly(List.of("8", "18.8"), List.of("24", "-"), List.of("40", "93.8"));
  }

  @Test
  void aTableOfTheLoadAloneIsLeftOut() {
    assertThat(StepColumn.table(List.of(LEVEL, UNKNOWN), STEPS)).isEmpty();
    assertThat(StepColumn.table(List.of(LEVEL, CPU), List.of())).isEmpty();
    assertThat(StepColumn.table(List.of(LEVEL, UNKNOWN.always()), STEPS)).isPresent();
  }

  @Test
  void metricsInOneColumnAreUnknownOnlyWhereAllAre() {
    StepColumn collections = StepColumn.of("GCs", Metric.GC_COUNT, Metric.GC_PAUSE);
    StepColumn redis = StepColumn.of("Redis", Metric.REDIS_MEAN, Metric.REDIS_TP99);
    assertThat(collections.text().apply(STEPS.get(0))).isEqualTo("3 / 12.5");
    assertThat(collections.text().apply(STEPS.get(1))).isEqualTo("-");
    assertThat(redis.text().apply(STEPS.get(0))).isEqualTo("0.00 / -");
  }
}
