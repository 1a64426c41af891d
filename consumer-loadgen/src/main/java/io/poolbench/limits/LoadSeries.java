package io.poolbench.limits;

import io.poolbench.journal.FigureText;
import io.poolbench.journal.ProgramSamples;
import io.poolbench.stats.Median;
import io.poolbench.study.Workload;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The loads of a cell.
 *
 * @param rising two or more
 * @param limitMillis the longest that a call may take by the SLA; infinite without a bound
 * @param others cells measured in turns with this one
 * @param alone the program under next to no load; empty if it was not sampled there
 * @param driverLacks whether higher loads are INVALID, since the driver has no CPU to spare
 * @param sameArguments whether all calls have the same ones
 */
record LoadSeries(
    List<SampledLoad> rising,
    Workload workload,
    double limitMillis,
    List<Tried> others,
    Optional<ProgramSamples> alone,
    boolean driverLacks,
    boolean sameArguments) {
  /**
   * What another pool, measured in turns with this one, did at most at the levels of both.
   *
   * @param threads its maximum
   * @param level the highest of both
   * @param ownTps what this one did at most at these levels
   */
  record Tried(String name, int threads, int level, double tps, double ownTps) {
    Tried {
      Objects.requireNonNull(name, "name");
    }
  }

  /** Throughput no longer grows from a load on if no higher one has so much more. */
  private static final double FLAT = 1.1;

  /** Loads nearer to each other than this factor do not show whether throughput grows. */
  private static final double APART = 1.5;

  /** The elasticity of throughput to users that counts as growing: 10 % for twice the users. */
  private static final double GROWING = 0.14;

  /** The error probability of the interval of a growth. */
  private static final double ERROR = 0.05;

  LoadSeries {
    rising = List.copyOf(rising);
    others = List.copyOf(others);
    Objects.requireNonNull(workload, "workload");
    Objects.requireNonNull(alone, "alone");
    if (rising.size() < 2) {
      throw new IllegalArgumentException("fewer than two loads");
    }
  }

  SampledLoad lowest() {
    return rising.get(0);
  }

  /** The program under the least load at which it was sampled. */
  ProgramSamples quietest() {
    return alone.orElse(lowest().samples());
  }

  SampledLoad highest() {
    return rising.get(rising.size() - 1);
  }

  /**
   * The loads from the first on at which throughput no longer grows; empty if it grows up to the
   * highest.
   */
  List<SampledLoad> flat() {
    return IntStream.range(0, rising.size() - 1)
        .filter(at -> highest().level() >= APART * rising.get(at).level())
        .filter(at -> mostTps(rising.subList(at + 1, rising.size())) <= FLAT * rising.get(at).tps())
        .mapToObj(at -> rising.subList(at, rising.size()))
        .findFirst()
        .orElse(List.of());
  }

  /** The loads below the flat ones; all, if throughput grows up to the highest. */
  List<SampledLoad> growing() {
    return rising.subList(0, rising.size() - flat().size());
  }

  /** Where the limit shows: the flat loads, or the highest. */
  List<SampledLoad> decisive() {
    List<SampledLoad> flat = flat();
    return flat.isEmpty() ? List.of(highest()) : flat;
  }

  static double mostTps(List<SampledLoad> loads) {
    return loads.stream().mapToDouble(SampledLoad::tps).max().orElse(0);
  }

  /** The median of a figure over the decisive loads. */
  double typical(ToDoubleFunction<SampledLoad> figure) {
    return Median.of(decisive().stream().mapToDouble(figure).toArray()).orElseThrow();
  }

  double highest(ToDoubleFunction<SampledLoad> figure) {
    return decisive().stream().mapToDouble(figure).max().orElse(0);
  }

  /**
   * The loads from the lowest on of which something is so, and so of it and all higher ones
   * together: what is rare may be missing at one of them. Empty if there is none.
   */
  List<SampledLoad> from(Predicate<SampledLoad> isSo, Predicate<List<SampledLoad>> isSoTogether) {
    return IntStream.range(0, rising.size())
        .filter(at -> isSo.test(rising.get(at)))
        .mapToObj(at -> rising.subList(at, rising.size()))
        .filter(isSoTogether)
        .findFirst()
        .orElse(List.of());
  }

  /** The lowest load of at least a level; the highest if there is none. */
  SampledLoad atLeast(int level) {
    return rising.stream().filter(load -> load.level() >= level).findFirst().orElse(highest());
  }

  /**
   * The load from which on something is so: at it and at most of the higher ones, half of the
   * decisive loads among them.
   */
  Optional<SampledLoad> since(Predicate<SampledLoad> isSo) {
    List<SampledLoad> decisive = decisive();
    long so = decisive.stream().filter(isSo).count();
    if (2 * so < decisive.size() || (2 * so == decisive.size() && !isSo.test(highest()))) {
      return Optional.empty();
    }
    return IntStream.range(0, rising.size())
        .filter(at -> isSo.test(rising.get(at)))
        .filter(at -> isMostly(isSo, rising.subList(at, rising.size())))
        .mapToObj(rising::get)
        .findFirst();
  }

  private static boolean isMostly(Predicate<SampledLoad> isSo, List<SampledLoad> loads) {
    return 2 * loads.stream().filter(isSo).count() >= loads.size();
  }

  /** Whether throughput is shown to grow with the last step up. */
  boolean isShownToGrow() {
    SampledLoad before = rising.get(rising.size() - 2);
    double users = Math.log((double) highest().level() / before.level());
    double mean = Math.log(highest().tps() / before.tps()) / users;
    double[] rounds =
        before.throughput().byRound().entrySet().stream()
            .filter(round -> highest().throughput().byRound().containsKey(round.getKey()))
            .mapToDouble(
                round ->
                    Math.log(
                            highest().throughput().byRound().get(round.getKey()) / round.getValue())
                        / users)
            .toArray();
    if (rounds.length < 2) {
      return before.throughput().byRound().isEmpty() && mean >= GROWING;
    }
    double t = TDistribution.of(rounds.length - 1).inverseSurvivalProbability(ERROR / 2);
    double error = Math.sqrt(Variance.of(rounds).getAsDouble() / rounds.length);
    return Mean.of(rounds).getAsDouble() - t * error >= GROWING;
  }

  /** The cell with more threads than this one's pool that did most, beyond a load at least. */
  Optional<Tried> larger(int threads, SampledLoad beyond) {
    return others.stream()
        .filter(other -> other.threads >= APART * threads && other.level >= beyond.level())
        .max(Comparator.comparingDouble(Tried::tps));
  }

  String text(SampledLoad load) {
    return FigureText.load(workload, load.level());
  }

  /** Loads of these levels, for a table. */
  List<Integer> levels() {
    return rising.stream().map(SampledLoad::level).toList();
  }
}
