package io.poolbench.judge;

import io.poolbench.journal.Batch;
import io.poolbench.journal.CallSum;
import io.poolbench.journal.Calls;
import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import io.poolbench.journal.Slice;
import io.poolbench.journal.Unit;
import io.poolbench.judge.Samples.Sample;
import io.poolbench.stats.SampleMean;
import io.poolbench.stats.SampledError;
import io.poolbench.stats.SampledError.Contributions;
import io.poolbench.stats.Series;
import io.poolbench.stats.ShareInterval;
import io.poolbench.stats.ShareInterval.Count;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * How far the metrics of a level vary by chance. Percentages are on a scale of points, all other
 * metrics on that of their logarithms.
 *
 * <p>The samples are repetitions if there are several, otherwise the rounds of a paired run,
 * otherwise parts of the measured time, which do not show what differs between runs. Not
 * thread-safe.
 */
public final class LevelNoise {
  private static final int PARTS = 5;
  private static final double PERCENT = 100;

  /**
   * The width of a 95 % interval in standard deviations, and the degrees of freedom of 20 groups.
   */
  private static final double INTERVAL_DEVIATIONS = 2 * 1.96;

  private static final double DEGREES_OF_SHARES = 19;

  /** Metrics that follow from the calls of any part of the time. */
  private static final Set<Metric> OF_CALLS =
      EnumSet.of(
          Metric.TPS,
          Metric.GOODPUT,
          Metric.MEAN,
          Metric.TP50,
          Metric.TP90,
          Metric.TP95,
          Metric.TP99,
          Metric.TP999);

  /** CPU use varies at most as TPS does. */
  private static final Map<Metric, Metric> AT_MOST_AS =
      Map.of(
          Metric.PROVIDER_CPU, Metric.TPS,
          Metric.TP50, Metric.TPS,
          Metric.TP90, Metric.TPS,
          Metric.TP95, Metric.TPS,
          Metric.TP99, Metric.TPS);

  private static final Map<Metric, BatchShare> SHARES =
      Map.of(
          Metric.AVAILABILITY, new BatchShare(calls -> calls.ended() - calls.ok(), Calls::ended),
          Metric.NOT_OK, new BatchShare(calls -> calls.ended() - calls.ok(), Calls::ended),
          Metric.REFUSED, new BatchShare(Calls::rejected, Calls::ended),
          Metric.TIMED_OUT, new BatchShare(calls -> calls.timeout() + calls.unsent(), Calls::ended),
          Metric.EXPIRED,
              new BatchShare(Calls::expired, calls -> calls.sum(CallSum.EXPIRED) + calls.ok()));

  /** Calls with a property, and all calls. */
  private record BatchShare(ToLongFunction<Calls> hits, ToLongFunction<Calls> all) {
    List<Count> counts(Level level) {
      List<Count> counts = new ArrayList<>();
      for (int i = 0; i < level.slices().size(); i++) {
        for (Batch batch : level.slices().get(i).batches()) {
          counts.add(
              new Count(i + 1, hits.applyAsLong(batch.calls()), all.applyAsLong(batch.calls())));
        }
      }
      return counts;
    }
  }

  private final JudgedLevel level;

  /** The level without each round; null until needed. */
  private TreeMap<Sample, Level> withoutRound;

  /** The level without each part of its time; null until needed. */
  private List<Level> withoutPart;

  public LevelNoise(JudgedLevel level) {
    this.level = level;
  }

  public static boolean isInPoints(Metric metric) {
    return metric.unit() == Unit.PERCENT;
  }

  /** A value on the metric's scale; negative infinity where 0 has no logarithm. */
  public static double scaled(Metric metric, double value) {
    return isInPoints(metric) ? value : Math.log(value);
  }

  /** The value in the metric's unit; a share of calls is 0 to 100 %. */
  public static double unscaled(Metric metric, double scaled) {
    if (!isInPoints(metric)) {
      return Math.exp(scaled);
    }
    return SHARES.containsKey(metric) ? Math.min(PERCENT, Math.max(0, scaled)) : scaled;
  }

  /** Whether the samples are repetitions, each in a provider of its own. */
  public boolean isOfRepetitions() {
    return level.repetitions().size() > 1;
  }

  /** The metric on its scale; empty if it, or its noise, is unknown. */
  public Optional<SampleMean> mean(Metric metric) {
    Double value = metric.of(level.together());
    if (value == null) {
      return Optional.empty();
    }
    BatchShare share = SHARES.get(metric);
    if (share != null) {
      return share(value, level.repetitions().stream().map(share::counts).toList());
    }
    return (isOfRepetitions() ? byRepetition(metric) : byPart(metric))
        .or(() -> as(AT_MOST_AS.get(metric), metric, value));
  }

  private static Optional<SampleMean> share(double value, List<List<Count>> repetitions) {
    if (Count.sum(Count.joined(repetitions)).calls() == 0) {
      return Optional.empty();
    }
    ShareInterval share = ShareInterval.over(repetitions);
    double deviation = PERCENT * (share.high() - share.low()) / INTERVAL_DEVIATIONS;
    return Optional.of(new SampleMean(value, deviation * deviation, DEGREES_OF_SHARES));
  }

