package io.poolbench.limits;

import static io.poolbench.journal.FigureText.count;
import static io.poolbench.journal.FigureText.counted;
import static io.poolbench.journal.FigureText.measure;

import io.poolbench.journal.ProgramSamples;
import io.poolbench.journal.ProgramSamples.ConnectionTrial;
import io.poolbench.journal.ProgramSamples.Connections;
import io.poolbench.limits.Suspicion.Kind;
import io.poolbench.stats.Range;
import io.poolbench.stats.SampleMean;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.commons.statistics.descriptive.Mean;

/** Checks of connections that threads wait for. */
final class ConnectionChecks {
  /** The error probability of the interval of a gain. */
  private static final double ERROR = 0.05;

  private ConnectionChecks() {}

  /**
   * No connection of a pool is free, and threads wait for one, though the CPU is not full. If twice
   * as many did no more, or if calls keep them for longer than at the lowest load, what they wait
   * for with a connection is the limit. A trial counts only for the pool it was made with.
   */
  static Suspicion connections(LoadSeries loads) {
    Optional<SampledLoad> since = exhaustedSince(loads);
    Optional<Connections> fullest =
        loads.decisive().stream()
            .flatMap(load -> load.samples().connections().stream())
            .max(Comparator.comparingDouble(pool -> pool.inUse() / pool.size()));
    Optional<Connections> named = since.flatMap(load -> named(load, loads)).or(() -> fullest);
    if (named.isEmpty()) {
      return Suspicion.unknown(Kind.CONNECTIONS);
    }
    Connections pool = named.get();
    boolean ofRoute = since.isPresent() && !isAllInUse(pool);
    String connections = ofRoute ? "connections of a route" : counted(pool.size(), "connection");
    String brief = "%s (%s), %s".formatted(pool.name(), pool.library(), connections);
    boolean ofCpu = ResourceChecks.isOfCpu(loads);
    if (since.isPresent() && !ofCpu) {
      Optional<String> other =
          trial(loads, pool)
              .filter(ConnectionChecks::isInVain)
              .map(ConnectionChecks::figures)
              .or(
                  () ->
                      moreHelp(loads, pool)
                          ? Optional.empty()
                          : keptForLonger(since.get(), loads.lowest()));
      if (other.isPresent()) {
        String none = ofRoute ? "none is free, but " : "all in use, but ";
        return Suspicion.ruledOut(Kind.CONNECTIONS, brief, none + other.get());
      }
    }
    String kept =
        since.isEmpty()
            ? ""
            : ofCpu
                ? "; calls keep them while the CPU lacks"
                : "; a call keeps one for %s ms"
                    .formatted(measure(1e3 * pool.inUse() / since.get().tps()));
    return Suspicion.of(
        Kind.CONNECTIONS,
        since.filter(load -> !ofCpu),
        brief,
        "%s in use and %s threads waiting".formatted(measure(pool.inUse()), measure(pool.waiting()))
            + kept,
        trial(loads, pool)
            .map(trial -> figures(trial) + ".")
            .orElse(
                ofRoute
                    ? "Try a higher limit for each route in %s.".formatted(pool.name())
                    : "Try more than %s in %s.".formatted(connections, pool.name())));
  }

  /**
   * The pool whose connections are lacking. Of several it is, in this order:
   *
   * <ol>
   *   <li>one of which more were tried, and helped;
   *   <li>one of which more were not tried in vain;
   *   <li>one that most holders of another pool's connections wait for;
   *   <li>the one for which most threads wait.
   * </ol>
   */
  private static Optional<Connections> named(SampledLoad load, LoadSeries loads) {
    Comparator<Connections> byTrial =
        Comparator.comparing((Connections pool) -> moreHelp(loads, pool))
            .thenComparing(pool -> trial(loads, pool).filter(ConnectionChecks::isInVain).isEmpty());
    List<Connections> exhausted = exhausted(load.samples());
    return exhausted.stream().max(byTrial.thenComparing(innermost(exhausted)));
  }

  private static Comparator<Connections> innermost(List<Connections> exhausted) {
    return Comparator.comparing(
            (Connections pool) -> exhausted.stream().anyMatch(outer -> isWithin(pool, outer)))
        .thenComparing(Connections::waiting);
  }

