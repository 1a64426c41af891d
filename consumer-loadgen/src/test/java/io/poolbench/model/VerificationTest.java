package io.poolbench.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.judge.CapacityEstimate;
import io.poolbench.judge.CapacityEstimate.Basis;
import io.poolbench.judge.Decision;
import io.poolbench.judge.SimulatedResult;
import io.poolbench.model.Verification.Pool;
import io.poolbench.result.CellResult;
import io.poolbench.result.CellResult.PredictedUsers;
import io.poolbench.result.CellResult.PredictedUsers.Role;
import io.poolbench.result.StudyResult;
import io.poolbench.stats.Range;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerificationTest {
  private static final PredictedUsers PREDICTED =
      new PredictedUsers(Role.RECOMMENDED, 30, 24, 35.0, 25, false);

  private static Pool pool(PredictedUsers predicted, double lower, double load, double upper) {
    return new Pool(
        "a",
        predicted,
        Optional.of(new CapacityEstimate(load, new Range(lower, upper), 8, 48, Basis.ROUNDS, 8)));
  }

  /** Predicted 24 to 35, planned for 25. Of a noisy host the intervals mostly overlap. */
  @ParameterizedTest
  @CsvSource({
    "8, 48, 27, 30, 33, SHOWN, SHOWN",
    "8, 48, 24, 25, 29, SHOWN, NOT_SHOWN",
    "8, 48, 26, 30, 45, NOT_SHOWN, SHOWN",
    "8, 48, 20, 30, 40, NOT_SHOWN, NOT_SHOWN",
    "8, 48, -Infinity, 30, Infinity, NOT_SHOWN, NOT_SHOWN",
    "8, 48, 20, 22, 24.9, NOT_SHOWN, REFUTED",
    "8, 48, 35.1, 37, 40, REFUTED, REFUTED",
    "8, 48, -Infinity, 20, 23.9, REFUTED, REFUTED",
    "8, 48, Infinity, Infinity, Infinity, REFUTED, REFUTED",
    // Few levels are left, all of which pass, or all of which fail.
    "8, 20, Infinity, Infinity, Infinity, NOT_SHOWN, NOT_SHOWN",
    "8, 25, Infinity, Infinity, Infinity, NOT_SHOWN, SHOWN",
    "25, 36, Infinity, Infinity, Infinity, REFUTED, REFUTED",
    "25, 36, -Infinity, -Infinity, -Infinity, NOT_SHOWN, REFUTED",
    "28, 36, -Infinity, -Infinity, -Infinity, NOT_SHOWN, NOT_SHOWN",
    "16, 20, -Infinity, -Infinity, -Infinity, REFUTED, REFUTED"
  })
  void ruleAnOutcomeIsWhatAllOfTheIntervalShowsAboutTheLevelsThatWereMeasured(
      int lowest,
      int highest,
      double lower,
      double load,
      double upper,
      Decision prediction,
      Decision recommendation) {
    CapacityEstimate measured =
        new CapacityEstimate(load, new Range(lower, upper), lowest, highest, Basis.ROUNDS, 8);
    Pool pool = new Pool("a", PREDICTED, Optional.of(measured));
    assertThat(pool.outcome()).isEqualTo(prediction);
    assertThat(new Verification(List.of(pool), List.of()).outcome()).isEqualTo(recommendation);
  }

  @Test
  void ruleAnOpenPredictionHoldsForAllCapacitiesAbove() {
    PredictedUsers open = new PredictedUsers(Role.RECOMMENDED, 30, 25, null, 25, false);
    assertThat(pool(open, 60, 65, 70).outcome()).isEqualTo(Decision.SHOWN);
    assertThat(pool(open, 10, 15, 20).outcome()).isEqualTo(Decision.REFUTED);
  }

  /** A neighbour may be off: it is not what is recommended. */
  @Test
  void ruleTheRecommendedPoolDecides() {
    PredictedUsers smaller = new PredictedUsers(Role.SMALLER, 20, 18, 22.0, null, false);
    Verification verification =
        new Verification(
            List.of(pool(smaller, 30, 35, 40), pool(PREDICTED, 28, 30, 32)), List.of());
    assertThat(verification.outcome()).isEqualTo(Decision.SHOWN);
    Pool unknown = new Pool("a", PREDICTED, Optional.empty());
    assertThat(new Verification(List.of(unknown), List.of()).outcome())
        .as("without an estimate")
        .isEqualTo(Decision.NOT_SHOWN);
  }

  /** Without the blocks it is not known what others took. */
  @Test
  void ruleAPredictionForTheUndisturbedHostIsComparedWithThatHostOnly() {
    StudyResult measured = SimulatedResult.paired(7, 24);
    CellResult calm = measured.cells().get(0);
    CellResult unknown = Changed.with(calm, "blocks", List.of());

    assertThat(measured(measured, calm, true)).isPresent();
    assertThat(measured(measured, unknown, true)).isEmpty();
    assertThat(measured(measured, unknown, false)).isPresent();
    assertThat(Verification.of(measured)).as("without a prediction").isEmpty();
  }

  private static Optional<CapacityEstimate> measured(
      StudyResult result, CellResult cell, boolean undisturbed) {
    CellResult verifying =
        cell.verifying(new PredictedUsers(Role.RECOMMENDED, 30, 24, 35.0, 25, undisturbed));
    StudyResult verified = Changed.with(result, "cells", List.of(verifying));
    return Verification.of(verified).orElseThrow().pools().get(0).measured();
  }
}
