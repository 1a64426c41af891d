package io.poolbench.limits;

import static io.poolbench.journal.FigureText.count;
import static io.poolbench.journal.FigureText.measure;

import io.poolbench.limits.LoadSeries.Tried;
import io.poolbench.limits.SampledLoad.Pauses;
import io.poolbench.limits.Suspicion.Kind;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Checks of threads, CPUs, the driver and the collector. */
final class ResourceChecks {
  /** From this share on, CPUs, connections and threads count as all in use. */
  static final double ALL = 0.9;

  static final double ALL_PCT = 100 * ALL;

  /** Most of a time, or of the threads. */
  static final double MOST = 0.5;

  /** The share of refused calls from which on they count, and by which it must grow. */
  static final double REFUSING_PCT = 5;

  /**
   * The share of a call's time in the queue from which on calls lack a thread, and by which they
   * hold one for longer where they lack the CPU.
   */
  private static final double WAITING = 0.1;

  /**
   * A thread that is held for so much longer than at the lowest load is held by what grew, and not
   * by the work of the call.
   */
  static final double LONGER = 2;

  /** More threads, or connections, that do not even add this to the throughput do not lack. */
  static final double WORTHWHILE = 1.05;

  private static final double WITHHELD_PCT = 10;

  private static final double MUCH_COMPILATION_PCT = 10;

  private static final String DRIVER = "the driver";

  private static final double MUCH_COLLECTION = 0.1;

  /** Fewer collections may have been long by chance. */
  private static final int SOME_COLLECTIONS = 3;

  /** As {@link #MUCH_COLLECTION}, where a collection takes longer than the SLA allows a call. */
  private static final double LONG_COLLECTION = 0.01;

  private ResourceChecks() {}

  /** All CPUs that the provider may use are busy, or withheld by a quota or by others. */
  static Suspicion cpu(LoadSeries loads) {
    // Counters that are read at rest have what compilers use after the last answer, too.
    double used = Math.min(100, loads.highest(load -> load.cpu().providerPct()));
    double withheld = loads.highest(load -> load.cpu().withheldPct());
    if (used == 0) {
      return Suspicion.unknown(Kind.CPU);
    }
    boolean quota =
        withheld >= WITHHELD_PCT || (withheld > 0 && used < ALL_PCT && used + withheld >= ALL_PCT);
    Optional<SampledLoad> since = loads.since(lacksCpu(loads));
    boolean shared = !quota && since.isPresent() && used < ALL_PCT;
    return Suspicion.of(
        Kind.CPU,
        since,
        quota ? "the CPU quota" : shared ? "the CPU, shared" : "the CPU",
        quota
            ? "%s %% used and %s %% withheld by it".formatted(measure(used), measure(withheld))
            : (shared ? "other processes leave it %s %%" : "%s %% busy").formatted(measure(used))
                + compilers(loads),
        quota ? "A larger CPU quota." : "Less CPU time per call, or more CPUs.");
  }

  /** What compilers use they leave to calls later. */
  private static String compilers(LoadSeries loads) {
    double used = loads.highest(load -> load.cpu().compilersPct());
    return used < MUCH_COMPILATION_PCT
        ? ""
        : ", of which JIT compilers use %s %% for some time".formatted(measure(used));
  }

  private static Predicate<SampledLoad> lacksCpu(LoadSeries loads) {
    return load ->
        load.cpu().providerPct() + load.cpu().withheldPct() >= ALL_PCT
            || waitsForCpu(load, loads.lowest());
  }

  static boolean isOfCpu(LoadSeries loads) {
    return loads.since(lacksCpu(loads)).isPresent();
  }

  /**
   * Whether the provider's share of its CPUs is what a call waits for: others use the rest, and
   * most of the time by which a thread is held longer than at the lowest load, or by which it does
   * not wait for a connection, it runs, or would run, without using a CPU.
   */
  private static boolean waitsForCpu(SampledLoad load, SampledLoad low) {
    if (load.cpu().takenPct() < ALL_PCT || low.cpu().callMillis() == 0) {
      return false;
    }
    if (!ConnectionChecks.exhausted(load.samples()).isEmpty()) {
      return load.cpuWaitMillis() >= MOST * load.heldMillis();
    }
    double longer = load.pool().holdMillis() - low.pool().holdMillis();
    return longer >= WAITING * low.pool().holdMillis()
        && load.cpuWaitMillis() - low.cpuWaitMillis() >= MOST * longer;
  }

  /**
   * Throughput grows up to a load beyond which the driver has no CPU to spare, or grows no more
   * while the driver's CPUs are full and the time of a call outside of the provider grows.
   */
  static Suspicion driver(LoadSeries loads) {
    String remedy = "Give the driver more CPUs of its own; no limit of the provider shows before.";
    if (loads.driverLacks() && loads.flat().isEmpty()) {
      return Suspicion.holds(
          Kind.DRIVER,
          loads.highest(),
          DRIVER,
          "it has no CPU to spare for more load, and throughput still grows",
          remedy);
    }
    double used = Math.min(100, loads.highest(load -> load.cpu().driverPct()));
    String figures = measure(used) + " % of its CPUs in use";
    return used == 0
        ? Suspicion.unknown(Kind.DRIVER)
        : Suspicion.of(
            Kind.DRIVER,
            loads
                .since(
                    load ->
                        load.cpu().driverPct() >= ALL_PCT
                            && WaitChecks.isOutside(load, loads.lowest()))
                .filter(since -> !loads.flat().isEmpty()),
            DRIVER,
            figures,
            remedy);
  }

