package io.poolbench.store;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.poolbench.result.AgreementRow;
import io.poolbench.result.FigureText;
import io.poolbench.result.StudyResult;
import io.poolbench.sla.CapacityEstimate;
import io.poolbench.sla.CapacityEstimate.Basis;
import io.poolbench.sla.CapacityRanking;
import io.poolbench.sla.CapacitySpread;
import io.poolbench.sla.EstimatedCell;
import io.poolbench.sla.LoadInterval;
import io.poolbench.sla.RoundsTest;
import java.util.List;
import java.util.Objects;

/**
 * A result as its file holds it: what was measured, and for readers other than poolbench the
 * capacities and rankings that follow from it. These are computed on each write and never read.
 *
 * @param rankings of each pair of cells whose levels have one unit
 * @param agreement with published tables; none before a run has ended
 */
record WrittenResult(
    @JsonUnwrapped StudyResult result,
    List<CellCapacity> capacities,
    List<Ranking> rankings,
    List<AgreementRow> agreement) {
  WrittenResult {
    Objects.requireNonNull(result, "result");
    capacities = List.copyOf(capacities);
    rankings = List.copyOf(rankings);
    agreement = List.copyOf(agreement);
  }

  static WrittenResult of(StudyResult result, List<AgreementRow> agreement) {
    List<EstimatedCell> cells = CapacityRanking.estimates(result);
    return new WrittenResult(
        result,
        cells.stream().map(CellCapacity::of).toList(),
        CapacityRanking.of(cells).stream().map(Ranking::of).toList(),
        agreement);
  }

  /**
   * The capacity of a cell.
   *
   * @param unit of its loads, such as {@code users}
   * @param measured the highest level that was measured to pass, over the repetitions; null where
   *     no repetition knows it
   * @param estimate on this host as it was; null where there is none
   * @param undisturbed by the calm blocks alone; null where there are too few
   * @param lack why there is none; null where there is one
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
          nameOf(estimated),
          unitOf(estimated),
          estimated.cell().capacity().orElse(null),
          estimated.estimate().map(Estimate::of).orElse(null),
          estimated.undisturbed().map(Estimate::of).orElse(null),
          estimated.lack().orElse(null));
    }
  }

  /**
   * An estimate with its interval.
   *
   * @param samples how many of {@code basis} the interval is computed from
   */
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
   * A load of an estimate. JSON has no infinite numbers.
   *
   * @param load where it is open, the lowest or highest level measured
   * @param open on which side of {@code load} it lies, at an unknown distance; null where it is
   *     {@code load} itself
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
   * Whether one cell is shown to carry more load than another.
   *
   * @param more the name of the cell with fewer late calls, or the higher estimate
   * @param less that of the other one
   * @param unit of the difference
   * @param difference null where one of them has no estimate
   * @param test at the levels around the crossing; null of cells that were not measured in rounds
   * @param low where the curves cross: the levels at which {@code more} is better; null otherwise
   * @param high likewise: the levels at which {@code less} is better; null otherwise
   */
  record Ranking(
      String more,
      String less,
      String unit,
      CapacityRanking.Answer answer,
      Difference difference,
      RoundsTest test,
      RoundsTest low,
      RoundsTest high) {
    static Ranking of(CapacityRanking ranking) {
      return new Ranking(
          nameOf(ranking.more()),
          nameOf(ranking.less()),
          unitOf(ranking.more()),
          ranking.answer(),
          ranking.difference() == null ? null : Difference.of(ranking.difference()),
          ranking.test(),
          ranking.crossing() == null ? null : ranking.crossing().low(),
          ranking.crossing() == null ? null : ranking.crossing().high());
    }
  }

  /**
   * The interval of a difference.
   *
   * @param lower null = open
   * @param upper null = open
   */
  record Difference(Double lower, Double upper) {
    static Difference of(LoadInterval interval) {
      return new Difference(finite(interval.lower()), finite(interval.upper()));
    }

    private static Double finite(double end) {
      return Double.isInfinite(end) ? null : end;
    }
  }

  private static String nameOf(EstimatedCell cell) {
    return cell.cell().cell().name();
  }

  private static String unitOf(EstimatedCell cell) {
    return FigureText.unit(cell.cell().cell().load().workload());
  }
}
