package io.poolbench.sla;

import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.result.Violation;
import io.poolbench.sla.CapacityEstimate.Basis;
import io.poolbench.spec.Sla;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A cell with the estimate of its capacity, and the draws behind it.
 *
 * <p>The lowest level that fails for anything but a share (a bound by value, such as TPS or CPU, or
 * no answer at all) caps the capacity: such a verdict has no interval. Where the shares alone would
 * carry more than that, there is no estimate.
 */
public final class EstimatedCell {
  /** Why there is no estimate. */
  public enum Lack {
    /** The SLA bounds no percentile and no availability. */
    NO_SHARE_BOUND,
    /** No level has a valid step, or the result does not have their batches. */
    NO_BATCHES,
    /** One level says whether it is within the SLA, and not where the SLA breaks. */
    ONE_LEVEL,
    /** A bound by value limits the capacity. */
    LIMITED_BY_VALUE,
    /** Groups of users have each their own bounds and batches. */
    GROUPS,
    /** A step of several phases is no load held. */
    PHASES
  }

  private final RepeatedCell cell;
  private final boolean paired;
  private final CapacityDraws draws;
  private final CapacityEstimate estimate;
  private final Lack lack;

  private EstimatedCell(
      RepeatedCell cell, boolean paired, Basis basis, int samples, CapacityDraws draws, Lack lack) {
    this.cell = cell;
    this.paired = paired;
    this.draws = draws;
    this.estimate = draws == null ? null : CapacityEstimate.of(draws, basis, samples);
    this.lack = lack;
  }

  /**
   * Estimates a cell's capacity.
   *
   * @param paired whether its windows are rounds in which all cells of the result were measured
   * @param among the number of clusters of the cells that it is compared with, at most
   * @param seed of the run: the same for cells of one run, so that what hit all of them cancels
   */
  static EstimatedCell of(RepeatedCell cell, boolean paired, int among, long seed) {
    CellShares shares = new CellShares(cell, paired);
    int clusters = shares.clusters();
    if (!cell.cell().load().groups().isEmpty()) {
      return lacking(cell, paired, shares, Lack.GROUPS);
    }
    if (!cell.cell().load().phases().isEmpty()) {
      return lacking(cell, paired, shares, Lack.PHASES);
    }
    if (cell.cell().sla().bounds().stream().noneMatch(CellShares::isShare)) {
      return lacking(cell, paired, shares, Lack.NO_SHARE_BOUND);
    }
    List<ShareCurve> curves = shares.curves(Math.max(among, clusters));
    if (curves.isEmpty()) {
      return lacking(cell, paired, shares, Lack.NO_BATCHES);
    }
    if (cell.levelResults().size() == 1) {
      return lacking(cell, paired, shares, Lack.ONE_LEVEL);
    }
    double cap = cap(cell);
    if (curves.stream().mapToDouble(ShareCurve::crossing).min().orElseThrow() > cap) {
      return lacking(cell, paired, shares, Lack.LIMITED_BY_VALUE);
    }
    CapacityDraws draws =
        new CapacityDraws(
            curves, cap, CapacityDraws.COUNT, seed, seed + cell.cell().name().hashCode());
    return new EstimatedCell(cell, paired, shares.basis(), clusters, draws, null);
  }

  private static EstimatedCell lacking(
      RepeatedCell cell, boolean paired, CellShares shares, Lack lack) {
    return new EstimatedCell(cell, paired, shares.basis(), 0, null, lack);
  }

  /** The lowest level that fails for something without a share; infinite if none. */
  private static double cap(RepeatedCell cell) {
    boolean passed = false;
    for (LevelResult level : cell.levelResults()) {
      passed |= level.pass();
      boolean tooLittle = level.tooLittle() && !passed;
      if (level.verdict() == Verdict.Kind.FAIL
          && !tooLittle
          && failsByValue(cell.cell().sla(), level.deciding())) {
        return level.level();
      }
    }
    return Double.POSITIVE_INFINITY;
  }

  private static boolean failsByValue(Sla sla, StepResult step) {
    List<String> ofShares =
        sla.bounds().stream()
            .filter(CellShares::isShare)
            .map(bound -> SlaEvaluator.metric(bound).id())
            .flatMap(id -> Stream.of(id, id + Violation.LATE))
            .toList();
    return !ofShares.containsAll(step.verdict().codes());
  }

  /** The cell with its repetitions. */
  public RepeatedCell cell() {
    return cell;
  }

  /** The estimate; empty where there is none. */
  public Optional<CapacityEstimate> estimate() {
    return Optional.ofNullable(estimate);
  }

  /** Why there is no estimate; empty where there is one. */
  public Optional<Lack> lack() {
    return Optional.ofNullable(lack);
  }

  /**
   * Whether its interval holds what differs from one provider to the next, or that cancels.
   *
   * @param together whether it is compared with a cell of the same run
   */
  boolean isRankable(boolean together) {
    return (paired && together) || cell.count() > 1;
  }

  /**
   * The interval of this capacity minus another's; both have an estimate.
   *
   * @param error the probability of a difference outside
   */
  LoadInterval minus(EstimatedCell other, double error) {
    return draws.minus(other.draws, error);
  }
}
