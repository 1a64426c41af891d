package io.poolbench.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.published.Agreement;
import io.poolbench.sla.SlaAssertion;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Part of a calibrated, searching result that a poolbench of version 3 wrote. */
class VersionThreeTest extends EarlierVersionTest {
  VersionThreeTest() {
    super(3);
  }

  @Test
  void nothingWasAssertedAboutItsSla() {
    assertThat(then.at("/cells/0/cell/sla").has("upTo")).isFalse();
    assertThat(now.cells())
        .hasSize(3)
        .allSatisfy(result -> assertThat(result.cell().sla().upTo()).isNull());
    assertThat(SlaAssertion.of(now.cells())).isEmpty();
  }

  @Test
  void itsCalibrationSearchAndPublishedTablesAreWhatTheyWere() {
    assertThat(now.calibration().cpuIterations())
        .isEqualTo(then.at("/calibration/cpuIterations").longValue())
        .isPositive();
    assertThat(now.cells().get(0).cell().load().search().within())
        .hasSize(then.at("/cells/0/cell/load/search/within").size())
        .isNotEmpty();
    assertThat(Agreement.of(now).tables()).hasSize(3);
  }

  @Test
  void writtenAgainItIsReadAsTheSame() throws IOException {
    ResultFile again = new ResultFile(folder.resolve("again.json"));
    again.write(now);
    assertThat(again.read()).isEqualTo(now);
  }
}
