package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.measure.NanoClock;
import io.poolbench.measure.Timeline;
import io.poolbench.result.CellResult;
import io.poolbench.result.StudyResult;
import io.poolbench.store.ResultsFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A real run on a host whose clock is really set, and set right again. Everything on the host sees
 * that, so it is only done where somebody who may do it asks for it.
 */
@Tries
@Timeout(240)
@Tag("faults")
@EnabledIfSystemProperty(
    named = "set.clock",
    matches = "true",
    disabledReason = "sets the host's clock, where -Dset.clock=true asks for it")
class WallClockIT {
  private static final String TWO_CELLS =
      """
      provider: {threads: 4, queues: 100, jvm: {options: [-Xmx128m]}}
      redis: {kind: embedded, records: 10, latency: 1ms}
      validity: {speedLoss: 100%}
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
  void aClockThatIsSetInAStepChangesNoFigureAndDatesGoOnFromTheStart(int seconds) throws Exception {
    Path study = Files.writeString(folder.resolve("clock.yaml"), TWO_CELLS);
    Instant before = right.now();
    try (RunProcess run = RunProcess.start(study, folder.resolve("results"))) {
      run.awaitStep();
      TimeUnit.SECONDS.sleep(1);
      set(right.now().plusSeconds(seconds));
      assertThat(Duration.between(right.now(), Instant.now()).toSeconds())
          .as("what the host's clock is wrong by")
          .isCloseTo(seconds, within(1L));

      assertThat(run.awaitExit())
          .as(run.output())
          .isIn(ExitCode.DONE.code(), ExitCode.INVALID.code());
    } finally {
      set(right.now());
    }

    StudyResult result = ResultsFolder.latest(folder.resolve("results"), "clock").result().read();
    assertThat(result.started()).isBetween(before, right.now());
    assertThat(result.finished()).isBetween(result.started(), right.now());
    assertThat(result.cells()).hasSize(2).noneMatch(CellResult::failed);
    assertThat(result.cells().get(0).steps().get(0).seconds()).isCloseTo(4.0, within(0.5));
    assertThat(result.cells().get(1).steps().get(0).seconds()).isCloseTo(1.0, within(0.5));
    assertThat(result.cells())
        .flatExtracting(CellResult::steps)
        .allSatisfy(
            step -> {
              assertThat(step.started()).isBetween(result.started(), result.finished());
              assertThat(step.verdict().reason()).doesNotContain("Little", "stood still");
            });
  }

  private static void set(Instant time) throws Exception {
    String stamp = "@%d.%09d".formatted(time.getEpochSecond(), time.getNano());
    ProcessBuilder date = new ProcessBuilder("date", "--set", stamp);
    date.redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.INHERIT);
    assertThat(date.start().waitFor()).as("date --set %s", stamp).isZero();
  }
}
