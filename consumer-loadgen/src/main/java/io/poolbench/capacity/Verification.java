package io.poolbench.capacity;

import io.poolbench.result.PredictedUsers;
import io.poolbench.result.PredictedUsers.Role;
import io.poolbench.result.StudyResult;
import io.poolbench.sla.CapacityEstimate;
import io.poolbench.sla.CapacityRanking;
import io.poolbench.sla.EstimatedCell;
import io.poolbench.sla.LoadInterval;
import java.util.List;
import java.util.Optional;

/**
 * What a model predicted of pools, beside what was measured of them afterwards, in a provider that
 * the model was not fitted to.
 *
 * @param pools in the order of the result
 * @param contradictions of the recommendation: rankings that are shown, and the reverse of what the
 *     predicted intervals say
 */
public record Verification(List<Pool> pools, List<CapacityRanking> contradictions) {
  /** Whether a prediction held. */
  public enum Outcome {
    /** Shown by all of the measured interval. */
    HELD,
    /** The contrary is shown by all of it. */
    NOT_HELD,
    /** Neither: part of the interval says so, or the measurement has none. */
    UNDECIDED
  }

  public Verification {
    pools = List.copyOf(pools);
    contradictions = List.copyOf(contradictions);
  }

  /**
   * A predicted and measured pool.
   *
   * @param predicted its max users
   * @param measured empty where the measurement has no estimate
   */
  public record Pool(String cell, PredictedUsers predicted, Optional<CapacityEstimate> measured) {
    /** Whether its max users are as predicted: all of their interval in the predicted one. */
    public Outcome outcome() {
      if (measured.isEmpty()) {
        return Outcome.UNDECIDED;
      }
      LoadInterval interval = measured.get().interval();
      if (interval.lower() > high(predicted) || interval.upper() < predicted.low()) {
        return Outcome.NOT_HELD;
      }
      return interval.lower() >= predicted.low() && interval.upper() <= high(predicted)
          ? Outcome.HELD
          : Outcome.UNDECIDED;
    }

    /**
     * Whether it is to be recommended: it carries the planned users, and its max users are not
     * shown to be others than predicted.
     */
    Outcome recommended() {
      if (predicted.planned() == null || measured.isEmpty()) {
        return outcome();
      }
      LoadInterval interval = measured.get().interval();
      if (outcome() == Outcome.NOT_HELD || interval.upper() < predicted.planned()) {
        return Outcome.NOT_HELD;
      }
      return interval.lower() >= predicted.planned() ? Outcome.HELD : Outcome.UNDECIDED;
    }
  }

  private static double high(PredictedUsers predicted) {
    return predicted.high() == null ? Double.POSITIVE_INFINITY : predicted.high();
  }

  /** The verification in a result; empty where it has none. */
  public static Optional<Verification> of(StudyResult result) {
    List<EstimatedCell> cells =
        CapacityRanking.estimates(result).stream().filter(of -> of.cell().verifies()).toList();
    if (cells.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Verification(
            cells.stream().map(Verification::pool).toList(),
            CapacityRanking.of(cells).stream().filter(Verification::isContradiction).toList()));
  }

  private static Pool pool(EstimatedCell cell) {
    return new Pool(cell.cell().cell().name(), predicted(cell), cell.estimate());
  }

  private static PredictedUsers predicted(EstimatedCell cell) {
    return cell.cell().repetitions().get(0).predicted();
  }

  private static boolean isContradiction(CapacityRanking ranking) {
    return ranking.answer() == CapacityRanking.Answer.SHOWN
        && high(predicted(ranking.more())) < predicted(ranking.less()).low();
  }

  /** Whether the recommendation held: its pool's max users, and the order of the pools. */
  public Outcome outcome() {
    Outcome recommended =
        pools.stream()
            .filter(pool -> pool.predicted().role() == Role.RECOMMENDED)
            .map(Pool::recommended)
            .findFirst()
            .orElse(Outcome.UNDECIDED);
    return contradictions.isEmpty() ? recommended : Outcome.NOT_HELD;
  }
}
