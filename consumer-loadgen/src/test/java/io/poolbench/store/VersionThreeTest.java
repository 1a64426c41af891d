package io.poolbench.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolbench.agreement.Agreement;
import io.poolbench.result.StudyResult;
import io.poolbench.sla.SlaAssertion;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Part of a calibrated, searching result that a poolbench of version 3 wrote. */
class VersionThreeTest {
  private static final Earlier EARLIER = new Earlier("result-v3");

  @TempDir Path folder;
  private JsonNode then;
  private StudyResult now;

  @BeforeEach
  void read() throws IOException {
    then = EARLIER.tree();
    now = EARLIER.read(folder);
  }

  @Test
  void everyFigureThatStepsCsvHadIsWhatItWas() throws IOException {
    EARLIER.assertSteps(now);
  }

  @Test
  void itIsAResultOfTodaysVersion() {
    assertThat(then.path("version").intValue()).isEqualTo(3);
    assertThat(now.version()).isEqualTo(StudyResult.VERSION);
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
