package io.poolbench.journal;

import io.poolbench.core.ProviderHistograms;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.BinaryOperator;

/**
 * What the counters of provider, host and driver gained during a slice, unprocessed: figures are
 * computed from them by {@link Metric}. A counter that could not be read is absent.
 *
 * @param gained growth of counters by name; adds up
 * @param highest the highest value of what has a maximum, by name
 * @param closing states at the end by name, such as a pool's number of threads
 * @param recorded durations and sizes that were recorded, by name of the histogram; add up
 */
public record Counters(
    Map<String, Double> gained,
    Map<String, Double> highest,
    Map<String, Double> closing,
    Map<String, Durations> recorded) {
  /** A third of a second of rounds: the lower quartile of fewer would be nearly their minimum. */
  private static final int MIN_ROUNDS = 10;

  private static final double LOWER_QUARTILE = 25;

  public static final Counters UNKNOWN = new Counters(Map.of(), Map.of(), Map.of(), Map.of());

  public Counters {
    gained = sorted(gained);
    highest = sorted(highest);
    closing = sorted(closing);
    recorded = sorted(recorded);
  }

  public static Counters ofGained(Map<String, Double> gained) {
    return new Counters(gained, Map.of(), Map.of(), Map.of());
  }

  public static Counters ofHighest(Map<String, Double> highest) {
    return new Counters(Map.of(), highest, Map.of(), Map.of());
  }

  public static Counters ofRecorded(Map<String, Durations> recorded) {
    return new Counters(Map.of(), Map.of(), Map.of(), recorded);
  }

  /** Returns these counters with a state at the end. */
  public Counters closingWith(String name, double state) {
    Map<String, Double> states = new HashMap<>(closing);
    states.put(name, state);
    return new Counters(gained, highest, states, recorded);
  }

  /** Returns these counters with more growth of one; it need not be known before. */
  public Counters plusGained(String name, OptionalDouble more) {
    Map<String, Double> grown = new HashMap<>(gained);
    more.ifPresent(growth -> grown.merge(name, growth, Double::sum));
    return new Counters(grown, highest, closing, recorded);
  }

  /** Returns these counters without the growth of some. */
  public Counters without(String... names) {
    Map<String, Double> left = new HashMap<>(gained);
    left.keySet().removeAll(List.of(names));
    return new Counters(left, highest, closing, recorded);
  }

  private static <T> Map<String, T> sorted(Map<String, T> values) {
    return Collections.unmodifiableMap(new TreeMap<>(values));
  }

  /**
   * The counters of several slices together. What one of them lacks is unknown for all, but for
   * maxima.
   *
   * @param last the counters of the slice that ended last
   */
  static Counters sum(List<Counters> all, Counters last) {
    Map<String, Double> gained = new HashMap<>(all.get(0).gained);
    Map<String, Double> highest = new HashMap<>(all.get(0).highest);
    Map<String, Durations> recorded = new HashMap<>(all.get(0).recorded);
    for (Counters other : all.subList(1, all.size())) {
      add(gained, other.gained, Double::sum);
      other.highest.forEach((name, value) -> highest.merge(name, value, Math::max));
      add(recorded, other.recorded, Durations::plus);
    }
    return new Counters(gained, highest, last.closing, recorded);
  }

  private static <T> void add(Map<String, T> sums, Map<String, T> more, BinaryOperator<T> sum) {
    sums.keySet().retainAll(more.keySet());
    sums.replaceAll((name, value) -> sum.apply(value, more.get(name)));
  }

  /** Returns these counters and others; of a maximum in both, the larger one. */
  public Counters and(Counters others) {
    return new Counters(
        together(gained, others.gained),
        larger(highest, others.highest),
        together(closing, others.closing),
        together(recorded, others.recorded));
  }

  private static Map<String, Double> larger(Map<String, Double> one, Map<String, Double> other) {
    Map<String, Double> most = new HashMap<>(one);
    other.forEach((name, value) -> most.merge(name, value, Math::max));
    return most;
  }

  private static <T> Map<String, T> together(Map<String, T> one, Map<String, T> other) {
    Map<String, T> all = new HashMap<>(one);
    all.putAll(other);
    return all;
  }

  /** The growth of a counter; null if unknown. */
  public Double gained(String counter) {
    return gained.get(counter);
  }

  /**
   * The CPU time of a round of arithmetic on the provider's CPUs, as the lower quartile of the
   * rounds; null with too few. Interruptions, cold caches and a CPU that just woke up make a round
   * longer, never shorter: with few rounds, even the median can be 40 % too long. A CPU with a
   * lower clock, or with a busy neighbour on its core for most of the window, is slow in all
   * rounds.
   */
  public Double roundNanos() {
    return recorded(ProviderHistograms.CPU_GAUGE)
        .filter(rounds -> rounds.count() >= MIN_ROUNDS)
        .map(rounds -> (double) rounds.percentileNanos(LOWER_QUARTILE))
        .orElse(null);
  }

  /** The durations of a histogram; empty if unknown. */
  public Optional<Durations> recorded(String histogram) {
    return Optional.ofNullable(recorded.get(histogram));
  }
}
