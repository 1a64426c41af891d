package io.poolbench.observe;

import static java.util.Comparator.comparingDouble;

import io.poolbench.journal.ProgramSamples;
import io.poolbench.journal.ProgramSamples.Connections;
import io.poolbench.journal.ProgramSamples.Site;
import io.poolbench.journal.ProgramSamples.State;
import io.poolbench.observe.HoldTime.Share;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BinaryOperator;

/**
 * What fails first behind a pool: a resource that was full while it was watched, a site whose waits
 * grew with the rate, or the CPUs where twice their use is more than there is. Nothing else is
 * named.
 *
 * @param name of the resource; empty if the kind says it
 * @param figure percent of the time in which it was full; of a lock the threads that wait for it;
 *     of the CPUs at twice the traffic their use now, in percent
 * @param site where calls wait for it; null if none was found
 */
public record FoundLimit(Kind kind, String name, double figure, Site site) {
  /** What is scarce. */
  public enum Kind {
    CONNECTIONS,
    CPU,
    COLLECTOR,
    /** A monitor, a lock or a semaphore. */
    LOCK,
    THREADS,
    /** Waits that grew with the rate. */
    GROWING_WAIT,
    /** They were not full, but would be. */
    CPU_AT_TWICE_THE_TRAFFIC,
    NONE
  }

  private static final FoundLimit NONE = new FoundLimit(Kind.NONE, "", 0, null);

  /** Connections that are all in use for a shorter time are not scarce. */
  private static final double CONNECTIONS_FULL = 0.01;

  private static final double CPU_BUSY = 0.9;
  private static final double CPU_FULL = 0.1;
  private static final double COLLECTING = 0.1;
  private static final double THREADS_FULL = 0.01;

  /** Threads that wait for a lock, in the mean, where it is held for most of the time. */
  private static final double LOCK_WAITING = 2;

  /**
   * A lock comes before connections if calls that wait for none wait for the lock for this share of
   * their time.
   */
  private static final double MOST = 0.5;

  private static final long MIN_SAMPLES = 10;

  public FoundLimit {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(name, "name");
  }

  static FoundLimit of(BusyThreads busy, HoldTime hold, List<ProgramSamples> seconds) {
    double length = seconds.stream().mapToDouble(ProgramSamples::seconds).sum();
    double cpuFull =
        seconds.stream()
                .filter(second -> second.process().cpuShare() >= CPU_BUSY)
                .mapToDouble(ProgramSamples::seconds)
                .sum()
            / length;
    double collecting =
        seconds.stream().mapToDouble(second -> second.process().collectedMillis()).sum()
            / 1e3
            / length;
    List<Share> running =
        hold.sites().stream().filter(share -> share.site().state() == State.RUN).toList();
    double runs = running.stream().mapToDouble(Share::share).sum();
    if (collecting >= COLLECTING) {
      return new FoundLimit(Kind.COLLECTOR, "", 100 * collecting, null);
    }
    // Calls that wait for a CPU keep what they hold, so that connections and threads are full, too.
    if (cpuFull >= CPU_FULL && runs >= 0.5) {
      return new FoundLimit(Kind.CPU, "", 100 * cpuFull, running.get(0).site());
    }
    Optional<FoundLimit> threads =
        Optional.of(busy.fullShare())
            .filter(full -> full >= THREADS_FULL)
            .map(full -> new FoundLimit(Kind.THREADS, "", 100 * full, most(hold)));
    Optional<FoundLimit> grown =
        Optional.ofNullable(hold.grown())
            .map(site -> new FoundLimit(Kind.GROWING_WAIT, "", 0, site));
    Optional<ScarceConnections> connections = connections(hold, seconds, length);
    return lock(busy, hold)
        .filter(lock -> connections.stream().noneMatch(scarce -> scarce.isBefore(lock, busy, hold)))
        .or(() -> connections.map(ScarceConnections::limit))
        .or(() -> threads)
        .or(() -> grown)
        .or(() -> doubled(seconds, length))
        .orElse(NONE);
  }

