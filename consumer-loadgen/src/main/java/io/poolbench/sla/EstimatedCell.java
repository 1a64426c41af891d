package io.poolbench.sla;

import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.result.Violation;
import io.poolbench.sla.CapacityEstimate.Basis;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Sla;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A cell with the estimate of its capacity.
 *
 * <p>A failure of a bound on a value, such as TPS or CPU, or because nothing was answered, has no
 * interval. The lowest level with such a failure is an upper limit of the capacity. If the shares
 * alone would allow more load than this limit, there is no estimate.
 */
public final class EstimatedCell {
  /** Why there is no estimate. */
  public enum Lack {
    /** The SLA bounds no percentile and no availability. */
    NO_SHARE_BOUND,
    /** No level has a valid step, or the result does not contain batches. */
    NO_BATCHES,
    /** A single level does not show at which load the SLA breaks. */
    ONE_LEVEL,
    /** A bound on a value limits the capacity. */
    LIMITED_BY_VALUE,
    /** Each group of users has its own bounds and batches. */
    GROUPS,
    /** A step with several phases has no constant load. */
    PHASES
  }

  private final CellShares shares;
  private final double cap;
  private final List<ShareCurve> curves;
  private final CapacityEstimate estimate;
  private final CapacityEstimate undisturbed;
  private final Lack lack;

  private EstimatedCell(CellShares shares) {
    this.shares = shares;
    this.cap = cap(shares.cell());
    this.curves = shares.curves();
    this.lack = lack(shares, curves, cap);
    this.estimate =
        lack == null ? CapacityEstimate.of(curves, cap, shares.basis(), shares.clusters()) : null;
    this.undisturbed = lack == null && shares.paired() ? undisturbed(shares, cap) : null;
  }

  /** Estimates a capacity; {@code paired} if windows are rounds that measured all cells. */
  static EstimatedCell of(RepeatedCell cell, boolean paired) {
    return new EstimatedCell(new CellShares(cell, paired));
  }

  private static CapacityEstimate undisturbed(CellShares shares, double cap) {
    List<ShareCurve> calm = shares.calmCurves();
    return calm.isEmpty()
        ? null
        : CapacityEstimate.of(
            calm,
            cap,
            Basis.ROUNDS,
            calm.stream().mapToInt(ShareCurve::clusters).min().orElseThrow());
  }

  /** Returns null if there is an estimate. */
  private static Lack lack(CellShares shares, List<ShareCurve> curves, double cap) {
    Cell cell = shares.cell().cell();
    if (!cell.load().groups().isEmpty()) {
      return Lack.GROUPS;
    }
    if (!cell.load().phases().isEmpty()) {
      return Lack.PHASES;
    }
    if (shares.bounds().isEmpty()) {
      return Lack.NO_SHARE_BOUND;
    }
    if (curves.isEmpty()) {
      return Lack.NO_BATCHES;
    }
    if (shares.cell().levelResults().size() == 1) {
      return Lack.ONE_LEVEL;
    }
    return curves.stream().mapToDouble(ShareCurve::crossing).min().orElseThrow() > cap
        ? Lack.LIMITED_BY_VALUE
        : null;
  }

  /** The lowest level that fails for something other than a share; infinite if none. */
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
            .flatMap(id -> Stream.of(id, id + Violation.LATE, id + Violation.LATE_TIME))
            .toList();
    return !ofShares.containsAll(step.verdict().codes());
  }

  public RepeatedCell cell() {
    return shares.cell();
  }

  /** The capacity on the host as it was, from all blocks; empty if there is no estimate. */
  public Optional<CapacityEstimate> estimate() {
    return Optional.ofNullable(estimate);
  }

  /**
   * The capacity on the undisturbed host, from blocks in which other processes and machines took
   * hardly any CPU time; empty with too few of them.
   */
  public Optional<CapacityEstimate> undisturbed() {
    return Optional.ofNullable(undisturbed);
  }

  public Optional<Lack> lack() {
    return Optional.ofNullable(lack);
  }

  /** The shares if the cell can be ranked by its share of late calls; otherwise empty. */
  Optional<CellShares> ranked() {
    return shares.paired() && (lack == null || lack == Lack.ONE_LEVEL)
        ? Optional.of(shares)
        : Optional.empty();
  }

  /**
   * The interval of this capacity minus another one; both have estimates and count as independent.
   * The distances of the limits from the estimate are combined in squares (G. Y. Zou, A. Donner,
   * Construction of confidence limits about effect measures, Statistics in Medicine 27, 2008).
   *
   * @param error the probability that the difference is outside of the interval
   */
  LoadInterval minus(EstimatedCell other, double error) {
    Range own = range(error);
    Range others = other.range(error);
    return new LoadInterval(
        own.load - others.load - Math.hypot(own.below(), others.above()),
        own.load - others.load + Math.hypot(own.above(), others.below()));
  }

  /** If the estimate is outside of the levels, the load is a finite end of the interval. */
  private Range range(double error) {
    LoadInterval interval = CapacityEstimate.interval(curves, cap, error);
    double lower =
        interval.lower() == Double.POSITIVE_INFINITY
            ? estimate.highestLevel()
            : Math.max(0, interval.lower());
    double upper =
        interval.upper() == Double.NEGATIVE_INFINITY ? estimate.lowestLevel() : interval.upper();
    double load = Math.max(lower, Math.min(upper, estimate.load()));
    return new Range(lower, Double.isInfinite(load) ? lower : load, upper);
  }

  private record Range(double lower, double load, double upper) {
    double below() {
      return load - lower;
    }

    double above() {
      return upper - load;
    }
  }
}
