package io.poolbench.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolbench.result.CellResult;
import io.poolbench.result.DriverUse;
import io.poolbench.result.HostUse;
import io.poolbench.result.ProviderUse;
import io.poolbench.result.Stability;
import io.poolbench.result.StepResult;
import io.poolbench.spec.ThinkTime;
import io.poolbench.spec.Validity;
import io.poolbench.spec.Workload;
import org.junit.jupiter.api.Test;

/** A result that the last poolbench of version 1 wrote, with the {@code steps.csv} of then. */
class VersionOneTest extends EarlierVersionTest {
  private static final double MAX = Double.MAX_VALUE;

  VersionOneTest() {
    super(1);
  }

  @Test
  void itHasTheCellsOfThen() {
    assertThat(now.study()).isEqualTo(then.path("study").textValue());
    assertThat(now.host().memoryBytes()).isEqualTo(then.at("/host/memoryBytes").longValue());
    assertThat(now.cells())
        .extracting(CellResult::failure)
        .containsExactlyElementsOf(then.path("cells").findValuesAsText("failure"));
  }

  @Test
  void itsUsersAreTheLevelsOfAClosedLoopWithoutThinkTime() {
    CellResult cell = now.cells().get(0);
    assertThat(cell.cell().load().workload()).isEqualTo(new Workload.Closed(ThinkTime.NONE));
    assertThat(cell.cell().load().levels()).containsExactly(8, 24, 40);
    assertThat(cell.warmUp().level()).isEqualTo(then.at("/cells/0/warmUp/users").intValue());
    assertThat(cell.steps()).extracting(StepResult::level).containsExactly(8, 24, 32);
  }

  @Test
  void itsProvidersFiguresAreGroupedAndNoneIsLost() {
    JsonNode was = then.at("/cells/0/steps/2/provider");
    ProviderUse use = now.cells().get(0).steps().get(2).provider();
    assertThat(use.cpuMicrosPerCall()).isEqualTo(was.path("cpuMicrosPerCall").doubleValue());
    assertThat(use.jitPct()).isEqualTo(was.path("jitPct").doubleValue());
    assertThat(use.young().count()).isEqualTo(was.path("gcCount").longValue());
    assertThat(use.young().pauseMillis()).isEqualTo(was.path("gcPauseMillis").doubleValue());
    assertThat(use.pool().activeMax()).isEqualTo(was.path("poolActiveMax").intValue());
    assertThat(use.pool().threads()).isEqualTo(was.path("poolSize").intValue());
    assertThat(use.pool().rejected()).isEqualTo(was.path("rejected").longValue()).isPositive();
    assertThat(use.queueWait().meanMillis())
        .isEqualTo(was.path("queueWaitMeanMillis").doubleValue());
    assertThat(use.redis().meanMillis()).isEqualTo(was.path("redisMeanMillis").doubleValue());
  }

  @Test
  void whatNobodyMeasuredThenIsUnknownAndNoBoundWasBroken() {
    CellResult cell = now.cells().get(0);
    StepResult step = cell.steps().get(0);
    assertThat(step.calls().unsent()).isZero();
    assertThat(step.pacing()).isNull();
    assertThat(step.stability()).isEqualTo(Stability.UNKNOWN);
    assertThat(step.host()).isEqualTo(new HostUse(0.25, null, null));
    assertThat(step.driver().switches()).isEqualTo(DriverUse.UNKNOWN.switches());
    assertThat(step.driver().cpuPct()).isEqualTo(21.75);
    assertThat(step.provider().cpuPctByRole()).isEmpty();
    assertThat(cell.environment().speedPct()).isNull();
    assertThat(cell.cell().validity())
        .isEqualTo(new Validity(MAX, MAX, MAX, MAX, MAX, MAX, MAX, MAX));
  }
}
