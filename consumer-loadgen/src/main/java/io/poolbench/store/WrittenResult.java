package io.poolbench.store;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.poolbench.judge.CapacityEstimate;
import io.poolbench.judge.CapacityEstimate.Basis;
import io.poolbench.judge.CapacityRanking;
import io.poolbench.judge.CapacitySpread;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.RoundDifference;
import io.poolbench.result.AgreementRow;
import io.poolbench.result.DecidedFinding;
import io.poolbench.result.FigureText;
import io.poolbench.result.StudyResult;
import io.poolbench.stats.Range;
import java.util.List;

/**
 * The content of a result file: the measurements, and the capacities and rankings computed from
 * them for readers other than poolbench. These are computed on each write and never read.
 *
 * @param rankings of each pair of cells whose levels have the same unit
 * @param agreement with published tables; empty until a run has ended
 * @param decidedFindings of the study and of the publication; empty until a run has ended
 */
record WrittenResult(
    @JsonUnwrapped StudyResult result,
    List<CellCapacity> capacities,
    List<Ranking> rankings,
    List<AgreementRow> agreement,
    List<DecidedFinding> decidedFindings) {
  static WrittenResult of(
      StudyResult result, List<AgreementRow> agreement, List<DecidedFinding> findings) {
    List<EstimatedCell> cells = CapacityRanking.estimates(result);
    return new WrittenResult(
        result,
        cells.stream().map(CellCapacity::of).toList(),
        CapacityRanking.of(cells).stream().map(Ranking::of).toList(),
        agreement,
        findings);
  }

  /**
   * The capacity of a cell.
   *
   * @param unit of its loads, such as {@code users}
   * @param measured the highest level measured to pass, over the repetitions; null if unknown in
   *     every repetition
   * @param estimate on this host, disturbances included; null if there is none
   * @param undisturbed estimate from calm blocks only; null if there are too few
   * @param lack why there is no estimate; null if there is one
   */
  record CellCapacity(
      String cell,
      String unit,
      CapacitySpread measured,
      Estimate estimate,
      Estimate undisturbed,
      EstimatedCell.Lack lack) {
    CellCapacity {
      if ((estimate == null) != (lack != null)) {
        throw new IllegalArgumentException("estimate " + estimate + ", lack " + lack);
      }
    }

    static CellCapacity of(EstimatedCell estimated) {
      return new CellCapacity(
          estimated.name(),
          FigureText.unit(estimated.workload()),
          estimated.cell().capacity().orElse(null),
          estimated.estimate().map(Estimate::of).orElse(null),
          estimated.undisturbed().map(Estimate::of).orElse(null),
          estimated.lack().orElse(null));
    }
  }

  /** An estimate; its interval is computed from {@code samples} units of {@code basis}. */
  record Estimate(
      Load capacity, Load lower, Load upper, int confidencePct, Basis basis, int samples) {
    static Estimate of(CapacityEstimate estimate) {
      return new Estimate(
          Load.of(estimate.load(), estimate),
          Load.of(estimate.interval().lower(), estimate),
          Load.of(estimate.interval().upper(), estimate),
          CapacityEstimate.CONFIDENCE_PCT,
          estimate.basis(),
          estimate.samples());
    }
  }

  /**
   * A load of an estimate, without the infinite numbers that JSON lacks.
   *
   * @param load the load; if it is open, the lowest or highest measured level
   * @param open on which side of {@code load} the value lies, at an unknown distance; null if
   *     {@code load} is the value
   */
  record Load(double load, Open open) {
    enum Open {
      BELOW,
      ABOVE
    }

    static Load of(double load, CapacityEstimate estimate) {
      if (Double.isInfinite(load)) {
        return load > 0
            ? new Load(estimate.highestLevel(), Open.ABOVE)
            : new Load(estimate.lowestLevel(), Open.BELOW);
      }
      return new Load(load, null);
    }
  }

  /**
   * The ranking of two cells by the load that they can serve.
   *
   * @param more the name of the cell with fewer late calls, or the higher estimate
   * @param less the name of the other cell
   * @param unit of the difference
   * @param difference null if a cell has no estimate
   * @param test at the levels around the crossing; null if the cells were not measured in rounds
   * @param low if the curves cross, the levels at which {@code more} is better; null otherwise
   * @param high if the curves cross, the levels at which {@code less} is better; null otherwise
   */
  record Ranking(
      String more,
      String less,
      String unit,
      CapacityRanking.Answer answer,
      Difference difference,
      RoundDifference test,
      RoundDifference low,
      RoundDifference high) {
    static Ranking of(CapacityRanking ranking) {
      return new Ranking(
          ranking.more().name(),
          ranking.less().name(),
          FigureText.unit(ranking.more().workload()),
          ranking.answer(),
          ranking.difference() == null ? null : Difference.of(ranking.difference()),
          ranking.test(),
          ranking.crossing() == null ? null : ranking.crossing().low(),
          ranking.crossing() == null ? null : ranking.crossing().high());
    }
  }

  /** The interval of a difference; null = open. */
  record Difference(Double lower, Double upper) {
    static Difference of(Range interval) {
      return new Difference(finite(interval.lower()), finite(interval.upper()));
    }

    private static Double finite(double end) {
      return Double.isInfinite(end) ? null : end;
    }
  }
}
