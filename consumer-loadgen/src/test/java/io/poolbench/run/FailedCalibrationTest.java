package io.poolbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.redis.AddedLatency;
import io.poolbench.redis.RedisKind;
import io.poolbench.result.CellResult;
import io.poolbench.result.StudyResult;
import io.poolbench.run.StudyRunner.Machines;
import io.poolbench.spec.Cell;
import io.poolbench.spec.CpuSets;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.PlainStudy;
import io.poolbench.spec.RedisSettings;
import io.poolbench.spec.Repetitions;
import io.poolbench.spec.Sla;
import io.poolbench.spec.StopLimits;
import io.poolbench.spec.Study;
import io.poolbench.spec.Study.Calibration;
import io.poolbench.spec.Workload;
import io.poolbench.spec.Workload.ThinkTime;
import io.poolbench.store.ResultFile;
import io.poolbench.store.ResultsFolder;
import io.poolbench.store.SampleResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A study whose calibration fails, because its Redis is not reachable. */
class FailedCalibrationTest {
  private static final int MORE_THAN_CALIBRATION = 1_000;

  @TempDir private Path out;

  private final RecordingListener listener = new RecordingListener();

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
    assertThat(listener.events).containsExactly("calibrating", "failed", "failed");
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
        out, "test", Duration.ZERO, StopLimits.DEFAULT, listener, Machines.none());
  }

  private ResultsFolder folder() throws IOException {
    return ResultsFolder.create(out, "sample", SampleResult.STARTED);
  }

  private static StudyPlan plan() {
    return StudyPlan.of(study(), SampleResult.STARTED);
  }

  /** At port 1 of loopback nobody listens. */
  private static Study study() {
    Cell sample = SampleResult.studyResult().cells().get(0).cell();
    RedisSettings redis =
        new RedisSettings(RedisKind.EXTERNAL, "redis://127.0.0.1:1", 10, 512, 1, AddedLatency.NONE);
    LoadSchedule load =
        new LoadSchedule(
            new Workload.Closed(ThinkTime.NONE),
            List.of(MORE_THAN_CALIBRATION),
            Duration.ZERO,
            Duration.ZERO,
            Duration.ofSeconds(1));
    Cell cell = Changed.with(sample, "redis", redis, "cpus", CpuSets.AUTO);
    Sla asserted = new Sla(sample.sla().bounds(), MORE_THAN_CALIBRATION);
    return PlainStudy.of(
        "sample",
        "",
        Repetitions.ONCE,
        new Calibration(6700, 2570, 1100),
        List.of(),
        List.of(
            Changed.with(cell.under(load), "sla", asserted).named("fixed"), cell.named("another")));
  }

  private static final class RecordingListener implements StudyListener {
    private final List<String> events = new ArrayList<>();

    @Override
    public void calibrationStarted(Calibration target) {
      events.add("calibrating");
    }

    @Override
    public void cellFinished(CellResult cell) {
      events.add(cell.failed() ? "failed" : "finished");
    }
  }
}
