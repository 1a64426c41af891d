package io.poolbench.report;

import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.limits.PoolLimit;
import io.poolbench.limits.PoolUse;
import io.poolbench.published.Breakdown;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What limits a pool, in a few words: its limit by name, or what the counters show at the lowest
 * level that fails. CPUs and threads are named only where all of them are in use, and threads only
 * if no pool of so many more is beside it that is not shown to carry more; otherwise the part of a
 * call's mean time that grew most, which says where the time goes and not why.
 */
record LimitedBy(Evaluation evaluation, EstimatedCell pool) {
  private static final double ALL = 0.9;
  private static final double REFUSING_PCT = 5;
  private static final double MANY_MORE = 1.5;

  String text() {
    return evaluation
        .limit(pool.name())
        .map(PoolLimit::brief)
        .or(() -> pool.passedLevel().failing().map(this::byCounters))
        .orElse("");
  }

  private String byCounters(JudgedLevel failing) {
    Level level = failing.together();
    double taken = known(Metric.PROVIDER_CPU, level) + known(Metric.PROVIDER_THROTTLED, level);
    if (taken >= 100 * ALL) {
      return "CPU, %s %%".formatted(Metric.PROVIDER_CPU.text(level));
    }
    if (taken + PoolUse.othersPct(Side.PROVIDER, level) >= 100 * ALL) {
      return "CPU, shared, %s %%".formatted(Metric.PROVIDER_CPU.text(level));
    }
    Optional<Integer> threads = threads(pool);
    boolean isFull =
        threads.isPresent()
            && !isAsGoodAsLarger(threads.get())
            && known(Metric.POOL_ACTIVE_MEAN, level) >= ALL * threads.get()
            && (known(Metric.QUEUE_MEAN, level) >= 1
                || known(Metric.REFUSED, level) >= REFUSING_PCT);
    if (isFull) {
      return threads.get() == 1 ? "its thread" : "its " + threads.get() + " threads";
    }
    return Breakdown.grewMost(pool.judged().levels().get(0), failing)
        .map(part -> part + " grows")
        .orElseGet(
            () ->
                failing.verdict().violations().stream()
                    .map(ViolationText::of)
                    .findFirst()
                    .orElse(""));
  }

  /** Whether a pool with many more threads was compared, and is not shown to carry more. */
  private boolean isAsGoodAsLarger(int threads) {
    return evaluation.rankings().stream()
        .filter(pair -> pair.isAbout(pool) && pair.answer().isOfBoth())
        .filter(
            pair -> threads(pair.otherThan(pool)).orElse(Integer.MAX_VALUE) >= MANY_MORE * threads)
        .anyMatch(pair -> pair.carriesMore().filter(more -> !more.equals(pool)).isEmpty());
  }

  private Optional<Integer> threads(EstimatedCell of) {
    return evaluation
        .run()
        .opened(of.name())
        .flatMap(opened -> Stream.ofNullable(opened.pool()).findFirst())
        .map(pool -> pool.maxThreads())
        .filter(most -> most != Integer.MAX_VALUE);
  }

  private static double known(Metric metric, Level level) {
    Double value = metric.of(level);
    return value == null ? 0 : value;
  }
}
