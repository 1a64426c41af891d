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
    /**
     * The measured max users are within the predicted interval, and not below the users that the
     * pool is recommended for.
     */
    HELD,
    /**
     * All of the measured interval is outside of the predicted one, or below the users that the
     * pool is recommended for.
     */
    NOT_HELD,
    /** Neither; or the measurement has no interval, or one that is open on both sides. */
    UNDECIDED
  }

  public Verification {
    pools = List.copyOf(pools);
    contradictions = List.copyOf(contradictions);
  }

  /**
   * A predicted and measured pool.
   *
   * @param cell its name
   * @param predicted its max users
   * @param measured empty where the measurement has no estimate
   */
  public record Pool(String cell, PredictedUsers predicted, Optional<CapacityEstimate> measured) {
    /** Whether its max users are as predicted, and as many as it is recommended for. */
    public Outcome outcome() {
      Optional<LoadInterval> interval = measured.map(CapacityEstimate::interval);
      if (interval.isEmpty()
          || (Double.isInfinite(interval.get().lower())
              && Double.isInfinite(interval.get().upper())
              && interval.get().lower() < interval.get().upper())) {
        return Outcome.UNDECIDED;
      }
      if (predicted.contains(measured.get().load()) && reaches(measured.get().load())) {
        return Outcome.HELD;
      }
      boolean possible =
          interval.get().lower() <= high(predicted)
              && interval.get().upper() >= predicted.low()
              && reaches(interval.get().upper());
      return possible ? Outcome.UNDECIDED : Outcome.NOT_HELD;
    }

    private boolean reaches(double maxUsers) {
      return predicted.planned() == null || maxUsers >= predicted.planned();
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
            .map(Pool::outcome)
            .findFirst()
            .orElse(Outcome.UNDECIDED);
    return contradictions.isEmpty() ? recommended : Outcome.NOT_HELD;
  }
}
