package io.poolbench.judge;

import io.poolbench.journal.Key;
import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import io.poolbench.journal.Slice;
import io.poolbench.stats.Median;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * How far other processes and machines disturbed each slice of the cells of a paired study. A slice
 * is undisturbed, or calm, if they are known to have taken at most {@value #CALM_PCT} % of the
 * CPUs' time from it, and if the CPUs' speed was within {@value #SPEED_PCT} % of the run's median.
 */
final class HostConditions {
  /** A tick of the kernel's clock for CPU time, 10 ms, in the usual slice of 0.2 s. */
  private static final double CALM_PCT = 5;

  private static final double SPEED_PCT = 10;

  private final Map<Stretch, Conditions> slices;
  private final OptionalDouble gauge;

  /** A block of all cells. */
  record Block(int repetition, int number) {
    static Block of(Slice slice) {
      return new Block(slice.key().repetition(), slice.key().turn().block());
    }
  }

  /** What a slice is known by: a cell has several in a block. */
  private record Stretch(Key key, Instant begin) {
    static Stretch of(Slice slice) {
      return new Stretch(slice.key(), slice.batches().get(0).span().at());
    }
  }

  /**
   * The conditions of a slice.
   *
   * @param takenPct CPU time used by other processes or stolen by the hypervisor, in percent of the
   *     provider's or the driver's CPUs, whichever is higher
   * @param gaugeMicros CPU time of a fixed computation: less is faster
   */
  private record Conditions(OptionalDouble takenPct, OptionalDouble gaugeMicros) {
    static final Conditions UNKNOWN =
        new Conditions(OptionalDouble.empty(), OptionalDouble.empty());
  }

  private HostConditions(Map<Stretch, Conditions> slices) {
    this.slices = slices;
    this.gauge =
        Median.of(
            slices.values().stream().flatMapToDouble(each -> each.gaugeMicros.stream()).toArray());
  }

  /** The conditions of all slices that count. */
  static HostConditions of(List<JudgedCell> cells) {
    Map<Stretch, Conditions> slices = new HashMap<>();
    for (JudgedCell cell : cells) {
      cell.counting()
          .forEach(
              slice ->
                  slices.put(
                      Stretch.of(slice), conditions(new Level(cell.cell(), List.of(slice)))));
    }
    return new HostConditions(slices);
  }

  private static Conditions conditions(Level level) {
    Double steal = Metric.STEAL.of(level);
    Double others = Metric.OTHERS_CPU.of(level);
    return new Conditions(
        steal == null || others == null
            ? OptionalDouble.empty()
            : OptionalDouble.of(steal + others),
        known(Metric.PROVIDER_GAUGE.of(level)));
  }

  private static OptionalDouble known(Double value) {
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  private Conditions conditions(Slice slice) {
    return slices.getOrDefault(Stretch.of(slice), Conditions.UNKNOWN);
  }

  /** CPU time taken from some slices of one length on average, in percent; empty if unknown. */
  OptionalDouble takenPct(List<Slice> some) {
    double sum = 0;
    for (Slice slice : some) {
      sum += conditions(slice).takenPct.orElse(Double.NaN);
    }
    return Double.isNaN(sum) ? OptionalDouble.empty() : OptionalDouble.of(sum / some.size());
  }

  /** Whether others took more CPU time on average than from a calm slice; false if unknown. */
  boolean isBusy() {
    return slices.values().stream()
            .flatMapToDouble(each -> each.takenPct.stream())
            .average()
            .orElse(0)
        > CALM_PCT;
  }

  /** Whether a slice is known to have been undisturbed. */
  boolean isCalm(Slice slice) {
    Conditions conditions = conditions(slice);
    return conditions.takenPct.orElse(Double.POSITIVE_INFINITY) <= CALM_PCT
        && isOfUsualSpeed(conditions);
  }

  /** A speed that no slice knows, such as those of a JVM without CPU clocks, is no disturbance. */
  private boolean isOfUsualSpeed(Conditions conditions) {
    return gauge.isEmpty()
        || (conditions.gaugeMicros.isPresent()
            && Math.abs(gauge.getAsDouble() / conditions.gaugeMicros.getAsDouble() - 1)
                <= SPEED_PCT / 100);
  }

  /** Whether a slice is known to have been disturbed. */
  boolean isDisturbed(Slice slice) {
    Conditions conditions = conditions(slice);
    return conditions.takenPct.orElse(0) > CALM_PCT
        || (conditions.gaugeMicros.isPresent() && !isOfUsualSpeed(conditions));
  }
}
