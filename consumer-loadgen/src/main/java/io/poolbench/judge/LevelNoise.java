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
import io.poolbench.stats.ShareInterval;
import io.poolbench.stats.ShareInterval.Count;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * How far the metrics of a level vary by chance. Percentages are on a scale of points, all other
 * metrics on that of their logarithms.
 *
 * <p>The samples are repetitions if there are several, otherwise the rounds of a paired run,
 * otherwise parts of the measured time, which do not show what differs between runs.
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

  private final NavigableMap<Sample, Level> withoutRound;

  public LevelNoise(JudgedLevel level) {
    this.level = level;
    this.withoutRound = Jackknife.without(level.together(), Sample::ofRound);
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
        .or(() -> metric == Metric.PROVIDER_CPU ? asTps(value) : Optional.empty());
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

  /** A use of CPUs with the relative noise of TPS: it varies at most as that does. */
  private Optional<SampleMean> asTps(double pct) {
    return pct <= 0
        ? Optional.empty()
        : mean(Metric.TPS)
            .map(noise -> new SampleMean(pct, noise.variance() * pct * pct, noise.degrees()));
  }

  private Optional<SampleMean> byPart(Metric metric) {
    if (withoutRound.size() >= Samples.MIN_ROUNDS) {
      return contributions(metric, withoutRound.values())
          .map(own -> estimate(scaled(metric, metric.of(level.together())), own));
    }
    List<Level> withoutPart = OF_CALLS.contains(metric) ? withoutPart() : List.of();
    return withoutPart.isEmpty()
        ? Optional.empty()
        : contributions(metric, withoutPart)
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
    SortedSet<Sample> rounds = new TreeSet<>(withoutRound.keySet());
    rounds.retainAll(other.withoutRound.keySet());
    if (rounds.size() < Samples.MIN_ROUNDS) {
      return Optional.empty();
    }
    return contributions(metric, rounds.stream().map(withoutRound::get).toList())
        .flatMap(
            own ->
                other
                    .contributions(metric, rounds.stream().map(other.withoutRound::get).toList())
                    .map(
                        others ->
                            estimate(
                                scaled(metric, metric.of(level.together()))
                                    - scaled(metric, metric.of(other.level.together())),
                                own.plus(-1, others))));
  }

  /** A value with the contributions of consecutive rounds. */
  private static SampleMean estimate(double value, Contributions own) {
    double inflation = own.series().inflation();
    return new SampleMean(
        value, inflation * own.squares(), SampledError.degrees(own.count(), inflation));
  }

  /** Empty if the metric is unknown, or has no logarithm, without one of the samples. */
  private Optional<Contributions> contributions(Metric metric, Collection<Level> others) {
    double[] without =
        others.stream().map(metric::of).mapToDouble(value -> finite(metric, value)).toArray();
    return Double.isNaN(finite(metric, metric.of(level.together())))
            || DoubleStream.of(without).anyMatch(Double::isNaN)
        ? Optional.empty()
        : Optional.of(
            Jackknife.contributions(without, IntStream.range(0, without.length).boxed().toList()));
  }

  private static double finite(Metric metric, Double value) {
    double scaled = value == null ? Double.NaN : scaled(metric, value);
    return Double.isInfinite(scaled) ? Double.NaN : scaled;
  }

  /** The level without each part of its time; empty if it has too few batches. */
  private List<Level> withoutPart() {
    int batches =
        level.together().slices().stream().mapToInt(slice -> slice.batches().size()).sum();
    return batches < PARTS
        ? List.of()
        : IntStream.range(0, PARTS)
            .mapToObj(part -> without(part * batches / PARTS, (part + 1) * batches / PARTS))
            .toList();
  }

  /** The level without some of its batches, which are numbered from 0 over all slices. */
  private Level without(int from, int to) {
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
        left.add(slice.with(kept));
      }
    }
    return new Level(level.together().cell(), level.load(), left);
  }
}
