package io.poolbench.judge;

import io.poolbench.api.ConfiguredPool.AsConfiguredPool;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a result says about the pool that a program configures itself. To replace it requires proof
 * of a gain that is worth the change, to keep it does not.
 *
 * @param pool the cell whose pool is to run
 * @param open pairs of the configured pool with others that look better by as much, which is not
 *     shown; the one that looks best first
 */
public record PoolAdvice(Advice advice, EstimatedCell pool, List<Ranking> open) {
  /** The least gain of capacity for which a pool is replaced. */
  public static final double WORTHWHILE = 0.05;

  /** What to do. */
  public enum Advice {
    /** No other pool is shown to carry more by the gain that is worth it. */
    KEEP,
    /** Another pool is shown to, and none of those is shown to carry more than it. */
    REPLACE,
    /** A pool could not be compared with the configured one. */
    UNKNOWN
  }

  public PoolAdvice {
    Objects.requireNonNull(advice, "advice");
    Objects.requireNonNull(pool, "pool");
    open = List.copyOf(open);
  }

  /**
   * The advice that follows from rankings.
   *
   * @param rankings of all pairs of cells
   * @param worthwhile the least gain for which the pool is replaced: 0.05 is 5 %
   * @return empty if no cell has a pool as configured, or none of them is beside another pool
   */
  public static Optional<PoolAdvice> of(List<Ranking> rankings, double worthwhile) {
    return rankings.stream()
        .flatMap(pair -> Stream.of(pair.one(), pair.other()))
        .filter(PoolAdvice::isAsConfigured)
        .filter(
            own ->
                rankings.stream()
                    .anyMatch(pair -> pair.isAbout(own) && !isAsConfigured(pair.otherThan(own))))
        .findFirst()
        .map(own -> of(own, rankings, worthwhile));
  }

  private static boolean isAsConfigured(EstimatedCell cell) {
    return cell.judged().cell().provider().pool() instanceof AsConfiguredPool;
  }

  private static PoolAdvice of(EstimatedCell own, List<Ranking> rankings, double worthwhile) {
    List<Ranking> ofOwn =
        rankings.stream()
            .filter(pair -> pair.one().equals(own) || pair.other().equals(own))
            .filter(pair -> !isAsConfigured(pair.otherThan(own)))
            .toList();
    List<EstimatedCell> better =
        ofOwn.stream()
            .filter(pair -> gains(pair, worthwhile))
            .flatMap(pair -> pair.carriesMore().stream())
            .filter(pool -> !pool.equals(own))
            .toList();
    List<Ranking> open =
        ofOwn.stream()
            .filter(pair -> !better.contains(pair.otherThan(own)))
            .filter(pair -> load(pair.otherThan(own)) > load(own))
            .filter(pair -> load(pair.otherThan(own)) >= (1 + worthwhile) * load(own))
            .sorted(Comparator.comparingDouble(pair -> -load(pair.otherThan(own))))
            .toList();
    Optional<EstimatedCell> best =
        better.stream()
            .filter(pool -> rankings.stream().noneMatch(pair -> isBeaten(pool, better, pair)))
            .max(Comparator.comparingDouble(PoolAdvice::load));
    if (best.isPresent()) {
      return new PoolAdvice(Advice.REPLACE, best.get(), open);
    }
    boolean compared =
        ofOwn.stream()
            .map(Ranking::answer)
            .allMatch(answer -> answer.isShown() || answer == Ranking.Answer.NO_DIFFERENCE);
    return new PoolAdvice(compared ? Advice.KEEP : Advice.UNKNOWN, own, open);
  }

  private static boolean gains(Ranking pair, double worthwhile) {
    return pair.capacity().filter(each -> each.gain().lower() >= worthwhile).isPresent();
  }

  private static boolean isBeaten(EstimatedCell pool, List<EstimatedCell> by, Ranking pair) {
    return (pair.one().equals(pool) || pair.other().equals(pool))
        && pair.carriesMore()
            .filter(winner -> !winner.equals(pool) && by.contains(winner))
            .isPresent();
  }

  private static double load(EstimatedCell pool) {
    return pool.asItWas().map(CapacityEstimate::load).orElse(0.0);
  }
}