  /** The pool to try with more connections: a limit of routes cannot be changed. */
  static Optional<Connections> toTry(ProgramSamples samples) {
    List<Connections> all =
        exhausted(samples).stream().filter(ConnectionChecks::isAllInUse).toList();
    return all.stream().max(innermost(all));
  }

  /** Whether most connections of another pool are kept by threads that may wait for this one. */
  private static boolean isWithin(Connections pool, Connections outer) {
    return !pool.equals(outer)
        && pool.waiting() >= ResourceChecks.MOST * outer.inUse()
        && pool.waiting() <= outer.inUse();
  }

  private static Optional<SampledLoad> exhaustedSince(LoadSeries loads) {
    return loads.since(load -> !exhausted(load.samples()).isEmpty());
  }

  /** The load from which on more connections may help; empty if that is not to be tried. */
  static Optional<SampledLoad> lacksConnections(LoadSeries loads) {
    return ResourceChecks.isOfCpu(loads)
        ? Optional.empty()
        : exhaustedSince(loads).filter(load -> toTry(load.samples()).isPresent());
  }

  private static Optional<String> keptForLonger(SampledLoad load, SampledLoad low) {
    return load.heldMillis() < ResourceChecks.LONGER * low.heldMillis()
        ? Optional.empty()
        : Optional.of(
            "a call with one takes %s instead of %s ms"
                .formatted(measure(load.heldMillis()), measure(low.heldMillis())));
  }

  /** The pools without a free connection for which threads wait. */
  static List<Connections> exhausted(ProgramSamples samples) {
    return samples.connections().stream()
        .filter(pool -> isAllInUse(pool) || pool.full() >= ResourceChecks.ALL)
        .filter(pool -> pool.waiting() >= 1)
        .toList();
  }

  /** A pool with a limit for each route may be full with less. */
  private static boolean isAllInUse(Connections pool) {
    return pool.inUse() >= ResourceChecks.ALL * pool.size();
  }

  /** The methods in which threads wait for a connection of {@link #exhausted} pools. */
  static Set<String> awaited(SampledLoad load) {
    return exhausted(load.samples()).stream().map(Connections::via).collect(Collectors.toSet());
  }

  private static Optional<ConnectionTrial> trial(LoadSeries loads, Connections pool) {
    return loads.rising().stream()
        .map(load -> load.samples().trial())
        .filter(trial -> trial != null && trial.name().equals(pool.name()))
        .findFirst();
  }

  private static boolean moreHelp(LoadSeries loads, Connections pool) {
    return trial(loads, pool).filter(ConnectionChecks::isWorthwhile).isPresent();
  }

  /** Whether more connections of those that are lacking were measured to give more. */
  static boolean moreConnectionsHelp(LoadSeries loads) {
    return exhaustedSince(loads)
        .flatMap(load -> named(load, loads))
        .filter(pool -> moreHelp(loads, pool))
        .isPresent();
  }

  private static boolean isWorthwhile(ConnectionTrial trial) {
    return gain(trial)
        .filter(gain -> gain.lower() >= Math.log(ResourceChecks.WORTHWHILE))
        .isPresent();
  }

  private static boolean isInVain(ConnectionTrial trial) {
    return gain(trial)
        .filter(gain -> gain.upper() < Math.log(ResourceChecks.WORTHWHILE))
        .isPresent();
  }

  /** The interval of the logarithm of the gain, by Welch's test; empty if it is unknown. */
  private static Optional<Range> gain(ConnectionTrial trial) {
    return logarithm(trial.triedTps())
        .flatMap(tried -> logarithm(trial.tps()).map(tried::minus))
        .map(difference -> difference.interval(ERROR / 2));
  }

  private static Optional<SampleMean> logarithm(List<Double> tps) {
    return SampleMean.of(tps.stream().map(Math::log).toList());
  }

  private static long mean(List<Double> tps) {
    return Math.round(Mean.of(tps.stream().mapToDouble(each -> each).toArray()).getAsDouble());
  }

  private static String figures(ConnectionTrial trial) {
    return "%s instead of %s connections in %s: %s instead of %s calls/s, tried once"
        .formatted(
            count(trial.tried()),
            count(trial.size()),
            trial.name(),
            count(mean(trial.triedTps())),
            count(mean(trial.tps())));
  }
}
