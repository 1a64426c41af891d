package io.poolbench.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.compare.Comparison;
import io.poolbench.compare.Operand;
import io.poolbench.report.ComparisonTables;
import io.poolbench.result.StudyResult;
import io.poolbench.store.SampleRepetitions;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page of a comparison, in a real browser. */
class ComparePageIT extends InChromium {
  private static final StudyResult REPEATED = SampleRepetitions.studyResult();
  private static final Comparison FIXED_AGAINST_FIXED =
      Comparison.of(
          List.of(
              Operand.of(0, "results", REPEATED, "fixed 24"),
              Operand.of(1, "results", REPEATED, "fixed 48")),
          List.of());

  @Test
  void bothCurvesAreInOneChartWithSpreadTooltipAndLegendBelowTheAnswer() throws IOException {
    openAll(FIXED_AGAINST_FIXED);
    assertThat(Chart.drawn(chromium)).hasSize(4);
    assertThat(Chart.blank(chromium)).isEmpty();
    Chart throughput = first("overview");
    assertThat(throughput.shownSeries()).contains("A fixed 24", "B fixed 48");
    // 300 TPS a user, times the median of the repetitions: 1.0, and 1.1 and 1.2.
    assertThat(throughput.hover("A fixed 24", 0))
        .contains("8 users", "A fixed 24", "2,400", "B fixed 48", "2,760");
    // From the lowest repetition to the highest, 1.1 and 1.2 times as many with 8 and 40 users.
    assertThat(throughput.stacked("B fixed 48")).contains(2_880.0, 8_640.0, 14_400.0);
    assertThat(throughput.stacked("A fixed 24")).startsWith(2_496.0);
    assertThat(chromium.text("document.getElementById('verdict').innerText"))
        .contains("A at least 8", "B at least 40");
    assertThat(chromium.figure("document.getElementById('verdict').getBoundingClientRect().bottom"))
        .as("above every chart")
        .isLessThan(
            chromium.figure("document.querySelector('.chart').getBoundingClientRect().top"));
    throughput.click("B fixed 48");
    assertThat(throughput.shownSeries()).as("its spread goes with it").containsOnly("A fixed 24");
  }

  @Test
  void onADarkPhoneTextsStandOutAndNothingScrollsSidewaysNorIsRequestedOrComplainedOf()
      throws IOException {
    chromium.show("screen", "dark");
    chromium.resize(375, 812);
    openAll(FIXED_AGAINST_FIXED);
    assertNothingIsRequestedNorComplainedOf();
    assertEveryTextStandsOut();
    assertThePageIsNoWiderThan(375);
  }

  private void openAll(Comparison comparison) throws IOException {
    chromium.open(write(comparison, ComparisonTables::html));
    chromium.await("poolbench.ready");
    Chart.openEverything(chromium);
  }
}
