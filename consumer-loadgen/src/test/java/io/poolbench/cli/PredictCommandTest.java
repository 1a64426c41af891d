package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.poolbench.result.StudyResult;
import io.poolbench.store.SampleCurves;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PredictCommandTest {
  @TempDir private Path folder;

  private String run;

  @BeforeEach
  void save() throws IOException {
    run =
        save(
            "run",
            SampleCurves.study(
                List.of(
                    SampleCurves.repetition(
                        "fixed 24",
                        1,
                        SampleCurves.step(4, 1400, 4),
                        SampleCurves.step(8, 2500, 5),
                        SampleCurves.step(16, 4000, 7),
                        SampleCurves.step(24, 5000, 11)))));
  }

  @Test
  void eachPredictedValueHasAnInterval() throws IOException {
    Executed predicted =
        Executed.of("predict", run, "--pool", "fixed:8:100", "--users", "4, 8, 32", "--json");
    assertThat(predicted.err()).isEmpty();
    assertThat(predicted.exit()).isEqualTo(ExitCode.DONE.code());
    JsonNode prediction = new ObjectMapper().readTree(predicted.out()).path("predictions").get(0);
    assertThat(prediction.path("scenario").path("threads").intValue()).isEqualTo(8);
    assertThat(prediction.path("levels")).hasSize(3);
    for (JsonNode level : prediction.path("levels")) {
      JsonNode tps = level.path("tps");
      assertThat(tps.path("value").doubleValue())
          .isBetween(tps.path("low").doubleValue(), tps.path("high").doubleValue());
      assertThat(level.path("extrapolated").booleanValue())
          .isEqualTo(level.path("users").intValue() == 32);
    }
  }

  @Test
  void theMeasuredPoolsAreTheDefault() {
    Executed predicted = Executed.of("predict", run);
    assertThat(predicted.exit()).isEqualTo(ExitCode.DONE.code());
    assertThat(predicted.out()).contains("fixed 24", "Max users within SLA", "95 % interval");
  }

  @Test
  void anotherNumberOfCpusIsMarked() {
    Executed predicted = Executed.of("predict", run, "--cpus", "16", "--downstream", "5ms");
    assertThat(predicted.out()).contains("CPUs: 16", "* beyond the measured loads");
  }

  /** Four users for each thread of a pool without a queue: most calls are refused. */
  @Test
  void aPoolThatRefusesIsBeyondTheSla() throws IOException {
    Executed predicted = Executed.of("predict", run, "--pool", "fixed:2", "--users", "8", "--json");
    JsonNode level = new ObjectMapper().readTree(predicted.out()).at("/predictions/0/levels/0");
    assertThat(level.path("availabilityPct").doubleValue()).isLessThan(99);
    assertThat(level.path("within").booleanValue()).isFalse();
  }

  private String save(String name, StudyResult result) throws IOException {
    return Executed.save(folder, name, result).path().toString();
  }
}
