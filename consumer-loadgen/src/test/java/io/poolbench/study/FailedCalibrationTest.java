package io.poolbench.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.redis.AddedLatency;
import io.poolbench.redis.RedisKind;
import io.poolbench.result.Calibrated;
import io.poolbench.result.CellEnvironment;
import io.poolbench.result.CellResult;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import io.poolbench.result.WarmUp;
import io.poolbench.spec.Calibration;
import io.poolbench.spec.Cell;
import io.poolbench.spec.CpuSets;
import io.poolbench.spec.RedisSettings;
import io.poolbench.spec.Repetitions;
import io.poolbench.spec.Study;
import io.poolbench.store.ResultFile;
import io.poolbench.store.ResultsFolder;
import io.poolbench.store.SampleResult;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A study whose calls cannot be calibrated, as no Redis is where it should be. */
class FailedCalibrationTest {
  @TempDir private Path out;

  private final Told told = new Told();

  @AfterEach
  void noInterruptIsLeftToTheNextTest() {
    Thread.interrupted();
  }

  @Test
  void eachCellSaysWhyItWasNotRun() throws IOException {
    ResultsFolder folder = folder();
    StudyResult result = runner().run(plan(), folder);
    assertThat(result.interrupted()).isFalse();
    assertThat(result.calibration()).isNull();
    assertThat(result.cells()).hasSize(2).allMatch(CellResult::failed);
    assertThat(result.cells())
        .extracting(CellResult::failure)
        .allSatisfy(failure -> assertThat(failure.code()).isEqualTo("not_calibrated"));
    assertThat(told.events).containsExactly("calibrating", "broke off", "broke off");
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
    return new StudyRunner(out, "test", Duration.ZERO, told);
  }

  private ResultsFolder folder() throws IOException {
    return ResultsFolder.create(out, "sample", SampleResult.STARTED);
  }

  private static StudyPlan plan() throws IOException {
    return StudyPlan.of(study(), SampleResult.STARTED);
  }

  private static Study study() throws IOException {
    Cell sample = SampleResult.studyResult().cells().get(0).cell();
    RedisSettings nowhere =
        new RedisSettings(
            RedisKind.EXTERNAL, "redis://127.0.0.1:" + closedPort(), 10, 512, 1, AddedLatency.NONE);
    Cell cell =
        new Cell(
            "fixed",
            sample.provider(),
            nowhere,
            sample.network(),
            sample.driver(),
            CpuSets.AUTO,
            sample.load(),
            sample.validity(),
            sample.sla(),
            "");
    return new Study(
        "sample",
        "",
        Repetitions.ONCE,
        new Calibration(6700, 2570, 1100),
        List.of(),
        List.of(cell, cell.named("another")));
  }

  private static int closedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static final class Told implements StudyListener {
    private final List<String> events = new ArrayList<>();

    @Override
    public void note(String text) {}

    @Override
    public void calibrationStarted(Calibration target) {
      events.add("calibrating");
    }

    @Override
    public void calibrationStep(String text) {}

    @Override
    public void calibrated(Calibrated calibration) {
      events.add("calibrated");
    }

    @Override
    public void cellStarted(Cell cell, int repetition, int number, int of) {}

    @Override
    public void warming(Cell cell, CellEnvironment environment) {
      events.add("warming");
    }

    @Override
    public void warmed(Cell cell, WarmUp warmUp) {}

    @Override
    public void stepStarted(Cell cell, int step, int level) {}

    @Override
    public void sampled(Cell cell, LiveSnapshot snapshot) {}

    @Override
    public void stepDisturbed(Cell cell, StepResult step, Duration left) {}

    @Override
    public void stepFinished(Cell cell, StepResult step) {}

    @Override
    public void cellFinished(CellResult cell) {
      events.add(cell.failed() ? "broke off" : "finished");
    }
  }
}