  /**
   * All threads run calls while others wait for one, the calls hold them hardly longer than at the
   * lowest load, and no larger pool that was tried does as little.
   */
  static Suspicion threads(LoadSeries loads) {
    int threads = loads.highest().pool().threads();
    if (threads == 0) {
      return Suspicion.unknown(Kind.THREADS);
    }
    String brief = threads == 1 ? "its thread" : "its " + count(threads) + " threads";
    // The ends of a window are not read at one moment, so that the mean may exceed the pool.
    double busy = Math.min(threads, loads.typical(load -> load.pool().busy()));
    Optional<SampledLoad> since = loads.since(load -> lacksThreads(load, threads));
    if (since.isEmpty()) {
      return Suspicion.ruledOut(
          Kind.THREADS, brief, "%s of %s busy".formatted(measure(busy), count(threads)));
    }
    double hold = loads.typical(load -> load.pool().holdMillisPerCall());
    double first = loads.lowest().pool().holdMillisPerCall();
    if (hold >= LONGER * first && loads.lowest().pool().busy() < ALL * threads) {
      return Suspicion.ruledOut(
          Kind.THREADS,
          brief,
          "all busy, as a call holds one for %s instead of %s ms"
              .formatted(measure(hold), measure(first)));
    }
    Optional<Tried> larger = loads.larger(threads, since.get());
    double tps = larger.map(Tried::ownTps).orElseGet(() -> LoadSeries.mostTps(loads.rising()));
    if (larger.filter(ResourceChecks::doesNoMore).isPresent()) {
      return Suspicion.ruledOut(
          Kind.THREADS,
          brief,
          "all busy, but %s does no more: %s instead of %s calls/s"
              .formatted(
                  larger.get().name(),
                  count(Math.round(larger.get().tps())),
                  count(Math.round(tps))));
    }
    double queue = loads.highest(load -> load.pool().queueMillis());
    double refused = loads.highest(load -> load.refusedPct(Refuser.POOL));
    String why =
        ("all busy (%s by Little's law), while %s; %s / %s ms that a call holds one"
                + " gives some %s calls/s")
            .formatted(
                measure(busy),
                refused >= REFUSING_PCT
                    ? measure(refused) + " % of the calls are refused"
                    : "calls wait up to " + measure(queue) + " ms in the queue",
                count(threads),
                measure(hold),
                count(Math.round(1e3 * threads / hold)));
    String remedy =
        larger
            .map(
                pool ->
                    "More threads: %s does %s instead of %s calls/s, measured in turns."
                        .formatted(
                            pool.name(), count(Math.round(pool.tps())), count(Math.round(tps))))
            .orElse("More threads; what they give was not tried.");
    return Suspicion.holds(Kind.THREADS, since.get(), brief, why, remedy);
  }

  private static boolean doesNoMore(Tried larger) {
    return larger.tps() < WORTHWHILE * larger.ownTps();
  }

  /** A larger pool that does no more though all threads of this one are busy. */
  static Optional<Tried> largerInVain(LoadSeries loads) {
    int threads = loads.highest().pool().threads();
    return loads
        .since(load -> threads > 0 && lacksThreads(load, threads))
        .flatMap(since -> loads.larger(threads, since))
        .filter(ResourceChecks::doesNoMore);
  }

  /** Whether calls lack a thread. A pool without a queue refuses them. */
  private static boolean lacksThreads(SampledLoad load, int threads) {
    return load.pool().busy() >= ALL * threads
        && (load.pool().queueMillis() >= WAITING * load.pool().holdMillis()
            || load.refusedPct(Refuser.POOL) >= REFUSING_PCT);
  }

  /**
   * The collector stops the provider for much of the time, or for longer than a call may take. The
   * latter counts where throughput grows: then calls are late by nothing that limits it.
   */
  static Suspicion collector(LoadSeries loads) {
    Pauses all = Pauses.of(loads.rising());
    Pauses early = Pauses.of(loads.growing());
    boolean tooLong =
        early.count() >= SOME_COLLECTIONS
            && early.meanMillis() > loads.limitMillis()
            && early.share() >= LONG_COLLECTION;
    double much = tooLong ? LONG_COLLECTION : MUCH_COLLECTION;
    List<SampledLoad> stopped =
        loads.from(
            load -> load.pauses().share() >= much,
            higher ->
                Pauses.of(higher).share() >= much && Pauses.of(higher).count() >= SOME_COLLECTIONS);
    Pauses pauses = stopped.isEmpty() ? all : Pauses.of(stopped);
    String figures =
        "%s %% of the time, %s ms each"
            .formatted(measure(100 * pauses.share()), measure(pauses.meanMillis()));
    return stopped.isEmpty()
        ? Suspicion.ruledOut(Kind.COLLECTOR, "the garbage collector", figures)
        : Suspicion.holds(
            Kind.COLLECTOR,
            stopped.get(0),
            "the garbage collector",
            "it stops the provider for " + figures,
            "A larger heap, another collector, or less garbage.");
  }

  /** All checks of this class. */
  static List<Suspicion> all(LoadSeries loads) {
    return List.of(cpu(loads), driver(loads), threads(loads), collector(loads));
  }
}