  /**
   * Connections that were full while threads waited for them.
   *
   * @param waiting mean number of threads of the program that waited for one
   */
  private record ScarceConnections(FoundLimit limit, double waiting) {
    /**
     * Whether they come before a lock: more threads wait for them, and calls that have one do not
     * wait for the lock for most of the time.
     */
    boolean isBefore(FoundLimit lock, BusyThreads busy, HoldTime hold) {
      double waitingShare =
          hold.sites().stream()
              .filter(share -> isWaitFor(limit.site().via(), share.site()))
              .mapToDouble(Share::share)
              .sum();
      double lockShare = lock.figure() / busy.average().threads();
      return lock.figure() <= waiting && lockShare < MOST * (1 - waitingShare);
    }
  }

  private static boolean isWaitFor(String via, Site site) {
    return site.state() != State.RUN && site.via().equals(via);
  }

  private static Optional<FoundLimit> doubled(List<ProgramSamples> seconds, double length) {
    double used =
        seconds.stream().mapToDouble(second -> second.process().cpuShare() * second.seconds()).sum()
            / length;
    return NeededThreads.FACTOR * used < 1
        ? Optional.empty()
        : Optional.of(new FoundLimit(Kind.CPU_AT_TWICE_THE_TRAFFIC, "", 100 * used, null));
  }

  private static Site most(HoldTime hold) {
    return hold.sites().stream().map(Share::site).findFirst().orElse(null);
  }

  private static Optional<ScarceConnections> connections(
      HoldTime hold, List<ProgramSamples> seconds, double length) {
    Map<String, Double> fullSeconds = new HashMap<>();
    Map<String, Double> waiting = new HashMap<>();
    Map<String, Connections> pools = new HashMap<>();
    BinaryOperator<Connections> fuller =
        BinaryOperator.maxBy(
            comparingDouble(Connections::waiting).thenComparingDouble(Connections::full));
    for (ProgramSamples second : seconds) {
      // Pools may share a name where the agent does not number them.
      Map<String, Connections> fullest = new HashMap<>();
      second.connections().forEach(use -> fullest.merge(use.name(), use, fuller));
      fullest.forEach(
          (name, use) -> {
            fullSeconds.merge(name, use.full() * second.seconds(), Double::sum);
            waiting.merge(name, use.waiting() * second.seconds(), Double::sum);
            pools.merge(name, use, fuller);
          });
    }
    // A pool whose connections are all held, and that nobody waits for, limits nothing; pools of a
    // library wait at the same site.
    List<ScarceConnections> scarce = new ArrayList<>();
    for (Connections pool : pools.values()) {
      double share = fullSeconds.get(pool.name()) / length;
      Optional<Site> waits =
          hold.sites().stream()
              .map(Share::site)
              .filter(site -> isWaitFor(pool.via(), site))
              .findFirst();
      double waited = waiting.get(pool.name());
      if (share >= CONNECTIONS_FULL && waited > 0 && waits.isPresent()) {
        String text = pool.name() + " (" + pool.size() + " connections)";
        FoundLimit limit = new FoundLimit(Kind.CONNECTIONS, text, 100 * share, waits.get());
        scarce.add(new ScarceConnections(limit, waited / length));
      }
    }
    return scarce.stream().max(comparingDouble(ScarceConnections::waiting));
  }

  /** A wait that does not grow with the rate is for no lock. */
  private static Optional<FoundLimit> lock(BusyThreads busy, HoldTime hold) {
    if (hold.growth() == HoldTime.Growth.STEADY) {
      return Optional.empty();
    }
    return hold.sites().stream()
        .filter(share -> share.site().isForLock())
        .map(
            share -> {
              double together =
                  hold.sites().stream()
                      .filter(other -> other.site().isSameWait(share.site()))
                      .mapToDouble(Share::share)
                      .sum();
              return new FoundLimit(
                  Kind.LOCK,
                  share.site().blocker(),
                  together * busy.average().threads(),
                  share.site());
            })
        .filter(found -> found.figure() >= LOCK_WAITING)
        .filter(found -> found.site().count() >= MIN_SAMPLES)
        .max(comparingDouble(FoundLimit::figure));
  }
}
