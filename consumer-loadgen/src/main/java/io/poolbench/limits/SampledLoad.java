package io.poolbench.limits;

import io.poolbench.api.EffectivePool;
import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Entry;
import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import io.poolbench.journal.ProgramSamples;
import io.poolbench.journal.ProgramSamples.Site;
import io.poolbench.judge.JudgedCell;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What one load did to a provider whose business threads were sampled. Unknown figures are 0.
 *
 * @param level users, or requests per second
 * @param refused refused and failed calls by who refused them, in percent of all calls due
 */
record SampledLoad(
    int level,
    Throughput throughput,
    PoolUse pool,
    CpuUse cpu,
    Pauses pauses,
    Map<Refuser, Double> refused,
    ProgramSamples samples) {
  /**
   * Calls answered OK per second.
   *
   * @param byRound empty if it was not measured in rounds
   */
  record Throughput(double tps, SortedMap<Integer, Double> byRound) {
    Throughput {
      byRound = Collections.unmodifiableSortedMap(new TreeMap<>(byRound));
    }
  }

  /**
   * The use of CPUs.
   *
   * @param providerPct of the CPUs that the provider may use
   * @param compilersPct the part of it that JIT compilers used
   * @param withheldPct that a quota withholds from it
   * @param othersPct used by other processes, the driver if it shares the CPUs, and other machines
   * @param callMillis CPU time of the provider per call
   * @param driverPct of the driver's CPUs that is used, by it or by others, or withheld; 0 if they
   *     are the provider's
   */
  record CpuUse(
      double providerPct,
      double compilersPct,
      double withheldPct,
      double othersPct,
      double callMillis,
      double driverPct) {
    /** What the provider cannot have, since it is used, by it or by others, or withheld. */
    double takenPct() {
      return providerPct + withheldPct + othersPct;
    }
  }

  /**
   * Collections that stop the provider.
   *
   * @param seconds measured time
   * @param count of collections in this time
   * @param millis for which they stopped it, in all
   */
  record Pauses(double seconds, double count, double millis) {
    static final Pauses NONE = new Pauses(1, 0, 0);

    static Pauses of(List<SampledLoad> loads) {
      return loads.stream()
          .map(SampledLoad::pauses)
          .reduce(
              (one, other) ->
                  new Pauses(
                      one.seconds + other.seconds,
                      one.count + other.count,
                      one.millis + other.millis))
          .orElse(NONE);
    }

    /** The share of the time for which they stop it. */
    double share() {
      return millis / (1e3 * seconds);
    }

    double meanMillis() {
      return millis / Math.max(1, count);
    }
  }

  /** More than the rounds of a repetition: rounds of several are told apart. */
  private static final int MAX_ROUNDS = 10_000;

  SampledLoad {
    Objects.requireNonNull(throughput, "throughput");
    Objects.requireNonNull(pool, "pool");
    Objects.requireNonNull(cpu, "cpu");
    Objects.requireNonNull(pauses, "pauses");
    refused = Map.copyOf(refused);
    Objects.requireNonNull(samples, "samples");
  }

  /** The valid levels of a cell that were sampled, rising. */
  static List<SampledLoad> of(JudgedCell cell, List<Entry> entries) {
    Map<Integer, ProgramSamples> sampled = new TreeMap<>();
    boolean sharesCpus = false;
    for (Entry entry : entries) {
      if (entry instanceof Entry.Sampled sites && sites.cell().equals(cell.name())) {
        // Without a moment the target could not be sampled.
        if (sites.samples().isSampled()) {
          sampled.put(sites.level(), sites.samples());
        }
      } else if (entry instanceof Entry.Opened opened && opened.cell().equals(cell.name())) {
        sharesCpus = opened.environment().providerCpus().equals(opened.environment().driverCpus());
      }
    }
    int threads = PoolUse.ran(cell.name(), entries).map(EffectivePool::mostThreads).orElse(0);
    boolean shared = sharesCpus;
    return PoolUse.levels(cell)
        .filter(level -> sampled.containsKey(level.level()) && level.tps() > 0)
        .map(level -> of(level, threads, shared, sampled.get(level.level())))
        .toList();
  }

  private static SampledLoad of(
      Level level, int threads, boolean sharesCpus, ProgramSamples samples) {
    return new SampledLoad(
        level.level(),
        new Throughput(PoolUse.okPerSecond(level), byRound(level)),
        PoolUse.of(level, threads),
        cpuUse(level, sharesCpus),
        new Pauses(
            level.seconds(),
            PoolUse.known(Metric.GC_COUNT, level),
            PoolUse.known(Metric.GC_PAUSE, level)),
        Refuser.shares(PoolUse.known(Metric.NOT_OK, level), level.sum().failures()),
        samples);
  }

  private static SortedMap<Integer, Double> byRound(Level level) {
    SortedMap<Integer, Double> rounds = new TreeMap<>();
    level.slices().stream()
        .collect(
            Collectors.groupingBy(
                slice -> MAX_ROUNDS * slice.key().repetition() + slice.key().turn().round()))
        .forEach(
            (round, slices) -> {
              double tps = PoolUse.okPerSecond(new Level(level.cell(), level.load(), slices));
              if (tps > 0) {
                rounds.put(round, tps);
              }
            });
    return rounds;
  }

  private static CpuUse cpuUse(Level level, boolean sharesCpus) {
    double driver = PoolUse.known(Metric.DRIVER_CPU, level);
    double driversOthers =
        PoolUse.known(Metric.DRIVER_THROTTLED, level) + PoolUse.othersPct(Side.DRIVER, level);
    return new CpuUse(
        PoolUse.known(Metric.PROVIDER_CPU, level),
        PoolUse.known(Metric.PROVIDER_CPU_JIT, level),
        PoolUse.known(Metric.PROVIDER_THROTTLED, level),
        PoolUse.othersPct(Side.PROVIDER, level) + (sharesCpus ? driver : 0),
        PoolUse.known(Metric.PROVIDER_CPU_PER_CALL, level) / 1e3,
        sharesCpus ? 0 : driver + driversOthers);
  }

  double tps() {
    return throughput.tps;
  }

  /** The mean time of a call at a site, in milliseconds. */
  double millis(Site site) {
    return samples.share(site) * pool.holdMillis();
  }

  /** The time for which a call holds its thread, but for waits for connections that are lacking. */
  double heldMillis() {
    Set<String> awaited = ConnectionChecks.awaited(this);
    double waited =
        samples.sites().stream()
            .filter(site -> site.state() != ProgramSamples.State.RUN)
            .filter(site -> awaited.contains(site.via()))
            .mapToDouble(this::millis)
            .sum();
    return pool.holdMillis() - waited;
  }

  /** The share of busy threads that wait at a site, of those that lack no connection. */
  double lockShare(Site site) {
    double held = heldMillis();
    return held <= 0 ? 0 : waitMillis(site) / held;
  }

  /** As {@link #millis}, of all sites that wait for the same in the same method of a library. */
  double waitMillis(Site site) {
    return share(site) * pool.holdMillis();
  }

  /** The share of the sampled business time, of all sites that wait for the same. */
  double share(Site site) {
    return samples.sites().stream().filter(site::isSameWait).mapToLong(Site::count).sum()
        / (double) Math.max(1, samples.samples());
  }

  /** The standard error of {@link #waitMillis}, as samples are few. */
  double waitError(Site site) {
    double share = share(site);
    return pool.holdMillis() * Math.sqrt(share * (1 - share) / Math.max(1, samples.samples()));
  }

  /** The time in which a call's thread runs, or would run, without using a CPU. */
  double cpuWaitMillis() {
    double runnable =
        samples.sites().stream()
            .filter(site -> site.state() == ProgramSamples.State.RUN)
            .mapToDouble(this::millis)
            .sum();
    return runnable - cpu.callMillis;
  }

  double refusedPct(Refuser by) {
    return refused.getOrDefault(by, 0.0);
  }
}
