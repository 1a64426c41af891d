package io.poolbench.limits;

import io.poolbench.api.EffectivePool;
import io.poolbench.judge.RepeatedCell;
import io.poolbench.judge.ShareBound;
import io.poolbench.result.CellResult;
import io.poolbench.result.SiteSamples.Connections;
import io.poolbench.result.SiteSamples.Site;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What keeps a target from answering more calls, found where its throughput no longer grows, or
 * where connections, CPUs or threads are all in use at the highest level.
 *
 * <p>The site at which the time of a call grows most with the load is where calls wait for what is
 * scarce ({@link SampledLoad#millis}).
 *
 * @param kind of limit
 * @param level at which the figures were measured: the first beyond which throughput hardly grows,
 *     and at which connections that are the limit are all in use; without a limit the highest
 * @param tps at this level
 * @param site where calls wait; null where no site tells
 * @param siteMillis of a call at the site
 * @param connections null unless connections are the limit
 * @param cpuPct of the provider's CPUs; 0 if unknown
 * @param figure of the kind: percent of the CPUs, percent of the time in collections, or threads
 */
public record NamedLimit(
    Kind kind,
    int level,
    double tps,
    Site site,
    double siteMillis,
    Connections connections,
    double cpuPct,
    double figure) {
  /** What is scarce. */
  public enum Kind {
    /** Throughput is shown to grow up to the highest level, at which nothing is all in use. */
    NONE,
    /** Whether throughput still grows at the highest level is not shown. */
    UNDECIDED,
    /** Connections of a pool whose size is known. */
    CONNECTIONS,
    /** The garbage collector stops the provider. */
    COLLECTOR,
    /** The provider's CPUs, or its share of them beside other processes or by a quota. */
    CPU,
    /** The threads of the business pool. */
    THREADS,
    /** Something at a site: a monitor, a permit, the other end of a socket. */
    SITE,
    /** None of these. */
    UNKNOWN
  }

  /**
   * The elasticity of throughput to users below which it no longer grows: ten percent more calls
   * for twice the users.
   */
  private static final double GROWING = 0.14;

  /** The share of time in collections, at all loads, from which on they take too much. */
  private static final double MUCH_COLLECTION = 0.1;

  /** As {@link #MUCH_COLLECTION}, where a collection takes longer than the SLA allows a call. */
  private static final double LONG_COLLECTION = 0.01;

  /**
   * The share of refused calls from which on threads are too few. As many users as threads have a
   * few calls refused whatever limits them, because an answer leaves before its thread is free.
   */
  private static final double REFUSING_PCT = 5;

  private static final double MILLIS_PER_SECOND = 1000;

  /** From this share on, CPUs, connections and threads count as all in use. */
  static final double ALL = 0.9;

  public NamedLimit {
    Objects.requireNonNull(kind, "kind");
  }

  /** The limit of a cell whose business threads were sampled at two levels; empty for others. */
  public static Optional<NamedLimit> of(RepeatedCell cell) {
    List<SampledLoad> loads = SampledLoad.of(cell);
    double limitMillis =
        ShareBound.onPercentiles(cell.cell().sla()).stream()
            .mapToDouble(ShareBound::limitMillis)
            .min()
            .orElse(Double.POSITIVE_INFINITY);
    return loads.size() < 2
        ? Optional.empty()
        : Optional.of(shownBy(loads, threads(cell), limitMillis));
  }

  /**
   * The limit that loads show.
   *
   * @param loads rising, at least two
   * @param threads of the pool; null if unknown
   * @param limitMillis the longest that a call may take by the SLA
   */
  static NamedLimit shownBy(List<SampledLoad> loads, Integer threads, double limitMillis) {
    SampledLoad highest = loads.get(loads.size() - 1);
    Optional<SampledLoad> flat = flat(loads);
    Optional<SampledLoad> exhausted =
        loads.stream()
            .filter(load -> load.exhausted().isPresent())
            .filter(load -> load.equals(highest) || !grows(load, higher(load, loads)))
            .findFirst();
    if (exhausted.isPresent() && !isOfCpu(exhausted.get(), loads)) {
      return connections(exhausted.get());
    }
    SampledLoad decisive = exhausted.or(() -> flat).orElse(highest);
    double stopped = sum(loads, SampledLoad::stoppedMillis);
    double share = stopped / (MILLIS_PER_SECOND * sum(loads, SampledLoad::seconds));
    boolean tooLong = stopped > limitMillis * sum(loads, SampledLoad::collections);
    if (share >= MUCH_COLLECTION || (tooLong && share >= LONG_COLLECTION)) {
      return at(Kind.COLLECTOR, decisive, 100 * share);
    }
    if (isOfCpu(decisive, loads)) {
      return at(Kind.CPU, decisive, decisive.cpuPct());
    }
    if (threads != null && areFull(threads, decisive)) {
      return at(Kind.THREADS, decisive, threads);
    }
    if (flat.isEmpty()) {
      boolean grows = loads.get(loads.size() - 2).growthTo(highest).low() >= GROWING;
      return at(grows ? Kind.NONE : Kind.UNDECIDED, decisive, 0);
    }
    return decisive
        .grown(loads.get(0))
        .map(site -> at(Kind.SITE, decisive, site, decisive.waitMillis(site), null, 0))
        .orElse(at(Kind.UNKNOWN, decisive, 0));
  }

  /** Calls that wait for a CPU keep what they hold, so that connections are all in use, too. */
  private static boolean isOfCpu(SampledLoad load, List<SampledLoad> loads) {
    return load.isCpuFull() || load.lacksCpuSince(loads.get(0));
  }

  /** Whether calls lack a thread. A pool without a queue refuses them. */
  private static boolean areFull(int threads, SampledLoad load) {
    return load.active() >= ALL * threads
        && (load.queued() >= 1 || load.refusedPct() >= REFUSING_PCT);
  }

  private static NamedLimit connections(SampledLoad load) {
    Connections pool = load.exhausted().orElseThrow();
    Site waiting = load.waitingFor(pool).orElse(null);
    double millis = waiting == null ? 0 : load.millis(waiting);
    return at(Kind.CONNECTIONS, load, waiting, millis, pool, 0);
  }

  private static double sum(List<SampledLoad> loads, ToDoubleFunction<SampledLoad> figure) {
    return loads.stream().mapToDouble(figure).sum();
  }

  private static NamedLimit at(Kind kind, SampledLoad load, double figure) {
    return at(kind, load, null, 0, null, figure);
  }

  private static NamedLimit at(
      Kind kind, SampledLoad load, Site site, double millis, Connections pool, double figure) {
    return new NamedLimit(
        kind, load.level(), load.tps(), site, millis, pool, load.cpuPct(), figure);
  }

  /** The first level at or above which throughput hardly exceeds that of the level before. */
  private static Optional<SampledLoad> flat(List<SampledLoad> loads) {
    return IntStream.range(1, loads.size())
        .filter(at -> !grows(loads.get(at - 1), loads.subList(at, loads.size())))
        .mapToObj(loads::get)
        .findFirst();
  }

  private static List<SampledLoad> higher(SampledLoad than, List<SampledLoad> loads) {
    return loads.subList(loads.indexOf(than) + 1, loads.size());
  }

  private static boolean grows(SampledLoad from, List<SampledLoad> higher) {
    SampledLoad most = Collections.max(higher, Comparator.comparingDouble(SampledLoad::tps));
    return from.growthTo(most).mean() >= GROWING;
  }

  /** The maximum number of threads of a cell's pool; null if unknown. */
  static Integer threads(RepeatedCell cell) {
    return cell.repetitions().stream()
        .map(CellResult::pool)
        .filter(Objects::nonNull)
        .map(EffectivePool::maxThreads)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  /** Whether other processes or a quota take a part of the CPUs that are the limit. */
  public boolean isCpuShared() {
    return kind == Kind.CPU && cpuPct < 100 * ALL;
  }

  /** Milliseconds that a call keeps a connection, by Little's law. */
  public double connectionMillis() {
    return 1000 * connections.inUse() / tps;
  }

  /**
   * The highest throughput that this many connections allow, whatever else limits it but the CPU.
   */
  public double tpsWith(int more) {
    return Math.min(1000 * more / connectionMillis(), cpuTps());
  }

  /** Whether the CPU allows less than this many connections do. */
  public boolean isCpuBound(int more) {
    return tpsWith(more) == cpuTps();
  }

  /** The throughput at which the CPUs are all busy, by the utilization law; infinite if unknown. */
  private double cpuTps() {
    return cpuPct == 0 ? Double.POSITIVE_INFINITY : 100 * tps / cpuPct;
  }

  /** The highest throughput that twice as many threads allow, each as fast as before. */
  public double tpsWithTwiceTheThreads() {
    return Math.min(2 * tps, cpuTps());
  }
}
