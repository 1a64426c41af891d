package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.poolbench.Changed;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.judge.SimulatedResult;
import io.poolbench.result.Calls;
import io.poolbench.result.CellResult;
import io.poolbench.result.CellResult.CellFailure;
import io.poolbench.result.SampleVerdicts;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.ServiceMethod;
import io.poolbench.store.SampleCurves;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands {@code recommend} and {@code predict}. */
class ModelCommandsTest {
  private static final CellResult CELL =
      SampleCurves.repetition(
          "fixed 24",
          1,
          SampleCurves.step(4, 1400, 4),
          SampleCurves.step(8, 2500, 5),
          SampleCurves.step(16, 4000, 7),
          SampleCurves.step(24, 5000, 11));

  @TempDir private Path folder;

  @Test
  void aPoolForTheUsersIsRecommendedWithItsProperties() throws IOException {
    Executed found =
        Executed.of("recommend", save(CELL), "--users", "8", "--sla", "tp99=100ms", "--json");
    assertThat(found.err()).isEmpty();
    assertThat(found.exit()).isEqualTo(ExitCode.DONE.code());
    JsonNode json = new ObjectMapper().readTree(found.out());
    JsonNode pool = json.at("/recommendation/pool/pool");
    assertThat(json.at("/properties/dubbo.protocol.threads").textValue())
        .isEqualTo(pool.path("threads").asText());
    assertThat(json.at("/properties/dubbo.protocol.queues").textValue())
        .isEqualTo(pool.path("queues").asText());
    JsonNode users = json.at("/recommendation/pool/maxUsers");
    assertThat(users.path("low").doubleValue()).isGreaterThanOrEqualTo(8);
    assertThat(users.path("value").doubleValue()).isGreaterThanOrEqualTo(8 * 1.2);
  }

  @Test
  void theSlaOfTheCommandLineReplacesTheStudys() throws IOException {
    Executed found = Executed.of("recommend", save(CELL), "--sla", "tp99=20ms,cpu=90%");
    assertThat(found.exit()).isEqualTo(ExitCode.DONE.code());
    assertThat(found.out())
        .contains("TP99 < 20 ms", "95 % interval", "dubbo.protocol.threadpool=fixed");
  }

  @Test
  void aLoadThatNoPoolCarriesIsAFailedCriterion() throws IOException {
    Executed found = Executed.of("recommend", save(CELL), "--rate", "900000", "--json");
    assertThat(found.exit()).isEqualTo(ExitCode.ASSERTION_FAILED.code());
    JsonNode json = new ObjectMapper().readTree(found.out());
    assertThat(json.at("/recommendation/carried").booleanValue()).isFalse();
    assertThat(json.at("/recommendation/pool/maxUsers/high").doubleValue()).isPositive();
  }

  /** Cells that no model can be fitted to, the problem, and the measurement that is missing. */
  static Stream<Arguments> unfit() {
    StepResult light = SampleCurves.step(4, 1400, 4);
    StepResult idle = Changed.with(light, "figures.PROVIDER_CPU", 0.0);
    StepResult invalid = SampleCurves.step(8, 2500, 5, SampleVerdicts.INVALID);
    StepResult refused = Changed.with(light, "calls", new Calls(100, 900, 0, 0, 0));
    String again = "measure the INVALID steps again";
    return Stream.of(
        Arguments.of(List.of(light, idle, idle), "1 usable steps, 2 INVALID or without CPU", again),
        Arguments.of(List.of(light, invalid, invalid), "1 usable steps, 2 INVALID", again),
        Arguments.of(
            List.of(refused, refused), "0 usable steps", "measure fewer users, or a pool"));
  }

  @ParameterizedTest
  @MethodSource("unfit")
  void stepsThatAreNoLoadsAreAnsweredWithTheMissingMeasurement(
      List<StepResult> steps, String problem, String missing) throws IOException {
    StepResult[] all = steps.toArray(StepResult[]::new);
    refused(save(SampleCurves.repetition("fixed 24", 1, all)), problem, missing);
  }

