package io.poolbench.limits;

import io.poolbench.api.ConfiguredPool.AsConfiguredPool;
import io.poolbench.judge.CapacityEstimate;
import io.poolbench.judge.CapacityRanking;
import io.poolbench.judge.CapacityRanking.Answer;
import io.poolbench.judge.EstimatedCell;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a result says about the pool that a program configures itself. To replace it requires proof,
 * to keep it does not.
 *
 * @param pool the cell whose pool is to run
 */
public record PoolAdvice(Advice advice, EstimatedCell pool) {
  /** What to do. */
  public enum Advice {
    /** No other pool is shown to carry more. */
    KEEP,
    /** Another pool is shown to carry more, and none of those is shown to carry more than it. */
    REPLACE,
    /** A pool could not be compared with the configured one. */
    UNKNOWN
  }

  public PoolAdvice {
    Objects.requireNonNull(advice, "advice");
    Objects.requireNonNull(pool, "pool");
  }

  /**
   * The advice that follows from rankings.
   *
   * @param rankings of all pairs of cells
   * @return empty if no cell has a pool as configured
   */
  public static Optional<PoolAdvice> of(List<CapacityRanking> rankings) {
    return rankings.stream()
        .flatMap(pair -> Stream.of(pair.more(), pair.less()))
        .filter(PoolAdvice::isAsConfigured)
        .findFirst()
        .map(own -> about(own, rankings));
  }

  private static boolean isAsConfigured(EstimatedCell cell) {
    return cell.cell().cell().provider().pool() instanceof AsConfiguredPool;
  }

  private static PoolAdvice about(EstimatedCell own, List<CapacityRanking> rankings) {
    List<EstimatedCell> better =
        rankings.stream()
            .filter(pair -> isBeaten(own, pair))
            .map(pair -> pair.more().equals(own) ? pair.less() : pair.more())
            .filter(pool -> !isAsConfigured(pool))
            .toList();
    Optional<EstimatedCell> best =
        better.stream()
            .filter(pool -> rankings.stream().noneMatch(pair -> isBeaten(pool, better, pair)))
            .max(Comparator.comparingDouble(PoolAdvice::load));
    if (best.isPresent()) {
      return new PoolAdvice(Advice.REPLACE, best.get());
    }
    boolean compared =
        rankings.stream()
            .filter(pair -> pair.more().equals(own) || pair.less().equals(own))
            .allMatch(pair -> winner(pair).isPresent() || pair.answer() == Answer.NOT_SHOWN);
    return new PoolAdvice(compared ? Advice.KEEP : Advice.UNKNOWN, own);
  }

  /**
   * The pool of a pair that is shown to carry more. Where the curves cross, it is the one that is
   * better at the loads that either carries within the SLA: what happens at loads that both fail
   * decides nothing.
   */
  private static Optional<EstimatedCell> winner(CapacityRanking pair) {
    if (pair.answer() != Answer.CROSSING) {
      return pair.answer() == Answer.SHOWN ? Optional.of(pair.more()) : Optional.empty();
    }
    double least = Math.min(load(pair.more()), load(pair.less()));
    double most = Math.max(load(pair.more()), load(pair.less()));
    if (least > 0 && pair.crossing().firstOfHigh() > most) {
      return Optional.of(pair.more());
    }
    return pair.crossing().lastOfLow() < least && pair.crossing().firstOfHigh() <= least
        ? Optional.of(pair.less())
        : Optional.empty();
  }

  private static boolean isBeaten(EstimatedCell pool, CapacityRanking pair) {
    return (pair.more().equals(pool) || pair.less().equals(pool))
        && winner(pair).filter(winner -> !winner.equals(pool)).isPresent();
  }

  private static boolean isBeaten(
      EstimatedCell pool, List<EstimatedCell> by, CapacityRanking pair) {
    return isBeaten(pool, pair) && by.contains(winner(pair).get());
  }

  private static double load(EstimatedCell pool) {
    return pool.estimate().map(CapacityEstimate::load).orElse(0.0);
  }
}
