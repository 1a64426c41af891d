package io.poolbench.model;

import io.poolbench.api.ConfiguredPool;
import io.poolbench.api.LaunchConfig.Dispatcher;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.config.ConfigException;
import io.poolbench.judge.RepeatedCell;
import io.poolbench.lab.CpuList;
import io.poolbench.result.BlockSample;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.result.Spread;
import io.poolbench.result.StepResult;
import io.poolbench.spec.Cell;
import io.poolbench.spec.DubboSettings;
import io.poolbench.spec.RemoteSettings;
import io.poolbench.spec.TargetSettings;
import io.poolbench.spec.Workload;
import io.poolbench.spec.Workload.ThinkTime;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The measured loads to which a model can be fitted: valid steps of closed loops without think
 * time, on one host, which differ only in their pool.
 *
 * <p>A load that was measured in rounds counts by its calm rounds, in which others took hardly any
 * CPU time, if there are {@value #MIN_CALM} or more. The model is then that of the undisturbed host
 * as far as the loads show it; a load with fewer calm rounds counts by all its rounds only if most
 * loads do.
 *
 * @param cell one of the measured cells, for the settings that they share
 * @param loads in the order of the result
 * @param disturbed the number of loads that count by their calm rounds only, or not at all; 0 if
 *     most loads count by all their rounds, as the model is then that of the host as it was
 */
public record MeasuredLoads(Cell cell, int cpus, List<Observation> loads, int disturbed) {
  /** With fewer loads the model has as many parameters as values. */
  public static final int MIN_LOADS = 3;

  /** Fewer rounds do not show their noise. */
  public static final int MIN_CALM = 2;

  /** Below this availability CPU per answered call is meaningless: refused calls cost little. */
  private static final double MIN_AVAILABILITY_PCT = 99;

  /** Below this CPU usage, queueing for CPUs cannot consume the gain of doubling the users. */
  private static final double SPARE_CPU_PCT = 50;

  private static final double MIN_GROWTH = 1.2;

  /** The growth of the time at Redis from which it is no constant. */
  private static final double MAX_REDIS_GROWTH = 1.5;

  /** The probability of refusing loads that nothing else bounds. */
  private static final double ERROR = 0.05;

  public MeasuredLoads {
    loads = List.copyOf(loads);
  }

  /** The usable loads of cells, at least one. */
  public static MeasuredLoads of(String source, List<CellResult> cells) {
    if (!cells.stream().allMatch(cell -> cell.cell().driver().method().keepsThread())) {
      throw ConfigException.of(
          source,
          "calls that release their thread, which the model does not have (valid: cells whose calls"
              + " keep it; DIR:CELL chooses one)");
    }
    requireAlike(source, cells, "clients", of -> of.cell().driver().client());
    requireAlike(source, cells, "driver settings", of -> of.cell().driver());
    requireAlike(source, cells, "Redis", of -> of.cell().redis());
    requireAlike(source, cells, "network", of -> of.cell().network());
    requireAlike(source, cells, "provider settings", of -> settings(source, of));
    requireAlike(source, cells, "provider CPUs", of -> cpus(of));
    Cell first = cells.get(0).cell();
    if (cells.stream().anyMatch(cell -> !cell.cell().load().groups().isEmpty())) {
      throw ConfigException.of(source, "groups of users (valid: a load of one method)");
    }
    if (cells.stream()
        .map(cell -> cell.cell().load())
        .anyMatch(load -> load.drain() || !load.phases().isEmpty())) {
      throw ConfigException.of(
          source, "steps that are drained or have several phases (valid: loads that are held)");
    }
    if (!cells.stream().allMatch(MeasuredLoads::isClosedWithoutPauses)) {
      throw ConfigException.of(
          source, "open loop or think time (valid: a closed loop without think time)");
    }
    if (cpus(cells.get(0)) == 0) {
      throw ConfigException.of(source, "CPUs of the provider unknown (valid: a pinned provider)");
    }
    List<MeasuredLoad> all = new ArrayList<>();
    int invalid = 0;
    int refused = 0;
    for (CellResult cell : cells) {
      for (StepResult step : cell.steps()) {
        Double availability = step.calls().availabilityPct();
        Double cpu = Metric.PROVIDER_CPU.of(step);
        // CPU is 0 if the window ended before the process CPU clock advanced.
        if (!step.isValid() || cpu == null || cpu <= 0) {
          invalid++;
        } else if (availability == null || availability < MIN_AVAILABILITY_PCT) {
          refused++;
        } else {
          all.add(MeasuredLoad.of(cell, step));
        }
      }
    }
    if (all.size() < MIN_LOADS) {
      throw ConfigException.of(
          source,
          ("%s usable steps, %s INVALID or without CPU, %s with failed calls"
                  + " (valid: %s or more, one below 50 %% CPU; measure %s)")
              .formatted(all.size(), invalid, refused, MIN_LOADS, missing(invalid, refused)));
    }
    requireNamedBound(source, cells);
    List<MeasuredLoad> calm = all.stream().filter(MeasuredLoad::isCalm).toList();
    boolean undisturbed = calm.size() >= MIN_LOADS && 2 * calm.size() >= all.size();
    List<MeasuredLoad> used = undisturbed ? calm : all;
    requireSteadyRedis(source, used.stream().flatMap(MeasuredLoad::read).toList());
    double usual =
        Spread.of(used.stream().map(MeasuredLoad::taken).toList()).orElseThrow().median();
    List<Observation> loads = used.stream().map(load -> load.beside(usual)).toList();
    requireNoOtherBound(source, loads);
    int whole = (int) used.stream().filter(MeasuredLoad::isWhole).count();
    return new MeasuredLoads(
        first, cpus(cells.get(0)), loads, undisturbed ? all.size() - whole : 0);
  }

  /**
   * A load with what others took.
   *
   * @param redisMillis mean time of a read of Redis; null if unknown or if the CPU was taken
   * @param taken CPU time of others in the rounds by which it counts, as a share; 0 if unknown
   * @param isCalm whether all rounds by which it counts are calm, or others' CPU time is unknown
   * @param isWhole whether it counts by all its rounds
   */
  private record MeasuredLoad(
      Observation load, Double redisMillis, double taken, boolean isCalm, boolean isWhole) {
    static MeasuredLoad of(CellResult cell, StepResult step) {
      List<BlockSample> rounds =
          cell.blocks().stream()
              .filter(block -> !block.discarded() && block.level() == step.level())
              .toList();
      List<BlockSample> calm =
          rounds.stream()
              .filter(round -> BlockSample.isCalm(round.takenPct()))
              .filter(round -> round.of(Metric.PROVIDER_CPU_PER_CALL) != null)
              .toList();
      Observation load = observation(cell, step, RowNoise.of(rounds));
      boolean disturbed = taken(rounds) > 0 && calm.size() < rounds.size();
      // A round may be shorter than a call, or use less than a tick of the process's CPU clock.
      boolean corrected =
          disturbed
              && calm.size() >= MIN_CALM
              && RowNoise.median(calm, Metric.TPS) > 0
              && RowNoise.median(calm, Metric.PROVIDER_CPU_PER_CALL) > 0;
      return new MeasuredLoad(
          corrected ? load.by(calm) : load,
          disturbed ? null : Metric.REDIS_MEAN.of(step),
          taken(corrected ? calm : rounds),
          !disturbed || corrected,
          !corrected);
    }

    private static double taken(List<BlockSample> rounds) {
      return BlockSample.meanTakenPct(rounds.stream()).orElse(0) / 100;
    }

    Stream<RedisRead> read() {
      return redisMillis == null || redisMillis <= 0
          ? Stream.of()
          : Stream.of(new RedisRead(load, redisMillis));
    }

    /** Half of what others took beyond the usual is an error that the rounds may share. */
    Observation beside(double usual) {
      return load.disturbedBy(Math.max(0, taken - usual) / 2);
    }
  }

  /** Checks that the samples of a target's threads name no limit that the model does not have. */
  private static void requireNamedBound(String source, List<CellResult> cells) {
    for (RepeatedCell cell : RepeatedCell.of(cells)) {
      NamedLimit.of(cell)
          .filter(limit -> limit.unknownToModels().isPresent())
          .ifPresent(
              limit -> {
                throw ConfigException.of(
                    source,
                    ("%s TPS with %s users of %s are bounded by %s, which the model does not have"
                            + " (valid: loads below that bound)")
                        .formatted(
                            FigureText.measure(limit.tps()),
                            FigureText.count(limit.level()),
                            cell.cell().name(),
                            limit.unknownToModels().get()));
              });
    }
  }

  /**
   * Checks that only CPUs and threads bound the throughput. If both are to spare, doubling the
   * users raises the throughput in every network of the model. The check allows for the noise of
   * both loads, which is at least the usual one of all loads, as a few rounds may agree by chance;
   * it holds for all pairs of loads together (Bonferroni).
   */
  static void requireNoOtherBound(String source, List<Observation> loads) {
    double usual = RowNoise.usual(loads).tps();
    List<Observation[]> pairs =
        loads.stream()
            .flatMap(
                fewer ->
                    loads.stream()
                        .filter(more -> isTwice(fewer, more))
                        .map(more -> new Observation[] {fewer, more}))
            .toList();
    // The standard errors beyond which no pair of so many differs by chance.
    double errors =
        NormalDistribution.of(0, 1)
            .inverseSurvivalProbability(ERROR / 2 / Math.max(1, pairs.size()));
    for (Observation[] pair : pairs) {
      Observation fewer = pair[0];
      Observation more = pair[1];
      double doubt =
          errors
              * Math.hypot(
                  Math.max(usual, fewer.noise().tps()), Math.max(usual, more.noise().tps()));
      if (more.tps() < MIN_GROWTH * fewer.tps() * Math.exp(-doubt)) {
        throw ConfigException.of(
            source,
            ("%s TPS with %s users and %s with %s, at %s %% CPU and with threads to spare:"
                    + " bounded by something that the model does not have, such as"
                    + " a pool of connections (valid: loads below that bound)")
                .formatted(
                    FigureText.measure(fewer.tps()),
                    FigureText.count(fewer.users()),
                    FigureText.measure(more.tps()),
                    FigureText.count(more.users()),
                    FigureText.measure(more.cpuPct())));
      }
    }
  }

  record RedisRead(Observation load, double millis) {}

  /**
   * Checks that Redis answers as fast under load as without, as the model's wait is a constant. On
   * a busy CPU reads appear longer, because a thread waits for the CPU before it sees the answer;
   * such loads are not compared.
   */
  static void requireSteadyRedis(String source, List<RedisRead> reads) {
    for (RedisRead fewer : reads) {
      for (RedisRead more : reads) {
        if (isTwice(fewer.load, more.load) && more.millis > MAX_REDIS_GROWTH * fewer.millis) {
          throw ConfigException.of(
              source,
              ("Redis: a read takes %s ms with %s users and %s ms with %s, at %s %% CPU and with"
                      + " threads to spare, so that the wait grows with load, which the model does"
                      + " not have (valid: loads at which it is constant)")
                  .formatted(
                      FigureText.measure(fewer.millis),
                      FigureText.count(fewer.load.users()),
                      FigureText.measure(more.millis),
                      FigureText.count(more.load.users()),
                      FigureText.measure(more.load.cpuPct())));
        }
      }
    }
  }

  /** Whether a load has twice the users of another, with threads and CPU to spare. */
  private static boolean isTwice(Observation fewer, Observation more) {
    return more.cell().equals(fewer.cell())
        && more.users() >= 2 * fewer.users()
        && more.users() <= more.threads()
        && more.cpuPct() < SPARE_CPU_PCT;
  }

  private static String missing(int invalid, int refused) {
    if (refused > invalid) {
      return "fewer users, or a pool with a queue";
    }
    return invalid > 0 ? "the INVALID steps again" : "further loads";
  }

  private static boolean isClosedWithoutPauses(CellResult cell) {
    return cell.cell().load().workload() instanceof Workload.Closed closed
        && closed.thinkTime().equals(ThinkTime.NONE);
  }

  public double backoffMillis() {
    return backoffMillis(cell);
  }

  private static double backoffMillis(Cell cell) {
    return cell.load().workload() instanceof Workload.Closed closed
        ? closed.backoffMicros() / 1e3
        : 0;
  }

  public static int threads(ConfiguredPool pool) {
    return pool.queuesBeforeItGrows() ? Math.max(1, pool.coreThreads()) : pool.threads();
  }

  /**
   * The maximum number of calls that wait for a thread. If a pool grows only when its queue is
   * full, the threads above its core size count as queue places.
   */
  public static int queue(ConfiguredPool pool) {
    long queue = pool.queues() < 0 ? ClosedNetwork.UNBOUNDED : pool.maxTasks() - threads(pool);
    return (int) Math.min(ClosedNetwork.UNBOUNDED, queue);
  }

  private static void requireAlike(
      String source, List<CellResult> cells, String what, Function<CellResult, Object> of) {
    Set<Object> values =
        cells.stream().map(of).collect(Collectors.toCollection(LinkedHashSet::new));
    if (values.size() > 1) {
      throw ConfigException.of(
          source,
          "cells differ in "
              + what
              + " (valid: cells that differ in their pool only; DIR:CELL chooses one)");
    }
  }

  /** The provider's settings, with the same pool for all cells. */
  private static Object settings(String source, CellResult of) {
    if (of.cell().provider() instanceof DubboSettings dubbo) {
      if (dubbo.limit() != null) {
        throw ConfigException.of(
            source,
            "a limit of calls, which the model does not have (valid: cells without provider.limit;"
                + " DIR:CELL chooses one)");
      }
      if (dubbo.dispatcher() == Dispatcher.DIRECT) {
        throw ConfigException.of(
            source,
            "calls on I/O threads, which no pool bounds (valid: cells without dispatcher direct;"
                + " DIR:CELL chooses one)");
      }
      return dubbo.with(PoolConfig.of(PoolType.FIXED, null, null, null, null));
    }
    if (of.cell().provider() instanceof TargetSettings target) {
      if (of.pool() != null && of.pool().hasUnknownThreads()) {
        throw ConfigException.of(
            source,
            "a pool of %s, whose threads are unknown (valid: cells of other pools; DIR:CELL chooses one)"
                .formatted(of.pool().executorClass()));
      }
      return target.asConfigured();
    }
    if (of.cell().provider() instanceof RemoteSettings) {
      throw ConfigException.of(
          source,
          "its provider was not started here, so that its pool and CPU time are unknown (valid: a"
              + " provider that the study starts)");
    }
    throw ConfigException.of(source, "web provider (valid: cells of a Dubbo provider)");
  }

  private static int cpus(CellResult cell) {
    String list = cell.environment().providerCpus();
    return list.isEmpty() ? 0 : CpuList.parse(list).count();
  }

  private static Observation observation(CellResult cell, StepResult step, RowNoise noise) {
    ConfiguredPool pool = cell.ranPool();
    return new Observation(
        cell.cell().name() + " " + cell.repetition(),
        step.level(),
        threads(pool),
        queue(pool),
        cpus(cell),
        step.tps(),
        Metric.PROVIDER_CPU.of(step),
        Metric.SERVICE_MEAN.of(step),
        step.outsideMillis(),
        step.latency().meanMillis(),
        step.latency().tp99Millis(),
        step.latency().tp95Millis(),
        backoffMillis(cell.cell()),
        noise);
  }
}
