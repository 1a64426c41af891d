package io.poolbench.model;

import io.poolbench.judge.CapacityEstimate;
import io.poolbench.judge.CapacityRanking;
import io.poolbench.judge.Decision;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.result.CellResult.PredictedUsers;
import io.poolbench.result.CellResult.PredictedUsers.Role;
import io.poolbench.result.StudyResult;
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
  public Verification {
    pools = List.copyOf(pools);
    contradictions = List.copyOf(contradictions);
  }

  /**
   * A predicted and measured pool; {@code measured} is empty without an estimate, which is that of
   * the undisturbed host if the prediction is.
   */
  public record Pool(String cell, PredictedUsers predicted, Optional<CapacityEstimate> measured) {
    /** Whether the interval of the measured max users is within the predicted interval. */
    public Decision outcome() {
      if (measured.isEmpty()) {
        return Decision.NOT_SHOWN;
      }
      CapacityEstimate users = measured.get();
      if (users.atLeast() > high(predicted) || users.isBelow(predicted.low())) {
        return Decision.REFUTED;
      }
      return users.atLeast() >= predicted.low() && users.interval().upper() <= high(predicted)
          ? Decision.SHOWN
          : Decision.NOT_SHOWN;
    }

    /**
     * Whether the pool's recommendation held: it carries the planned users, and its measured max
     * users do not contradict the prediction.
     */
    Decision recommended() {
      if (predicted.planned() == null || measured.isEmpty()) {
        return outcome();
      }
      CapacityEstimate users = measured.get();
      if (outcome() == Decision.REFUTED || users.isBelow(predicted.planned())) {
        return Decision.REFUTED;
      }
      return users.atLeast() >= predicted.planned() ? Decision.SHOWN : Decision.NOT_SHOWN;
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
    PredictedUsers predicted = predicted(cell);
    return new Pool(
        cell.name(), predicted, predicted.undisturbed() ? cell.undisturbed() : cell.estimate());
  }

  private static PredictedUsers predicted(EstimatedCell cell) {
    return cell.cell().repetitions().get(0).predicted();
  }

  private static boolean isContradiction(CapacityRanking ranking) {
    return ranking.answer() == CapacityRanking.Answer.SHOWN
        && high(predicted(ranking.more())) < predicted(ranking.less()).low();
  }

  /** Whether the recommendation held: the max users of its pool, and the order of the pools. */
  public Decision outcome() {
    Decision recommended =
        pools.stream()
            .filter(pool -> pool.predicted().role() == Role.RECOMMENDED)
            .map(Pool::recommended)
            .findFirst()
            .orElse(Decision.NOT_SHOWN);
    return contradictions.isEmpty() ? recommended : Decision.REFUTED;
  }
}
