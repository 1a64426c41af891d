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

  /**
   * Estimates a cell's capacity.
   *
   * @param paired whether its windows are rounds in which all cells of the result were measured
   */
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

  /** Null where there is an estimate. */
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
            .flatMap(id -> Stream.of(id, id + Violation.LATE, id + Violation.LATE_TIME))
            .toList();
    return !ofShares.containsAll(step.verdict().codes());
  }

  /** The cell with its repetitions. */
  public RepeatedCell cell() {
    return shares.cell();
  }

  /** The capacity on this host as it was, by all blocks; empty where there is no estimate. */
  public Optional<CapacityEstimate> estimate() {
    return Optional.ofNullable(estimate);
  }

  /**
   * The capacity of the host undisturbed, by the blocks in which hardly any CPU time was taken by
   * something else; empty where there are too few of them.
   */
  public Optional<CapacityEstimate> undisturbed() {
    return Optional.ofNullable(undisturbed);
  }

  /** Why there is no estimate; empty where there is one. */
  public Optional<Lack> lack() {
    return Optional.ofNullable(lack);
  }

  /** Its shares, where the share of late calls at a level ranks it. */
  Optional<CellShares> ranked() {
    return shares.paired() && (lack == null || lack == Lack.ONE_LEVEL)
        ? Optional.of(shares)
        : Optional.empty();
  }

  /**
   * The interval of this capacity minus another's, measured independently; both have an estimate.
   * Each side's distance from its estimate is taken for its error (G. Y. Zou, A. Donner,
   * Construction of confidence limits about effect measures, Statistics in Medicine 27, 2008).
   *
   * @param error the probability of a difference outside
   */
  LoadInterval minus(EstimatedCell other, double error) {
    Range own = range(error);
    Range others = other.range(error);
    return new LoadInterval(
        own.load - others.load - Math.hypot(own.below(), others.above()),
        own.load - others.load + Math.hypot(own.above(), others.below()));
  }

  /** Without an estimate between levels, the middle or the finite end of what is known. */
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
