package io.poolbench.limits;

import static io.poolbench.journal.FigureText.count;
import static io.poolbench.journal.FigureText.measure;
import static io.poolbench.limits.ResourceChecks.MOST;
import static io.poolbench.limits.ResourceChecks.REFUSING_PCT;

import io.poolbench.journal.PoolSetup;
import io.poolbench.journal.ProgramSamples.PoolSamples;
import io.poolbench.journal.ProgramSamples.Site;
import io.poolbench.journal.ProgramSamples.State;
import io.poolbench.limits.Suspicion.Kind;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks of what calls wait for, or are refused by. What is constant is no limit. */
final class WaitChecks {
  /** A time, or a number of threads, that grew by less than this, for all of the load, did not. */
  private static final double GREW = 1.5;

  /** A growth counts if it exceeds its standard error so many times. */
  private static final double CERTAIN = 3;

  /** Fewer tasks of the pool than this per call: calls run elsewhere. */
  private static final double UNUSED = 0.1;

  private WaitChecks() {}

  /**
   * Half of the busy threads that do not wait for a connection wait for a lock or a permit, which
   * others have. A wait that was as long where throughput still grew is for something else.
   */
  static Suspicion lock(LoadSeries loads) {
    Set<String> exhausted = awaitedConnections(loads);
    Optional<Site> most =
        loads.decisive().stream()
            .flatMap(load -> waits(load).filter(Site::isForLock))
            .filter(site -> !exhausted.contains(site.via()))
            .max(Comparator.comparingDouble(site -> loads.typical(load -> load.lockShare(site))));
    if (most.isEmpty()) {
      return Suspicion.ruledOut(
          Kind.LOCK,
          "a lock",
          "no thread was seen to wait for one"
              + (exhausted.isEmpty() ? "" : ", but for a connection"));
    }
    Site site = most.get();
    SampledLoad low = loads.lowest();
    double millis = loads.typical(load -> load.waitMillis(site));
    double tps = LoadSeries.mostTps(loads.decisive());
    if (low.waitMillis(site) > millis / GREW && tps > GREW * low.tps()) {
      return Suspicion.ruledOut(
          Kind.LOCK,
          named(site),
          "a call waits there for %s ms, and %s ms at %s"
              .formatted(measure(millis), measure(low.waitMillis(site)), loads.text(low)));
    }
    return Suspicion.of(
        Kind.LOCK,
        loads.since(load -> load.lockShare(site) >= MOST),
        named(site),
        "%s %% of the busy threads%s wait for it"
                .formatted(
                    measure(100 * loads.typical(load -> load.lockShare(site))),
                    exhausted.isEmpty() ? "" : " that do not wait for a connection")
            + (site.state() == State.LOCK
                ? "; if all calls share it, each holds it for at most %s ms"
                    .formatted(measure(1000 / tps))
                : ""),
        "Hold it for less time, or share it less; with this pool it allows some %s calls/s."
                .formatted(count(Math.round(tps)))
            + ofArguments(loads));
  }

  private static Set<String> awaitedConnections(LoadSeries loads) {
    return loads.decisive().stream()
        .flatMap(load -> ConnectionChecks.awaited(load).stream())
        .collect(Collectors.toSet());
  }

  private static Stream<Site> waits(SampledLoad load) {
    return load.samples().sites().stream().filter(site -> site.state() != State.RUN);
  }

