package io.poolbench.judge;

import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import io.poolbench.journal.Slice;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * One level of load of a cell with its verdict.
 *
 * @param at the load that tells it from the cell's other levels, in the unit of {@link
 *     JudgedCell#workload()}
 * @param repetitions its slices by repetition, at least one: those that count, or without any all
 *     others
 * @param together all slices in order of time: what the figures of the level are computed from
 * @param counts whether the slices count; without such a slice a level is INVALID
 */
public record JudgedLevel(
    int at, List<Level> repetitions, Level together, Verdict verdict, boolean counts) {
  public JudgedLevel {
    repetitions = List.copyOf(repetitions);
    Objects.requireNonNull(together, "together");
    Objects.requireNonNull(verdict, "verdict");
    if (repetitions.isEmpty()) {
      throw new IllegalArgumentException("no slice");
    }
  }

  public JudgedLevel(int at, List<Level> repetitions, Verdict verdict, boolean counts) {
    this(at, repetitions, together(repetitions), verdict, counts);
  }

  /** Users, or requests per second, of the cell. */
  public int level() {
    return repetitions.get(0).level();
  }

  /** Users, or requests per second, of the group or the phase; otherwise those of the cell. */
  public int load() {
    return repetitions.get(0).load();
  }

  public boolean passes() {
    return verdict.kind() == Verdict.Kind.PASS;
  }

  static Level together(List<Level> repetitions) {
    Level first = repetitions.get(0);
    return repetitions.size() == 1
        ? first
        : new Level(
            first.cell(),
            first.load(),
            repetitions.stream()
                .flatMap(level -> level.slices().stream())
                .sorted(inTime())
                .toList());
  }

  /** The value of a metric in each repetition that knows it; these are independent samples. */
  public List<Double> byRepetition(Metric metric) {
    return repetitions.stream().map(metric::of).filter(Objects::nonNull).toList();
  }

  /**
   * Whether the level fails for too little load: it has OK calls and breaks only the bound on TPS.
   * TPS rises with load, while all other metrics get worse.
   */
  boolean hasTooLittleLoad() {
    return verdict.kind() == Verdict.Kind.FAIL && verdict.codes().equals(List.of(Metric.TPS.id()));
  }

  /**
   * Whether the driver's CPUs suffice for a multiple of this load; true if they are not known. If
   * not, the driver would be measured instead of the provider, and the level be INVALID.
   */
  public boolean isDriverEnoughFor(double times) {
    return Stream.of(Metric.DRIVER_CPU, Metric.DRIVER_BUSIEST_THREAD)
        .map(metric -> metric.of(together))
        .allMatch(pct -> pct == null || times * pct < ValidityRule.MAX_CPU_PCT);
  }

  public static Comparator<Slice> inTime() {
    return Comparator.comparing(slice -> slice.batches().get(0).span().at());
  }
}
