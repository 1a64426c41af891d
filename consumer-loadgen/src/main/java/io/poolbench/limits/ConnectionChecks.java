package io.poolbench.limits;

import static io.poolbench.journal.FigureText.count;
import static io.poolbench.journal.FigureText.counted;
import static io.poolbench.journal.FigureText.measure;

import io.poolbench.journal.ProgramSamples.ConnectionTrial;
import io.poolbench.journal.ProgramSamples.Connections;
import io.poolbench.limits.Suspicion.Kind;
import io.poolbench.stats.Range;
import io.poolbench.stats.SampleMean;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.commons.statistics.descriptive.Mean;

/** Checks of connections that threads wait for. */
final class ConnectionChecks {
  /** The error probability of the interval of a gain. */
  private static final double ERROR = 0.05;

  private ConnectionChecks() {}

  /**
   * Connections of a pool are all in use, and threads wait for one, though the CPU is not full. If
   * twice as many did no more, or if calls keep them for longer than at the lowest load, what they
   * wait for with a connection is the limit.
   */
  static Suspicion connections(LoadSeries loads) {
    Optional<SampledLoad> since = exhaustedSince(loads);
    Optional<Connections> fullest =
        loads.decisive().stream()
            .flatMap(load -> load.samples().connections().stream())
            .max(Comparator.comparingDouble(pool -> pool.inUse() / pool.size()));
    Optional<Connections> named = since.flatMap(ConnectionChecks::exhausted).or(() -> fullest);
    if (named.isEmpty()) {
      return Suspicion.unknown(Kind.CONNECTIONS);
    }
    Connections pool = named.get();
    String connections = counted(pool.size(), "connection");
    String brief = "%s (%s), %s".formatted(pool.name(), pool.library(), connections);
    boolean ofCpu = ResourceChecks.isOfCpu(loads);
    if (since.isPresent() && !ofCpu) {
      Optional<String> other =
          trial(loads)
              .filter(ConnectionChecks::isInVain)
              .map(ConnectionChecks::figures)
              .or(
                  () ->
                      moreConnectionsHelp(loads)
                          ? Optional.empty()
                          : keptForLonger(since.get(), loads.lowest()));
      if (other.isPresent()) {
        return Suspicion.ruledOut(Kind.CONNECTIONS, brief, "all in use, but " + other.get());
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
        trial(loads)
            .map(trial -> figures(trial) + ".")
            .orElse("Try more than %s in %s.".formatted(connections, pool.name())));
  }

  private static Optional<SampledLoad> exhaustedSince(LoadSeries loads) {
    return loads.since(load -> exhausted(load).isPresent());
  }

  /** The load from which on more connections may help; empty if that is not to be tried. */
  static Optional<SampledLoad> lacksConnections(LoadSeries loads) {
    return ResourceChecks.isOfCpu(loads) ? Optional.empty() : exhaustedSince(loads);
  }

  private static Optional<String> keptForLonger(SampledLoad load, SampledLoad low) {
    return load.heldMillis() < ResourceChecks.LONGER * low.heldMillis()
        ? Optional.empty()
        : Optional.of(
            "a call with one takes %s instead of %s ms"
                .formatted(measure(load.heldMillis()), measure(low.heldMillis())));
  }

  /** The pool of connections that are all in use, and for which most threads wait. */
  static Optional<Connections> exhausted(SampledLoad load) {
    return load.samples().connections().stream()
        .filter(pool -> pool.inUse() >= ResourceChecks.ALL * pool.size() && pool.waiting() >= 1)
        .max(Comparator.comparingDouble(Connections::waiting));
  }

  private static Optional<ConnectionTrial> trial(LoadSeries loads) {
    return loads.rising().stream()
        .map(load -> load.samples().trial())
        .filter(Objects::nonNull)
        .findFirst();
  }

  static boolean moreConnectionsHelp(LoadSeries loads) {
    return trial(loads).filter(ConnectionChecks::isWorthwhile).isPresent();
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