  @Test
  void cellsOfSeveralClientsHaveNoCommonModel() throws IOException {
    CellResult mixed = Changed.with(CELL, "cell.driver.client", "wire", "repetition", 2);
    refused(save(CELL, mixed), "cells differ in clients", "DIR:CELL chooses one");
  }

  /** With one thread all users wait long enough not to use the CPUs. */
  @Test
  void anSlaWithoutAResponseTimeHasNoPool() throws IOException {
    Executed refused = Executed.of("recommend", save(CELL), "--sla", "cpu=70%");
    refused.assertRefused(ExitCode.USAGE, "without a bound on the response time (valid: tp99");
  }

  private static void refused(String run, String problem, String missing) {
    Executed refused = Executed.of("recommend", run);
    refused.assertRefused(ExitCode.USAGE, problem, "(valid: ", missing);
    assertThat(refused.out()).isEmpty();
  }

  private String save(CellResult... cells) throws IOException {
    StudyResult result = SampleCurves.study(List.of(cells));
    return Executed.save(folder, "run", result).path().toString();
  }

  @Test
  void eachPredictedValueHasAnInterval() throws IOException {
    Executed predicted =
        Executed.of(
            "predict", save(CELL), "--pool", "fixed:8:100", "--users", "4, 8, 32", "--json");
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
  void aSlowerRedisIsNotPredictedForCallsThatDoNotReadIt() throws IOException {
    String run = save(Changed.with(CELL, "cell.driver.method", ServiceMethod.EMPTY));
    assertThat(Executed.of("predict", run).exit()).isEqualTo(ExitCode.DONE.code());
    Executed.of("predict", run, "--downstream", "5ms")
        .assertRefused(ExitCode.USAGE, "--downstream 5ms", "Redis", "(valid: leave it out)");
  }

  @Test
  void theMeasuredPoolsAreTheDefaultAndAnotherNumberOfCpusIsMarked() throws IOException {
    Executed predicted = Executed.of("predict", save(CELL), "--cpus", "16", "--downstream", "5ms");
    assertThat(predicted.exit()).isEqualTo(ExitCode.DONE.code());
    assertThat(predicted.out())
        .contains("fixed 24", "Max users within SLA", "95 % interval")
        .contains("CPUs: 16", "* beyond the measured loads");
  }

  @Test
  void aPoolOfAProgramThatNeverStartedIsNotPredicted() throws IOException {
    PoolConfig pool = PoolConfig.of(PoolType.FIXED, null, 24, 0, null);
    CellResult replaced = Changed.with(CELL, "cell.provider", SimulatedResult.target(pool));
    CellResult failed =
        Changed.with(
            CELL,
            "cell.name",
            "own",
            "cell.provider",
            SimulatedResult.target(null),
            "pool",
            null,
            "allSteps",
            List.of(),
            "failure",
            CellFailure.of(ViolationCode.PROVIDER_NOT_STARTED, "start timed out"));

    Executed predicted = Executed.of("predict", save(replaced, failed));
    assertThat(predicted.exit()).as(predicted.err()).isEqualTo(ExitCode.DONE.code());
    assertThat(predicted.out()).contains("fixed 24").doesNotContain("as configured");
  }

  /** Four users for each thread of a pool without a queue: most calls are refused. */
  @Test
  void aPoolThatRefusesIsBeyondTheSla() throws IOException {
    Executed predicted =
        Executed.of("predict", save(CELL), "--pool", "fixed:2", "--users", "8", "--json");
    JsonNode level = new ObjectMapper().readTree(predicted.out()).at("/predictions/0/levels/0");
    assertThat(level.path("availabilityPct").doubleValue()).isLessThan(99);
    assertThat(level.path("within").booleanValue()).isFalse();
  }
}
