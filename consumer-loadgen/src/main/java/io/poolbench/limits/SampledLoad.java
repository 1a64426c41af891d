package io.poolbench.limits;

import io.poolbench.judge.LevelResult;
import io.poolbench.judge.RepeatedCell;
import io.poolbench.result.CellResult;
import io.poolbench.result.Metric;
import io.poolbench.result.SiteSamples;
import io.poolbench.result.SiteSamples.Connections;
import io.poolbench.result.SiteSamples.Site;
import io.poolbench.result.SiteSamples.State;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A measured level of load of a target, with samples of its business threads. Unknown figures are
 * 0.
 *
 * @param level users, or requests per second
 * @param tps the median
 * @param roundTps by round; empty if it was not measured in rounds
 * @param cpuPct CPU time, in percent of the provider's CPUs
 * @param othersCpuPct CPU time of other processes and machines, in percent of the CPUs of provider
 *     or driver, whichever has more; and that which a quota withholds from the provider
 * @param cpuMillis CPU time of the provider per call
 * @param active threads of the pool that ran a task, in the mean
 * @param queued calls in the pool's queue, in the mean
 * @param refusedPct refused calls, in percent of all calls due
 * @param seconds measured time
 * @param collections number of collections that stopped the provider in this time
 * @param stoppedMillis time for which they stopped it, in all
 */