  /**
   * The time that a thread waits at a site grew by more than its noise, and by most of the time for
   * which it is held longer. The pool's queue explains no time for which threads are held.
   */
  static Suspicion site(LoadSeries loads) {
    SampledLoad low = loads.lowest();
    Set<String> exhausted = awaitedConnections(loads);
    Optional<Site> most =
        loads.decisive().stream()
            .flatMap(WaitChecks::waits)
            .filter(site -> !exhausted.contains(site.via()))
            .max(
                Comparator.comparingDouble(
                    (Site site) -> loads.typical(load -> growth(site, low, load))));
    if (most.isEmpty()) {
      return Suspicion.ruledOut(Kind.SITE, "a wait in a thread", "no thread was seen to wait");
    }
    Site site = most.get();
    String brief = named(site);
    String figures =
        "a call waits there for %s ms, and %s ms at %s"
            .formatted(
                measure(loads.typical(load -> load.waitMillis(site))),
                measure(low.waitMillis(site)),
                loads.text(low));
    Predicate<SampledLoad> grew =
        load ->
            growth(site, low, load) > CERTAIN * (load.waitError(site) + low.waitError(site))
                && load.heldMillis() >= GREW * low.heldMillis()
                // A thread that sleeps, or that others wait for, runs late where it gets no CPU.
                && ((site.state() != State.SLEEP && site.state() != State.WAIT)
                    || load.cpu().takenPct() < ResourceChecks.ALL_PCT)
                && growth(site, low, load) >= MOST * (load.heldMillis() - low.heldMillis());
    return Suspicion.of(
        Kind.SITE,
        loads.since(grew),
        brief,
        figures,
        "With this pool, what it waits for allows some %s calls/s."
                .formatted(count(Math.round(LoadSeries.mostTps(loads.decisive()))))
            + ofArguments(loads));
  }

  private static String ofArguments(LoadSeries loads) {
    return loads.sameArguments()
        ? " All calls had the same arguments: with others they may not wait for each other."
        : "";
  }

  private static double growth(Site site, SampledLoad low, SampledLoad load) {
    return load.waitMillis(site) - low.waitMillis(site);
  }

  /** Someone refuses a share of the calls that grows with the load. */
  static Suspicion refuser(LoadSeries loads) {
    Set<Refuser> refusers = new TreeSet<>(Comparator.comparing(Refuser::name));
    loads.decisive().forEach(load -> refusers.addAll(load.refused().keySet()));
    refusers.remove(Refuser.POOL);
    Optional<Refuser> most =
        refusers.stream()
            .max(Comparator.comparingDouble(by -> loads.highest(load -> load.refusedPct(by))));
    if (most.isEmpty()) {
      return Suspicion.ruledOut(
          Kind.REFUSER, "a limit that refuses calls", "none but the pool did");
    }
    Refuser by = most.get();
    double at = loads.highest(load -> load.refusedPct(by));
    String figures =
        "it refused %s %% of the calls at most, and %s %% at %s"
            .formatted(
                measure(at), measure(loads.lowest().refusedPct(by)), loads.text(loads.lowest()));
    // A failure that is as frequent at any load is a fault, and not a limit.
    Predicate<SampledLoad> refuses =
        load ->
            load.refusedPct(by) >= REFUSING_PCT
                && (by.limits()
                    || load.refusedPct(by) >= loads.lowest().refusedPct(by) + REFUSING_PCT);
    return Suspicion.of(
        Kind.REFUSER,
        loads.since(refuses),
        by.name(),
        figures,
        by.limits()
            ? "Raise it, if what is behind it can take more; no pool changes it."
            : "Find what makes these calls fail; no pool changes it.");
  }

  /** Calls of which no task runs in the pool: Dubbo runs them in its I/O threads. */
  static Suspicion ioThreads(LoadSeries loads) {
    return Suspicion.of(
        Kind.IO_THREADS,
        // A call that the pool refuses runs no task either.
        loads.since(
            load -> load.pool().tasks() < UNUSED && load.refusedPct(Refuser.POOL) < REFUSING_PCT),
        "I/O threads, in which calls run",
        "the pool runs %s tasks per call"
            .formatted(measure(loads.typical(load -> load.pool().tasks()))),
        "dispatcher: all, so that calls run in the pool, unless that of another service runs them; no"
            + " size of the pool matters before.");
  }

