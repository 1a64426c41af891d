package io.poolbench.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.capacity.Verification.Outcome;
import io.poolbench.capacity.Verification.Pool;
import io.poolbench.result.PredictedUsers;
import io.poolbench.result.PredictedUsers.Role;
import io.poolbench.sla.CapacityEstimate;
import io.poolbench.sla.CapacityEstimate.Basis;
import io.poolbench.sla.LoadInterval;
import io.poolbench.store.SampleResult;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerificationTest {
  private static final PredictedUsers PREDICTED =
      new PredictedUsers(Role.RECOMMENDED, 30, 25, 35.0);

  private static Pool pool(PredictedUsers predicted, double lower, double upper) {
    return new Pool(
        "a",
        predicted,
        Optional.of(
            new CapacityEstimate(lower, new LoadInterval(lower, upper), 8, 48, Basis.ROUNDS, 8)));
  }

  @ParameterizedTest
  @CsvSource({
    "27, 33, HELD",
    "20, 25, HELD",
    "35, 40, HELD",
    "20, 24.9, NOT_HELD",
    "35.1, 40, NOT_HELD",
    "-Infinity, 24, NOT_HELD",
    "36, Infinity, NOT_HELD",
    "Infinity, Infinity, NOT_HELD",
    "30, Infinity, HELD",
    "-Infinity, Infinity, UNDECIDED"
  })
  void rulePredictedAndMeasuredIntervalsHaveLoadsInCommon(
      double lower, double upper, Outcome outcome) {
    Pool pool = pool(PREDICTED, lower, upper);
    assertThat(pool.outcome()).isEqualTo(outcome);
    assertThat(new Verification(List.of(pool), List.of()).outcome()).isEqualTo(outcome);
  }

  @Test
  void ruleAnOpenPredictionHoldsForAllCapacitiesAbove() {
    PredictedUsers open = new PredictedUsers(Role.RECOMMENDED, 30, 25, null);
    assertThat(pool(open, 60, 70).outcome()).isEqualTo(Outcome.HELD);
    assertThat(pool(open, 10, 20).outcome()).isEqualTo(Outcome.NOT_HELD);
  }

  @Test
  void ruleWithoutAnEstimateNothingIsDecided() {
    Pool pool = new Pool("a", PREDICTED, Optional.empty());
    assertThat(new Verification(List.of(pool), List.of()).outcome()).isEqualTo(Outcome.UNDECIDED);
  }

  /** A neighbour may be off: it is not what is recommended. */
  @Test
  void ruleTheRecommendedPoolDecides() {
    PredictedUsers smaller = new PredictedUsers(Role.SMALLER, 20, 18, 22.0);
    Verification verification =
        new Verification(List.of(pool(smaller, 30, 40), pool(PREDICTED, 28, 32)), List.of());
    assertThat(verification.outcome()).isEqualTo(Outcome.HELD);
  }

  @Test
  void ruleAResultWithoutPredictionsHasNoVerification() {
    assertThat(Verification.of(SampleResult.studyResult())).isEmpty();
  }
}
