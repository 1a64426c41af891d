package io.poolbench.judge;

import io.poolbench.api.ConfiguredPool.AsConfiguredPool;
import io.poolbench.judge.CapacityRanking.Answer;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a result says about the pool that a program configures for itself. To keep it takes no
 * proof, to replace it does.
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
        .map(own -> of(own, rankings));
  }

  private static boolean isAsConfigured(EstimatedCell of) {
    return of.cell().cell().provider().pool() instanceof AsConfiguredPool;
  }

  private static PoolAdvice of(EstimatedCell own, List<CapacityRanking> rankings) {
    List<EstimatedCell> better =
        rankings.stream()
            .filter(pair -> pair.answer() == Answer.SHOWN && pair.less().equals(own))
            .map(CapacityRanking::more)
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
            .allMatch(pair -> pair.answer() == Answer.SHOWN || pair.answer() == Answer.NOT_SHOWN);
    return new PoolAdvice(compared ? Advice.KEEP : Advice.UNKNOWN, own);
  }

  private static boolean isBeaten(
      EstimatedCell pool, List<EstimatedCell> by, CapacityRanking pair) {
    return pair.answer() == Answer.SHOWN && pair.less().equals(pool) && by.contains(pair.more());
  }

  private static double load(EstimatedCell pool) {
    return pool.estimate().map(CapacityEstimate::load).orElse(0.0);
  }
}
