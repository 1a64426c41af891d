package io.poolbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.config.StudyLoader;
import io.poolbench.config.StudyLoader.CellCheck;
import io.poolbench.result.CellResult;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.StopLimits;
import io.poolbench.spec.Study.Calibration;
import io.poolbench.store.ResultFile;
import io.poolbench.store.ResultsFolder;
import io.poolbench.store.SampleResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A study whose calibration fails, because its Redis is not reachable. */
class FailedCalibrationTest {
  /** Nobody listens at port 1 of loopback. The SLA is asserted up to more users than calibrate. */
  private static final String STUDY =
      """
      calibration: {saturationTps: 6700, threadTime: 2570us, outsideTime: 1100us}
      provider: {threads: 4}
      redis: {kind: external, uri: "redis://127.0.0.1:1", records: 10}
      load: {users: 1000, warmup: 0s, settle: 0s, measure: 1s}
      sla: {tp99: 10ms, upTo: 1000}
      cells: [{name: fixed}, {name: another}]
      """;

  @TempDir private Path out;

  private final List<String> events = new ArrayList<>();

  private final StudyListener listener =
      new StudyListener() {
        @Override
        public void calibrationStarted(Calibration target) {
          events.add("calibrating");
        }

        @Override
        public void cellFinished(CellResult cell) {
          events.add(cell.failed() ? "failed" : "finished");
        }
      };

  @AfterEach
  void clearInterrupt() {
    Thread.interrupted();
  }

  @Test
  void eachCellResultHasTheReasonWhyItWasNotRun() throws IOException {
    ResultsFolder folder = folder();
    StudyResult result = runner().run(plan(), folder);
    assertThat(result.interrupted()).isFalse();
    assertThat(result.calibration()).isNull();
    assertThat(result.cells()).hasSize(2).allMatch(CellResult::failed);
    assertThat(result.cells())
        .extracting(CellResult::failure)
        .allSatisfy(failure -> assertThat(failure.code()).isEqualTo("not_calibrated"));
    assertThat(events).containsExactly("calibrating", "failed", "failed");
    assertThat(result.cells()).extracting(CellResult::warmUp).containsOnlyNulls();
    assertThat(new ResultFile(folder.path().resolve(ResultFile.NAME)).read()).isEqualTo(result);
  }

  @Test
  void anInterruptEndsTheStudyAndNoCellIsRun() throws IOException {
    Thread.currentThread().interrupt();
    StudyResult result = runner().run(plan(), folder());
    assertThat(result.interrupted()).isTrue();
    assertThat(result.cells()).isEmpty();
  }

  private StudyRunner runner() {
    return new StudyRunner(
        out, "test", Duration.ZERO, StopLimits.DEFAULT, listener, Optional.empty());
  }

  private ResultsFolder folder() throws IOException {
    return ResultsFolder.create(out, "sample", SampleResult.STARTED);
  }

  private static StudyPlan plan() {
    StudyLoader loader = new StudyLoader(CellCheck.NONE);
    return StudyPlan.of(
        loader.parse("sample", "sample.yaml", STUDY, List.of()), SampleResult.STARTED);
  }
}