public record SampledLoad(
    int level,
    double tps,
    SortedMap<Integer, Double> roundTps,
    double cpuPct,
    double othersCpuPct,
    double cpuMillis,
    double active,
    double queued,
    double refusedPct,
    double seconds,
    double collections,
    double stoppedMillis,
    SiteSamples samples) {
  /** A site is named only if it has at least this share of the growth of a call's time. */
  private static final double MOST = 0.5;

  /** The error probability of the interval of a growth. */
  private static final double ERROR = 0.05;

  private static final double MILLIS_PER_SECOND = 1000;
  private static final double MICROS_PER_MILLI = 1000;

  public SampledLoad {
    roundTps = Collections.unmodifiableSortedMap(new TreeMap<>(roundTps));
    Objects.requireNonNull(samples, "samples");
  }

  /** The levels of a cell with a valid step and samples, rising. */
  public static List<SampledLoad> of(RepeatedCell cell) {
    // A repetition that failed has neither samples nor rounds.
    Map<Integer, CellResult> sampled = new HashMap<>();
    for (CellResult each : cell.repetitions()) {
      each.sites().keySet().forEach(level -> sampled.put(level, each));
    }
    return cell.levelResults().stream()
        .filter(level -> level.medianOrZero(Metric.TPS) > 0)
        .filter(level -> sampled.containsKey(level.level()))
        .map(level -> of(level, sampled.get(level.level())))
        .toList();
  }

  private static SortedMap<Integer, Double> roundTps(CellResult sampled, int level) {
    SortedMap<Integer, Double> rounds = new TreeMap<>();
    sampled.blocks().stream()
        .filter(sample -> sample.level() == level && !sample.discarded())
        .filter(sample -> sample.of(Metric.TPS) != null && sample.of(Metric.TPS) > 0)
        .forEach(sample -> rounds.put(sample.round(), sample.of(Metric.TPS)));
    return rounds;
  }

  private static SampledLoad of(LevelResult level, CellResult sampled) {
    return new SampledLoad(
        level.level(),
        level.median(Metric.TPS),
        roundTps(sampled, level.level()),
        level.medianOrZero(Metric.PROVIDER_CPU),
        level.medianOrZero(Metric.OTHERS_CPU)
            + level.medianOrZero(Metric.STEAL)
            + level.medianOrZero(Metric.PROVIDER_THROTTLED),
        level.medianOrZero(Metric.PROVIDER_CPU_PER_CALL) / MICROS_PER_MILLI,
        level.medianOrZero(Metric.POOL_ACTIVE_MEAN),
        level.medianOrZero(Metric.QUEUE_MEAN),
        level.medianOrZero(Metric.REFUSED),
        level.medianOrZero(Metric.DURATION),
        level.medianOrZero(Metric.GC_COUNT),
        level.medianOrZero(Metric.GC_PAUSE),
        sampled.sites().get(level.level()));
  }

  /**
   * The mean time of a call at a site, in milliseconds: the threads there by the throughput
   * (Little's law). 0 without throughput.
   */
  public double millis(Site site) {
    return samples.share(site) * serviceMillis();
  }

  /** As {@link #millis}, of all sites that wait for the same in the same method of a library. */
  double waitMillis(Site site) {
    return samples.sites().stream().filter(site::isSameWait).mapToDouble(this::millis).sum();
  }

  /**
   * The elasticity of throughput to users: 1 where it grows as they do, 0 where it does not grow.
   *
   * @param low the lower end of its interval
   */
  record Growth(double mean, double low) {}

  /**
   * The growth of throughput to a higher load: between the medians, with the interval by Student's
   * t over the growths of the rounds. A single round gives no interval; without rounds the growth
   * counts as exact.
   */
  Growth growthTo(SampledLoad higher) {
    double users = Math.log((double) higher.level / level);
    double mean = Math.log(higher.tps / tps) / users;
    double[] rounds =
        roundTps.entrySet().stream()
            .filter(round -> higher.roundTps.containsKey(round.getKey()))
            .mapToDouble(
                round -> Math.log(higher.roundTps.get(round.getKey()) / round.getValue()) / users)
            .toArray();
    if (rounds.length < 2) {
      return new Growth(mean, roundTps.isEmpty() ? mean : Double.NEGATIVE_INFINITY);
    }
    double t = TDistribution.of(rounds.length - 1).inverseSurvivalProbability(ERROR / 2);
    double error = Math.sqrt(Variance.of(rounds).getAsDouble() / rounds.length);
    return new Growth(mean, Mean.of(rounds).getAsDouble() - t * error);
  }

  boolean isCpuFull() {
    return cpuPct >= 100 * NamedLimit.ALL;
  }

  /**
   * Whether the provider's share of its CPUs, beside other processes or by a quota, is what a call
   * waits for: the CPUs are all in use or withheld, and most of the time by which a call grew since
   * a lower load is time in which its thread runs, or would run, without using a CPU. Where
   * connections are all in use, so is most of the time in which a call does not wait for one.
   */
  boolean lacksCpuSince(SampledLoad low) {
    if (cpuPct + othersCpuPct < 100 * NamedLimit.ALL || low.cpuMillis == 0) {
      return false;
    }
    Optional<Connections> exhausted = exhausted();
    if (exhausted.isPresent()) {
      return cpuWaitMillis() >= MOST * (serviceMillis() - waitMillis(exhausted.get()));
    }
    double all = serviceMillis() - low.serviceMillis();
    return all > 0 && cpuWaitMillis() - low.cpuWaitMillis() >= MOST * all;
  }

  private double waitMillis(Connections pool) {
    return waits(samples)
        .filter(site -> site.via().equals(pool.via()))
        .mapToDouble(this::millis)
        .sum();
  }

  private double cpuWaitMillis() {
    double runnable =
        samples.sites().stream()
            .filter(site -> site.state() == State.RUN)
            .mapToDouble(this::millis)
            .sum();
    return runnable - cpuMillis;
  }

  private double serviceMillis() {
    return tps == 0 ? 0 : MILLIS_PER_SECOND * samples.busyThreads() / tps;
  }

  /** The pool of connections that are all in use, and for which most threads wait. */
  Optional<Connections> exhausted() {
    return samples.connectionPools().stream()
        .filter(pool -> pool.inUse() >= NamedLimit.ALL * pool.size() && pool.waiting() >= 1)
        .max(Comparator.comparingDouble(Connections::waiting));
  }

  Optional<Site> waitingFor(Connections pool) {
    return waits(samples)
        .filter(site -> site.via().equals(pool.via()))
        .max(Comparator.comparingLong(Site::count));
  }

  private static Stream<Site> waits(SiteSamples samples) {
    return samples.sites().stream().filter(site -> site.state() != State.RUN);
  }

  /**
   * The site whose wait grew most since a lower load, if it is half of the growth or more, with
   * that of other sites which wait for the same in the same method of a library, such as a log's.
   */
  Optional<Site> grown(SampledLoad low) {
    double all = serviceMillis() - low.serviceMillis();
    ToDoubleFunction<Site> growth = site -> waitMillis(site) - low.waitMillis(site);
    return waits(samples)
        .max(Comparator.comparingDouble(growth).thenComparingLong(Site::count))
        .filter(site -> all > 0 && growth.applyAsDouble(site) >= MOST * all);
  }
}
