package io.poolbench.limits;

import io.poolbench.api.EffectivePool;
import io.poolbench.core.ProviderMetrics;
import io.poolbench.journal.CounterNames;
import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Entry;
import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import io.poolbench.journal.Units;
import io.poolbench.judge.JudgedCell;
import io.poolbench.judge.JudgedLevel;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The use of a pool at a load, in means.
 *
 * @param threads the most that it may have; 0 if unknown or unlimited
 * @param busy threads that run a task, by Little's law: tasks per second times the time that each
 *     holds a thread. Unlike samples of short windows it does not miss calls at their ends
 * @param holdMillis for which a task holds a thread
 * @param queueMillis for which a task waits for a thread
 * @param outsideMillis of a call outside of queue and thread: in the driver, the network, the I/O
 *     threads, and in threads that the call is handed to
 * @param tasks run by the pool per call
 */
public record PoolUse(
    int threads,
    double busy,
    double holdMillis,
    double queueMillis,
    double outsideMillis,
    double tasks) {

  /** With fewer calls of each user in a slice, their number depends on where the slice begins. */
  private static final int FEW_CALLS = 5;

  /** The time for which an answered call holds threads; a refused one runs no task. */
  double holdMillisPerCall() {
    return holdMillis * Math.max(1, tasks);
  }

  static PoolUse of(Level level, int threads) {
    Double run = level.counters().gained(ProviderMetrics.POOL_COMPLETED);
    Double calls = level.counters().gained(CounterNames.CALLS);
    double tasks = run == null || calls == null || calls == 0 ? 1 : run / calls;
    double ended = endedPerSecond(level);
    double held = known(Metric.SERVICE_MEAN, level);
    return new PoolUse(
        threads,
        ended * tasks * held / 1e3,
        held,
        known(Metric.QUEUE_WAIT_MEAN, level),
        known(Metric.OUTSIDE_MEAN, level),
        tasks);
  }

  /**
   * Calls that end, a second. Users begin together: where each makes few calls in a slice, the
   * count is wrong by up to one of each. It is then what the users make in the mean time of a call,
   * by Little's law, unless calls that did not end took most of the users' time.
   */
  static double endedPerSecond(Level level) {
    double counted = level.calls().ended() / level.seconds();
    Double cycleMillis = level.cycleMeanMillis();
    if (level.isOpenLoop() || cycleMillis == null) {
      return counted;
    }
    double users = (double) level.load() * level.slices().size();
    boolean few = level.calls().ended() < FEW_CALLS * users;
    double endedSeconds = level.calls().ended() * cycleMillis / 1e3;
    boolean known = endedSeconds >= ResourceChecks.MOST * level.load() * level.seconds();
    double error = users / level.seconds();
    double little = 1e3 * level.load() / cycleMillis;
    return few && known ? Math.max(counted - error, Math.min(counted + error, little)) : counted;
  }

  /** Of {@link #endedPerSecond} those answered OK. */
  static double okPerSecond(Level level) {
    return level.calls().ended() == 0
        ? 0
        : endedPerSecond(level) * level.calls().ok() / level.calls().ended();
  }

  /** The levels of a cell that count, each as a whole. */
  static Stream<Level> levels(JudgedCell cell) {
    return cell.levels().stream().filter(JudgedLevel::counts).map(JudgedLevel::together);
  }

  static double mostTps(JudgedCell cell) {
    return levels(cell).mapToDouble(PoolUse::okPerSecond).max().orElse(0);
  }

  /** The highest use of the provider's CPUs at a level, in percent; 0 if unknown. */
  static double mostCpuPct(JudgedCell cell) {
    return levels(cell).mapToDouble(level -> known(Metric.PROVIDER_CPU, level)).max().orElse(0);
  }

  /** The CPUs that the provider may use; 0 if unknown. */
  static int cpus(JudgedCell cell) {
    return levels(cell)
        .map(Level::counters)
        .filter(counters -> counters.gained(Side.PROVIDER.cpuAvailable()) != null)
        .mapToLong(
            counters ->
                Math.round(
                    counters.gained(Side.PROVIDER.cpuAvailable())
                        / counters.gained(CounterNames.LOAD)))
        .mapToInt(Math::toIntExact)
        .max()
        .orElse(0);
  }

  /** Calls per second by level. */
  static Map<Integer, Double> tps(JudgedCell cell) {
    return levels(cell).collect(Collectors.toMap(Level::level, PoolUse::okPerSecond));
  }

  /** The pool that ran last in a cell, read back; empty if it is not known. */
  static Optional<EffectivePool> ran(String cell, List<Entry> entries) {
    return Entry.only(Entry.Opened.class, entries)
        .filter(opened -> opened.cell().equals(cell) && opened.pool() != null)
        .map(Entry.Opened::pool)
        .reduce((first, last) -> last);
  }

  /**
   * The use of a side's own CPUs by other processes and machines, in percent; 0 if unknown. The
   * metrics of these have the worse of both CPU sets.
   */
  public static double othersPct(Side side, Level level) {
    return Stream.of(side.otherTicks(), side.stealTicks())
        .map(
            ticks ->
                Units.pct(level.counters().gained(ticks), level.counters().gained(side.ticks())))
        .filter(Objects::nonNull)
        .mapToDouble(Double::doubleValue)
        .sum();
  }

  static double known(Metric metric, Level level) {
    Double value = metric.of(level);
    return value == null ? 0 : value;
  }
}
