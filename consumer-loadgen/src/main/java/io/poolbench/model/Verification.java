package io.poolbench.model;

import io.poolbench.judge.CapacityEstimate;
import io.poolbench.judge.CapacityRanking;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.result.CellResult.PredictedUsers;
import io.poolbench.result.CellResult.PredictedUsers.Role;
import io.poolbench.result.StudyResult;
import io.poolbench.stats.Range;
import java.util.List;
import java.util.Optional;

/**
 * The predictions for pools compared with later measurements of the same pools, in a provider that
 * the model was not fitted to.
 *
 * @param pools in the order of the result
 * @param contradictions measured rankings that are the reverse of what the predicted intervals
 *     imply
 */
public record Verification(List<Pool> pools, List<CapacityRanking> contradictions) {
  /** Whether a prediction held. */
  public enum Outcome {
    /** The whole measured interval supports the prediction. */
    HELD,
    /** The whole measured interval contradicts the prediction. */
    NOT_HELD,
    /** The measured interval supports the prediction in part only, or there is no measurement. */
    UNDECIDED
  }

  public Verification {
    pools = List.copyOf(pools);
    contradictions = List.copyOf(contradictions);
  }

  /** A predicted and measured pool; {@code measured} is empty without an estimate. */
  public record Pool(String cell, PredictedUsers predicted, Optional<CapacityEstimate> measured) {
    /** Whether the interval of the measured max users is within the predicted interval. */
    public Outcome outcome() {
      if (measured.isEmpty()) {
        return Outcome.UNDECIDED;
      }
      Range interval = measured.get().interval();
      if (interval.lower() > high(predicted) || interval.upper() < predicted.low()) {
        return Outcome.NOT_HELD;
      }
      return interval.lower() >= predicted.low() && interval.upper() <= high(predicted)
          ? Outcome.HELD
          : Outcome.UNDECIDED;
    }

    /**
     * Whether the pool's recommendation held: it carries the planned users, and its measured max
     * users do not contradict the prediction.
     */
    Outcome recommended() {
      if (predicted.planned() == null || measured.isEmpty()) {
        return outcome();
      }
      Range interval = measured.get().interval();
      if (outcome() == Outcome.NOT_HELD || interval.upper() < predicted.planned()) {
        return Outcome.NOT_HELD;
      }
      return interval.lower() >= predicted.planned() ? Outcome.HELD : Outcome.UNDECIDED;
    }
  }

  private static double high(PredictedUsers predicted) {
    return predicted.high() == null ? Double.POSITIVE_INFINITY : predicted.high();
  }

  /** Empty if the result verifies no prediction. */
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

  /** Whether the recommendation held: the max users of its pool, and the order of the pools. */
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
