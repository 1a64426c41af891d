package io.poolbench.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.result.StepResult;
import io.poolbench.store.SampleResult;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlotFigureTest {
  @Test
  void thePartsOfACallAddUpToItsMeanResponseTime() {
    StepResult step = SampleResult.studyResult().cells().get(0).steps().get(0);
    double parts =
        List.of(PlotFigure.QUEUE_WAIT, PlotFigure.REDIS, PlotFigure.REST, PlotFigure.OUTSIDE)
            .stream()
            .mapToDouble(part -> part.of(step))
            .sum();
    // The sample's service of 1.25 ms is 0.01 ms longer than its two parts.
    assertThat(parts).isCloseTo(step.latency().meanMillis() - 0.01, within(1e-3));
  }

  @Test
  void whatIsNotKnownIsNull() {
    StepResult step = SampleResult.studyResult().cells().get(1).steps().get(1);
    assertThat(step.provider().cpuPct()).isNull();
    assertThat(PlotFigure.CPU.of(step)).isNull();
    assertThat(PlotFigure.GC_PAUSE.of(step)).isNull();
  }
}
