package io.poolbench.report;

import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.limits.PoolLimit;
import io.poolbench.published.Breakdown;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What limits a pool, in a few words: its limit by name, or what the counters show at the lowest
 * level that fails. CPUs and threads are named only where all of them are in use; otherwise the
 * part of a call's mean time that grew most, which says where the time goes and not why.
 */
record LimitedBy(Evaluation evaluation, EstimatedCell pool) {
  private static final double ALL = 0.9;
  private static final double REFUSING_PCT = 5;

  String text() {
    return evaluation
        .limit(pool.name())
        .map(PoolLimit::brief)
        .or(() -> pool.passedLevel().failing().map(this::byCounters))
        .orElse("");
  }

  private String byCounters(JudgedLevel failing) {
    Level level = failing.together();
    if (known(Metric.PROVIDER_CPU, level) + known(Metric.PROVIDER_THROTTLED, level) >= 100 * ALL) {
      return "CPU, %s %%".formatted(Metric.PROVIDER_CPU.text(level));
    }
    Optional<Integer> threads = threads();
    boolean isFull =
        threads.isPresent()
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

  private Optional<Integer> threads() {
    return evaluation
        .run()
        .opened(pool.name())
        .flatMap(opened -> Stream.ofNullable(opened.pool()).findFirst())
        .map(pool -> pool.maxThreads())
        .filter(most -> most != Integer.MAX_VALUE);
  }

  private static double known(Metric metric, Level level) {
    Double value = metric.of(level);
    return value == null ? 0 : value;
  }
}