  /**
   * A call takes longer with the load, most of it outside of the pool's queue and threads, though
   * neither the provider's CPUs nor the driver's are full.
   */
  static Suspicion handOver(LoadSeries loads) {
    SampledLoad low = loads.lowest();
    Optional<PoolSamples> executor = executor(loads);
    String brief =
        executor
            .map(pool -> "the threads %s, which calls are handed to".formatted(name(pool)))
            .orElse("an executor that calls are handed to, or blocked I/O threads");
    String figures =
        "a call is %s ms outside of queue and thread, and %s ms at %s; a thread is held for %s ms"
                .formatted(
                    measure(loads.highest(load -> load.pool().outsideMillis())),
                    measure(low.pool().outsideMillis()),
                    loads.text(low),
                    measure(loads.typical(load -> load.pool().holdMillis())))
            + executor.map(WaitChecks::busy).orElse("");
    Predicate<SampledLoad> outside =
        load ->
            load.pool().tasks() >= UNUSED
                // I/O threads that answer refused calls delay the others, and tasks of these calls
                // shorten the mean time of a thread.
                && load.refused().values().stream().mapToDouble(pct -> pct).sum() < REFUSING_PCT
                && isOutside(load, low)
                && load.cpu().takenPct() < ResourceChecks.ALL_PCT
                && load.cpu().driverPct() < ResourceChecks.ALL_PCT;
    return loads.flat().isEmpty()
        ? Suspicion.unknown(Kind.HAND_OVER)
        : Suspicion.of(
            Kind.HAND_OVER,
            loads.since(outside),
            brief,
            figures,
            "Size that executor; the pool does not limit these calls.");
  }

  /** Whether a call takes longer than at a lower load, most of it outside of queue and thread. */
  static boolean isOutside(SampledLoad load, SampledLoad low) {
    double longer = load.pool().outsideMillis() - low.pool().outsideMillis();
    return load.pool().outsideMillis() >= GREW * low.pool().outsideMillis()
        && longer >= MOST * (cycle(load) - cycle(low));
  }

  /**
   * The executor that is full and of which most more threads are busy than under next to no load.
   * One that does other work all the time is as busy there.
   */
  private static Optional<PoolSamples> executor(LoadSeries loads) {
    return loads.decisive().stream()
        .flatMap(load -> load.samples().others().stream())
        .filter(pool -> pool.runs().isPresent())
        .filter(WaitChecks::isFull)
        .filter(pool -> pool.busy() >= GREW * quiet(pool, loads) + MOST)
        .max(Comparator.comparingDouble(pool -> pool.busy() + pool.queued() - quiet(pool, loads)));
  }

  /**
   * Threads beyond the core start only where a queue is full. No further task comes to a scheduler
   * but those that it was given before.
   */
  private static boolean isFull(PoolSamples pool) {
    PoolSetup setup = pool.setup();
    return (pool.busy() >= ResourceChecks.ALL * setup.max() && !setup.isScheduler())
        || (pool.queued() >= 1 && pool.busy() >= ResourceChecks.ALL * setup.core());
  }

  private static String name(PoolSamples pool) {
    return pool.setup().user();
  }

  private static double quiet(PoolSamples executor, LoadSeries loads) {
    return loads.quietest().others().stream()
        .filter(pool -> name(pool).equals(name(executor)))
        .mapToDouble(PoolSamples::busy)
        .sum();
  }

  private static String busy(PoolSamples pool) {
    return "; %s of its threads run calls, in %s, and %s wait in its queue"
        .formatted(
            measure(pool.busy()), brief(pool.runs().orElseThrow().at()), measure(pool.queued()));
  }

  private static double cycle(SampledLoad load) {
    return load.pool().outsideMillis() + load.pool().queueMillis() + load.pool().holdMillis();
  }

  static List<Suspicion> all(LoadSeries loads) {
    return List.of(lock(loads), site(loads), refuser(loads), ioThreads(loads), handOver(loads));
  }

  /**
   * Such as {@code a monitor (Object) in Stock.level, by Jedis.get}. A synchronizer of the JDK is
   * named by its public class.
   */
  static String named(Site site) {
    String blocker = outer(site.blocker()).replaceFirst("^.*[.]", "");
    String what =
        switch (site.state()) {
          case RUN -> "running";
          case LOCK -> "a monitor";
          case SOCKET -> "a socket";
          case SLEEP -> "a sleep";
          case WAIT -> "a wait";
        };
    return what
        + (blocker.isEmpty() ? "" : " (" + blocker + ")")
        + " in "
        + brief(site.at())
        + (site.via().isEmpty() ? "" : ", by " + brief(site.via()));
  }

  private static String outer(String blocker) {
    return blocker.replaceFirst("^(java[.][^$]*)[$].*", "$1");
  }

  /** Class and method without the package. */
  private static String brief(String method) {
    return method.replaceFirst("^.*[.]([^.]+[.][^.]+)$", "$1");
  }
}
