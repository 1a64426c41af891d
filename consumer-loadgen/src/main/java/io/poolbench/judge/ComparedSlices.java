package io.poolbench.judge;

import io.poolbench.judge.Ranking.Caveat;
import io.poolbench.judge.SlaCurves.SlaCurve;
import io.poolbench.stats.RisingCurve.Point;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The slices by which two cells of a paired study are compared. They are those that others did not
 * disturb if each level has enough of them, or on a busy host some levels; otherwise all, and where
 * a busy host makes calls late at any load, more late calls are allowed. The choice does not depend
 * on which cell is which.
 *
 * @param allowed the share of calls that may be late, if it is not the SLA's
 */
record ComparedSlices(
    JudgedCell one,
    JudgedCell other,
    Samples samples,
    HostConditions host,
    OptionalDouble allowed,
    Set<Caveat> caveats) {
  /** The factor in odds from the share that is late at any load to the one that is allowed. */
  private static final double MORE = Math.E;

  static ComparedSlices of(JudgedCell one, JudgedCell other) {
    HostConditions host = HostConditions.of(List.of(one, other));
    JudgedCell first = one.withRounds(Samples.MIN_ROUNDS_OF_LEVEL);
    JudgedCell second = other.withRounds(Samples.MIN_ROUNDS_OF_LEVEL);
    ComparedSlices all = of(first, second, host, OptionalDouble.empty(), Set.of());
    ComparedSlices calm =
        of(
            one.only(host::isCalm).withRounds(Samples.MIN_ROUNDS),
            other.only(host::isCalm).withRounds(Samples.MIN_ROUNDS),
            host,
            OptionalDouble.empty(),
            Set.of(Caveat.UNDISTURBED));
    if (calm.slices() == all.slices()) {
      return all;
    }
    int levels = calm.levels();
    if (levels > 1 && (host.isBusy() || levels == all.levels())) {
      return calm;
    }
    OptionalDouble always = host.isBusy() ? all.lateAtAnyLoad() : OptionalDouble.empty();
    return always.isEmpty()
        ? all
        : of(first, second, host, always, Set.of(Caveat.MORE_LATE_CALLS_ALLOWED));
  }

  private static ComparedSlices of(
      JudgedCell one,
      JudgedCell other,
      HostConditions host,
      OptionalDouble allowed,
      Set<Caveat> caveats) {
    return new ComparedSlices(
        one, other, Samples.ofRounds(List.of(one, other)), host, allowed, caveats);
  }

  private long slices() {
    return Stream.of(one, other).flatMap(JudgedCell::counting).count();
  }

  /** The number of levels with slices of both cells that count. */
  private int levels() {
    return (int)
        one.levels().stream()
            .filter(JudgedLevel::counts)
            .filter(level -> other.level(level.level()).filter(JudgedLevel::counts).isPresent())
            .count();
  }

  Optional<SlaCurves> curves(JudgedCell cell) {
    return SlaCurves.of(cell, samples, allowed);
  }

  /** Of some bounds on a share of calls the one that limits a cell most. */
  private static Optional<SlaCurve> limiting(SlaCurves curves, Predicate<SlaCurve> some) {
    return curves.curves().stream()
        .filter(some)
        .min(Comparator.comparingDouble(each -> each.curve().crossing()));
  }

  /**
   * A share of late calls beyond what both cells have at any load; empty if some level is within
   * the SLA.
   */
  private OptionalDouble lateAtAnyLoad() {
    return Stream.of(one, other)
        .flatMap(cell -> curves(cell).stream())
        .flatMap(curves -> limiting(curves, SlaCurve::isOfLateCalls).stream())
        .mapToDouble(ComparedSlices::leastOdds)
        .min()
        .stream()
        .filter(odds -> odds > 0)
        .map(odds -> odds * MORE / (1 + odds * MORE))
        .findFirst();
  }

  /** The odds of a late call at the level with the fewest; 0 if the SLA allows them. */
  private static double leastOdds(SlaCurve limiting) {
    double target = limiting.allowed();
    double least = limiting.curve().points().stream().mapToDouble(Point::value).min().orElseThrow();
    return least <= 0 ? 0 : Math.exp(least) * target / (1 - target);
  }

  /** How the host disturbed both cells; unknown without a bound on a share of calls. */
  HostBalance balance(SlaCurves curves) {
    return limiting(curves, SlaCurve::isOfCalls)
        .map(limiting -> HostBalance.of(one, other, limiting.share().orElseThrow(), host))
        .orElse(HostBalance.UNKNOWN);
  }
}
