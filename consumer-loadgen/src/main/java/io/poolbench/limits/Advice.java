package io.poolbench.limits;

import io.poolbench.api.ConfiguredPool.AsConfiguredPool;
import io.poolbench.api.EffectivePool;
import io.poolbench.api.PoolConfig;
import io.poolbench.journal.Entry;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.JudgedCell;
import io.poolbench.judge.JudgedStudy;
import io.poolbench.judge.PoolAdvice;
import io.poolbench.judge.Ranking;
import io.poolbench.study.TargetSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What to do with the pool that a program configures itself. To replace it requires proof, to keep
 * it does not. A pool that is advised was measured as it is to be configured, in turns with the one
 * that it replaces.
 *
 * @param own the cell with the pool as configured
 * @param before the pool that ran, such as {@code fixed 200}
 * @param pool the cell whose pool is to run
 * @param change null to keep the pool
 * @param notes what to know beside it, as sentences
 */
public record Advice(
    PoolAdvice.Advice kind,
    String own,
    String before,
    String pool,
    Change change,
    List<String> notes) {
  /**
   * The change to paste.
   *
   * @param line in the style and the place in which the program configures its pool
   * @param everywhere for each place that may have it
   */
  public record Change(String line, List<String> everywhere) {
    public Change {
      everywhere = List.copyOf(everywhere);
    }
  }

  public Advice {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(own, "own");
    Objects.requireNonNull(before, "before");
    Objects.requireNonNull(pool, "pool");
    notes = List.copyOf(notes);
    if ((kind == PoolAdvice.Advice.REPLACE) != (change != null)) {
      throw new IllegalArgumentException(kind + " with " + change);
    }
  }

  /**
   * The advice for a study with a cell whose pool is as configured. Of other pools only those count
   * that were measured in as many providers, and have as many threads as the CPUs need.
   *
   * @param rankings of all pairs of the study's cells
   * @return empty without such a cell, or without rankings
   */
  public static Optional<Advice> of(
      JudgedStudy study, List<Entry> entries, List<Ranking> rankings) {
    Optional<JudgedCell> own =
        study.cells().stream()
            .filter(cell -> cell.cell().provider().pool() instanceof AsConfiguredPool)
            .filter(cell -> cell.cell().provider() instanceof TargetSettings)
            .findFirst();
    int most = study.cells().stream().mapToInt(JudgedCell::measured).max().orElse(0);
    return own.flatMap(
        cell ->
            PoolAdvice.of(
                    rankings.stream()
                        .filter(
                            pair ->
                                Stream.of(pair.one(), pair.other())
                                    .map(EstimatedCell::judged)
                                    .allMatch(
                                        each -> each.measured() == most && !isTooSmall(each, cell)))
                        .toList(),
                    PoolAdvice.WORTHWHILE)
                .map(advice -> of(advice, cell, study, entries)));
  }

  /**
   * Whether a pool has fewer threads than CPUs and one, beside those that others hold in the pool
   * as configured.
   */
  public static boolean isTooSmall(JudgedCell other, JudgedCell own) {
    return other.cell().provider().pool() instanceof PoolConfig pool
        && pool.type().hasSizes()
        && pool.threads() < ComparedPools.leastThreads(PoolUse.cpus(own), own);
  }

  private static Advice of(
      PoolAdvice advice, JudgedCell own, JudgedStudy study, List<Entry> entries) {
    Optional<EffectivePool> ran = PoolUse.ran(own.name(), entries);
    String before = ran.map(EffectivePool::label).orElse(own.name());
    Optional<PoolChange> change =
        advice.advice() == PoolAdvice.Advice.REPLACE
            ? PoolChange.to(advice.pool().judged().cell())
            : Optional.empty();
    if (change.isEmpty()) {
      PoolAdvice.Advice kind =
          advice.advice() == PoolAdvice.Advice.REPLACE ? PoolAdvice.Advice.KEEP : advice.advice();
      return new Advice(kind, own.name(), before, own.name(), null, List.of());
    }
    PoolConfig pool = change.get().pool();
    List<String> notes = new ArrayList<>();
    notes.add(RefusalText.compared(pool, before, ran));
    edge(advice.pool().judged(), pool, study, ran).ifPresent(notes::add);
    return new Advice(
        PoolAdvice.Advice.REPLACE,
        own.name(),
        before,
        advice.pool().name(),
        new Change(change.get().inOwnStyle(), change.get().everywhere()),
        notes);
  }

  /**
   * A winner that is the largest or the smallest of the pools of its kind, and of today's, may have
   * a better one; no larger one where it fills the CPU.
   */
  private static Optional<String> edge(
      JudgedCell measured, PoolConfig winner, JudgedStudy study, Optional<EffectivePool> ran) {
    List<Integer> threads =
        Stream.concat(
                study.cells().stream()
                    .map(cell -> cell.cell().provider().pool())
                    .filter(PoolConfig.class::isInstance)
                    .map(PoolConfig.class::cast)
                    .filter(pool -> pool.type() == winner.type())
                    .map(PoolConfig::threads),
                ran.map(EffectivePool::maxThreads).stream())
            .sorted()
            .distinct()
            .toList();
    if (!winner.type().hasSizes() || threads.size() < 2) {
      return Optional.empty();
    }
    boolean isLargest = winner.threads() == threads.get(threads.size() - 1);
    boolean fillsCpu = PoolUse.mostCpuPct(measured) >= ResourceChecks.ALL_PCT;
    return (isLargest ? !fillsCpu : winner.threads() == threads.get(0))
        ? Optional.of(
            "It is the %s of the pools compared: %s ones were not tried."
                .formatted(isLargest ? "largest" : "smallest", isLargest ? "larger" : "smaller"))
        : Optional.empty();
  }

  /** The cell of a pool that looks best, where it is open whether it carries more; may be empty. */
  public static Optional<EstimatedCell> candidate(List<Ranking> rankings) {
    return PoolAdvice.of(rankings, PoolAdvice.WORTHWHILE)
        .flatMap(
            advice ->
                advice.advice() == PoolAdvice.Advice.REPLACE
                    ? Optional.of(advice.pool())
                    : advice.open().stream()
                        .map(pair -> pair.otherThan(advice.pool()))
                        .findFirst());
  }

  /** What to watch after the change, and how to undo it. */
  public String afterwards() {
    return "Watch after the change: refused calls (\"Thread pool is EXHAUSTED\" in the log), the"
        + " queue's length, active threads, and the callers' TP99; Dubbo 3.2 and newer has them as"
        + " dubbo_thread_pool_reject_thread_count, dubbo_thread_pool_queue_size and"
        + " dubbo_thread_pool_active_size. To go back, restore what ran before: "
        + before
        + ".";
  }
}
