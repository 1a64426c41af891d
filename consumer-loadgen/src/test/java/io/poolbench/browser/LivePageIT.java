package io.poolbench.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.report.DriverMetrics;
import io.poolbench.report.DriverMetrics.MetricsServer;
import io.poolbench.report.EvaluatedResult;
import io.poolbench.result.CellResult;
import io.poolbench.result.StudyResult;
import io.poolbench.store.SampleResult;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The page of {@code run --watch} in a real browser, which reloads it by itself. */
@Tag("nightly")
class LivePageIT extends InChromium {
  private static final StudyResult WHOLE = SampleResult.studyResult();

  /** The number of points that are drawn of a curve. */
  private static final String POINTS =
      "poolbench.charts['latency-0'].getModel().getSeries().find(of => of.name === 'TP99')"
          + ".getData().count()";

  /** The first cell of a result with this number of its steps. */
  private static StudyResult soFar(int steps) {
    CellResult cell = WHOLE.cells().get(0);
    return Changed.with(
        WHOLE, "cells", List.of(Changed.with(cell, "allSteps", cell.allSteps().subList(0, steps))));
  }

  @Test
  void theCurvesGrowWhileTheStudyRunsAndStayAfterItsEnd() throws Exception {
    DriverMetrics metrics = new DriverMetrics();
    try (MetricsServer server = metrics.serve(0)) {
      chromium.open(server.url() + "/");
      for (int steps = 2; steps <= 3; steps++) {
        StudyResult measured = soFar(steps);
        metrics.page().measured(() -> measured);
        chromium.awaitReloaded(
            "document.body.innerText.includes('RUNNING') && " + POINTS + " === " + steps);
      }
      metrics.page().show(new EvaluatedResult(WHOLE));
      metrics.page().awaitLastRead();
    }
    chromium.awaitReloaded("!document.body.innerText.includes('RUNNING') && poolbench.ready");
    assertThat(chromium.complaints()).allMatch(of -> of.contains("favicon.ico"));
  }
}
