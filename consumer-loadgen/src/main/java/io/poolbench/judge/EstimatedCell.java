package io.poolbench.judge;

import io.poolbench.judge.CapacityEstimate.Basis;
import io.poolbench.result.Metric;
import io.poolbench.result.Verdict;
import io.poolbench.result.Violation;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Sla;
import io.poolbench.spec.Workload;
import io.poolbench.stats.Range;
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
          && failsByValue(cell.cell().sla(), level.judgement())) {
        return level.level();
      }
    }
    return Double.POSITIVE_INFINITY;
  }

  private static boolean failsByValue(Sla sla, Verdict verdict) {
    List<String> ofShares =
        sla.bounds().stream()
            .filter(CellShares::isShare)
            .map(bound -> Metric.of(bound).id())
            .flatMap(id -> Stream.of(id, id + Violation.LATE, id + Violation.LATE_TIME))
            .toList();
    return !ofShares.containsAll(verdict.codes());
  }

  public RepeatedCell cell() {
    return shares.cell();
  }

  public String name() {
    return cell().cell().name();
  }

  public Workload workload() {
    return cell().cell().load().workload();
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
  Range minus(EstimatedCell other, double error) {
    Range own = range(error);
    Range others = other.range(error);
    double load = load(own);
    double otherLoad = other.load(others);
    return new Range(
        load - otherLoad - Math.hypot(load - own.lower(), others.upper() - otherLoad),
        load - otherLoad + Math.hypot(own.upper() - load, otherLoad - others.lower()));
  }

  /** The interval of the capacity; if it is outside of the levels, it has a finite end. */
  private Range range(double error) {
    Range interval = CapacityEstimate.interval(curves, cap, error);
    return new Range(
        interval.lower() == Double.POSITIVE_INFINITY
            ? estimate.highestLevel()
            : Math.max(0, interval.lower()),
        interval.upper() == Double.NEGATIVE_INFINITY ? estimate.lowestLevel() : interval.upper());
  }

  /** The estimate within a range; its lower end if the estimate is outside of the levels. */
  private double load(Range within) {
    double load = Math.max(within.lower(), Math.min(within.upper(), estimate.load()));
    return Double.isInfinite(load) ? within.lower() : load;
  }
}