  private Optional<SampleMean> byRepetition(Metric metric) {
    return SampleMean.of(
        level.byRepetition(metric).stream().map(value -> scaled(metric, value)).toList());
  }

  /** The relative noise of another metric. */
  private Optional<SampleMean> as(Metric other, Metric metric, double value) {
    return other == null || value <= 0
        ? Optional.empty()
        : mean(other)
            .map(
                noise ->
                    new SampleMean(
                        scaled(metric, value),
                        noise.variance() * (isInPoints(metric) ? value * value : 1),
                        noise.degrees()));
  }

  private Optional<SampleMean> byPart(Metric metric) {
    if (withoutRound().size() >= Samples.MIN_ROUNDS) {
      return contributions(metric, withoutRound().navigableKeySet())
          .map(own -> estimate(scaled(metric, metric.of(level.together())), own));
    }
    if (!OF_CALLS.contains(metric) || withoutPart().isEmpty()) {
      return Optional.empty();
    }
    return jackknife(metric, withoutPart())
        .map(
            own ->
                new SampleMean(
                    scaled(metric, metric.of(level.together())), own.squares(), PARTS - 1));
  }

  /**
   * The difference of this level's metric to another one's that was measured in the same rounds.
   * Disturbances of both in a round cancel out. Empty if they share too few rounds.
   */
  public Optional<SampleMean> minusInRounds(LevelNoise other, Metric metric) {
    SortedSet<Sample> rounds = new TreeSet<>(withoutRound().navigableKeySet());
    rounds.retainAll(other.withoutRound().keySet());
    if (rounds.size() < Samples.MIN_ROUNDS) {
      return Optional.empty();
    }
    return contributions(metric, rounds)
        .flatMap(
            own ->
                other
                    .contributions(metric, rounds)
                    .map(
                        others ->
                            estimate(
                                scaled(metric, metric.of(level.together()))
                                    - scaled(metric, metric.of(other.level.together())),
                                new RoundContributions(
                                    own.values.plus(-1, others.values), rounds.size()))));
  }

  /** What each of so many rounds contributes. */
  private record RoundContributions(Contributions values, int rounds) {}

  private Optional<RoundContributions> contributions(Metric metric, SortedSet<Sample> rounds) {
    return jackknife(metric, rounds.stream().map(withoutRound()::get).toList())
        .map(values -> new RoundContributions(values, rounds.size()));
  }

  private static SampleMean estimate(double value, RoundContributions own) {
    double inflation =
        Series.of(IntStream.range(0, own.rounds).mapToDouble(own.values::get).toArray())
            .inflation();
    return new SampleMean(
        value, inflation * own.values.squares(), SampledError.degrees(own.rounds, inflation));
  }

  /** Empty if the metric is unknown, or has no logarithm, without one of the samples. */
  private Optional<Contributions> jackknife(Metric metric, List<Level> others) {
    double[] without = new double[others.size()];
    for (int i = 0; i < without.length; i++) {
      Double value = metric.of(others.get(i));
      without[i] = value == null ? Double.NaN : scaled(metric, value);
    }
    Double value = metric.of(level.together());
    boolean isKnown =
        value != null
            && Double.isFinite(scaled(metric, value))
            && IntStream.range(0, without.length).allMatch(i -> Double.isFinite(without[i]));
    return isKnown
        ? Optional.of(
            Jackknife.contributions(without, IntStream.range(0, without.length).boxed().toList()))
        : Optional.empty();
  }

  private NavigableMap<Sample, Level> withoutRound() {
    if (withoutRound == null) {
      withoutRound = new TreeMap<>(Samples.IN_TIME);
      List<Slice> slices = level.together().slices();
      Set<Sample> rounds = new TreeSet<>(Samples.IN_TIME);
      slices.forEach(slice -> rounds.add(round(slice)));
      for (Sample round : rounds) {
        List<Slice> others = slices.stream().filter(slice -> !round(slice).equals(round)).toList();
        if (!others.isEmpty()) {
          withoutRound.put(round, of(others));
        }
      }
    }
    return withoutRound;
  }

  private static Sample round(Slice slice) {
    return new Sample(slice.key().repetition(), slice.key().turn().round());
  }

  private Level of(List<Slice> slices) {
    return new Level(level.together().cell(), level.load(), slices);
  }

  private List<Level> withoutPart() {
    if (withoutPart == null) {
      withoutPart = new ArrayList<>();
      int batches =
          level.together().slices().stream().mapToInt(slice -> slice.batches().size()).sum();
      for (int part = 0; part < PARTS && batches >= PARTS; part++) {
        withoutPart.add(withoutBatches(part * batches / PARTS, (part + 1) * batches / PARTS));
      }
    }
    return withoutPart;
  }

  private Level withoutBatches(int from, int to) {
    List<Slice> left = new ArrayList<>();
    int first = 0;
    for (Slice slice : level.together().slices()) {
      int before = first;
      List<Batch> kept =
          IntStream.range(0, slice.batches().size())
              .filter(i -> before + i < from || before + i >= to)
              .mapToObj(slice.batches()::get)
              .toList();
      first += slice.batches().size();
      if (!kept.isEmpty()) {
        left.add(
            new Slice(
                slice.key(),
                kept,
                slice.pending(),
                slice.failures(),
                slice.counters(),
                slice.violations()));
      }
    }
    return of(left);
  }
}
