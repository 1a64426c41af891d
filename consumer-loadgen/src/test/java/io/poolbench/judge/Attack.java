package io.poolbench.judge;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;

/**
 * A way in which an answer could be wrong.
 *
 * @param name what is simulated
 * @param counts what is counted
 * @param run a run from slices to its answer: for each count 1 if the answer is wrong, or a share
 *     of wrong answers; NaN if it says nothing
 * @param known the counts that are above their limits
 */
record Attack(
    String name, List<Count> counts, Function<Random, double[]> run, Map<Count, Known> known) {
  /** Number of standard deviations within which an estimate is in 95 % of cases. */
  private static final double CONFIDENT = 1.96;

  /** The share of runs that an interval is to cover. */
  private static final double COVERED = 0.93;

  /** Why more answers are wrong than allowed, and how many at most. */
  record Known(String reason, double most) {}

  /** What is counted, and the most that is allowed. */
  enum Count {
    SHOWN("shown and not true", 0.05),
    NOT_SHOWN("true and not shown", 0.05),
    PASSED("PASS under a violated SLA", 0.05),
    TOO_HIGH("lower end of the capacity too high", 0.05),
    MISSED("capacity outside of its interval", 1 - COVERED),
    /** Of each run, the part of the interval that would just cover the capacity. */
    WIDTH("interval / shortest that covers 93 %", 1.5);

    private final String text;
    private final double most;

    Count(String text, double most) {
      this.text = text;
      this.most = most;
    }
  }

  Attack(String name, Count count, Function<Random, Double> run) {
    this(name, List.of(count), random -> new double[] {run.apply(random)}, Map.of());
  }

  /** The attack with a count that is known to be above its limit. */
  Attack failing(Count count, double most, String reason) {
    Map<Count, Known> all = new EnumMap<>(Count.class);
    all.putAll(known);
    all.put(count, new Known(reason, most));
    return new Attack(name, counts, run, all);
  }

  /** The outcome of some runs, a row for each count. */
  List<Row> rows(Random random, int runs) {
    List<List<Double>> outcomes = new ArrayList<>();
    counts.forEach(count -> outcomes.add(new ArrayList<>()));
    for (int number = 0; number < runs; number++) {
      double[] outcome = run.apply(random);
      for (int i = 0; i < outcome.length; i++) {
        if (!Double.isNaN(outcome[i])) {
          outcomes.get(i).add(outcome[i]);
        }
      }
    }
    List<Row> rows = new ArrayList<>();
    for (Count count : counts) {
      rows.add(new Row(this, count, outcomes.get(rows.size())));
    }
    return rows;
  }

  /** What was counted in some runs. */
  record Row(Attack attack, Count count, List<Double> runs) {
    /** The mean; for {@link Count#WIDTH} the ratio. */
    private double value() {
      if (count == Count.WIDTH) {
        List<Double> sorted = runs.stream().sorted().toList();
        return sorted.isEmpty() ? 1 : 1 / sorted.get((int) (COVERED * (sorted.size() - 1)));
      }
      return runs.stream().mapToDouble(run -> run).average().orElse(0);
    }

    /** The standard deviation of the value by the number of runs, for a true value of a mean. */
    private double deviation(double mean) {
      return count == Count.WIDTH ? 0 : Math.sqrt(mean * (1 - mean) / Math.max(1, runs.size()));
    }

    /** Whether the value is above what is known by more than so many standard deviations. */
    boolean fails(double deviations) {
      Known known = attack.known.get(count);
      return exceeds(known == null ? count.most : known.most, deviations);
    }

    private boolean exceeds(double most, double deviations) {
      return value() > most + deviations * deviation(most);
    }

    /** A row of the table in Markdown. */
    String text() {
      String value =
          count == Count.WIDTH
              ? String.format(Locale.ROOT, "%.2f | %.1f", value(), count.most)
              : String.format(
                  Locale.ROOT,
                  "%.1f ± %.1f %% | %.0f %%",
                  100 * value(),
                  100 * CONFIDENT * deviation(value()),
                  100 * count.most);
      Known known = attack.known.get(count);
      String state =
          exceeds(count.most, CONFIDENT)
              ? "**no**" + (known == null ? "" : ": " + known.reason)
              : "yes";
      return "| %s | %s | %d | %s | %s |"
          .formatted(attack.name, count.text, runs.size(), value, state);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
