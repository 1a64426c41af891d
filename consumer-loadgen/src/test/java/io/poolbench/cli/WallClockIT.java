package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.measure.NanoClock;
import io.poolbench.measure.Timeline;
import io.poolbench.result.CellResult;
import io.poolbench.result.StudyResult;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run on a host whose clock is set and set back, which all processes of the host see. */
@Tries
@Timeout(240)
@Tag("faults")
@EnabledIfSystemProperty(
    named = "set.clock",
    matches = "true",
    disabledReason = "sets the host's clock: -Dset.clock=true")
@Tag("timed")
class WallClockIT {
  private static final String TWO_CELLS =
      """
      provider: {threads: 4, queues: 100, jvm: {options: [-Xmx128m]}}
      redis: {kind: embedded, records: 10, latency: 1ms}
      validity: {speedLoss: 100%, jit: 999%, drift: 999%, hiccup: 999%}
      load: {users: 2, warmup: 1s, settle: 200ms, measure: 1s}
      cells: [{name: set, load: {measure: 4s}}, {name: next}]
      """;

  @TempDir private Path folder;

  private Timeline right;

  @BeforeEach
  void rememberTheTime() {
    right = Timeline.from(Instant.now(), NanoClock.system());
  }

  @ParameterizedTest(name = "by {0} s")
  @ValueSource(ints = {-30, 30})
  void aClockThatIsSetInAStepChangesNoValueAndNoDate(int seconds) throws Exception {
    Instant before = right.now();
    try (RunProcess run = RunProcess.live(folder, TWO_CELLS)) {
      run.awaitMeasuring();
      set(right.now().plusSeconds(seconds));
      assertThat(Duration.between(right.now(), Instant.now()).toSeconds())
          .as("what the host's clock is wrong by")
          .isCloseTo(seconds, within(1L));

      run.assertExit(ExitCode.DONE, ExitCode.INVALID);
    } finally {
      set(right.now());
    }

    StudyResult result = RunProcess.result(folder);
    assertThat(result.started()).isBetween(before, right.now());
    assertThat(result.finished()).isBetween(result.started(), right.now());
    assertThat(result.cells()).hasSize(2).noneMatch(CellResult::failed);
    assertThat(result.cells().get(0).steps().get(0).seconds()).isCloseTo(4.0, within(0.5));
    assertThat(result.cells().get(1).steps().get(0).seconds()).isCloseTo(1.0, within(0.5));
    assertThat(result.cells())
        .flatExtracting(CellResult::steps)
        .allSatisfy(
            step -> assertThat(step.started()).isBetween(result.started(), result.finished()));
  }

  private static void set(Instant time) throws Exception {
    String stamp = "@%d.%09d".formatted(time.getEpochSecond(), time.getNano());
    ProcessBuilder date = new ProcessBuilder("date", "--set", stamp);
    date.redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.INHERIT);
    assertThat(date.start().waitFor()).as("date --set %s", stamp).isZero();
  }
}
