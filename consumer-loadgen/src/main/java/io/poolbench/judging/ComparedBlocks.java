package io.poolbench.judging;

import io.poolbench.judging.HostConditions.Block;
import io.poolbench.judging.Ranking.Caveat;
import io.poolbench.judging.SlaCurves.SlaCurve;
import io.poolbench.stats.RisingCurve.Point;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The blocks by which two cells of a paired study are compared. On a busy host they are those that
 * were undisturbed for both cells, if there are enough; otherwise all, and where the host makes
 * calls late at any load, more late calls are allowed. The choice does not depend on which cell is
 * which.
 *
 * @param allowed the share of calls that may be late, if it is not the SLA's
 */
record ComparedBlocks(
    JudgedCell one,
    JudgedCell other,
    Samples samples,
    HostConditions host,
    OptionalDouble allowed,
    Set<Caveat> caveats) {
  /** The factor in odds from the share that is late at any load to the one that is allowed. */
  private static final double MORE = Math.E;

  static ComparedBlocks of(JudgedCell one, JudgedCell other) {
    HostConditions host = HostConditions.of(List.of(one, other));
    if (host.isBusy()) {
      Set<Block> calm = host.calmBlocks(List.of(one, other));
      JudgedCell calmOne = calm(one, calm);
      JudgedCell calmOther = calm(other, calm);
      if (calmOne.levels().size() > 1 && calmOther.levels().size() > 1) {
        return new ComparedBlocks(
            calmOne,
            calmOther,
            Samples.ofRounds(List.of(calmOne, calmOther)),
            host,
            OptionalDouble.empty(),
            Set.of(Caveat.UNDISTURBED));
      }
    }
    Samples samples = Samples.ofRounds(List.of(one, other));
    ComparedBlocks all =
        new ComparedBlocks(one, other, samples, host, OptionalDouble.empty(), Set.of());
    OptionalDouble always = host.isBusy() ? all.lateAtAnyLoad() : OptionalDouble.empty();
    return always.isEmpty()
        ? all
        : new ComparedBlocks(
            one, other, samples, host, always, Set.of(Caveat.MORE_LATE_CALLS_ALLOWED));
  }

  private static JudgedCell calm(JudgedCell cell, Set<Block> blocks) {
    return cell.only(slice -> blocks.contains(Block.of(slice))).withRounds(Samples.MIN_ROUNDS);
  }

  Optional<SlaCurves> curves(JudgedCell cell) {
    return SlaCurves.of(cell, samples, allowed);
  }

  /** The bound on a share of calls that limits a cell most. */
  private static Optional<SlaCurve> limiting(SlaCurves curves) {
    return curves.curves().stream()
        .filter(SlaCurve::isOfCalls)
        .min(Comparator.comparingDouble(each -> each.curve().crossing()));
  }

  /**
   * A share of late calls beyond what both cells have at any load; empty if some level is within
   * the SLA.
   */
  private OptionalDouble lateAtAnyLoad() {
    return Stream.of(one, other)
        .flatMap(cell -> curves(cell).stream())
        .flatMap(curves -> limiting(curves).stream())
        .mapToDouble(ComparedBlocks::leastOdds)
        .min()
        .stream()
        .filter(odds -> odds > 0)
        .map(odds -> odds * MORE / (1 + odds * MORE))
        .findFirst();
  }

  /** The odds of a late call at the level with the fewest; 0 if the SLA allows them. */
  private static double leastOdds(SlaCurve limiting) {
    double target = limiting.share().orElseThrow().maxShare();
    double least = limiting.curve().points().stream().mapToDouble(Point::value).min().orElseThrow();
    return least <= 0 ? 0 : Math.exp(least) * target / (1 - target);
  }

  /** How the host disturbed both cells; unknown without a bound on a share of calls. */
  HostBalance balance(SlaCurves curves) {
    return limiting(curves)
        .map(limiting -> HostBalance.of(one, other, limiting.share().orElseThrow(), host))
        .orElse(HostBalance.UNKNOWN);
  }
}
