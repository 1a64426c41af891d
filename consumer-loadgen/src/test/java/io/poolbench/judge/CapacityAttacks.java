package io.poolbench.judge;

import static io.poolbench.judge.SimulatedBlocks.ALLOWED;
import static io.poolbench.judge.SimulatedBlocks.logistic;
import static io.poolbench.judge.SimulatedConditions.bursts;
import static io.poolbench.judge.SimulatedConditions.instances;
import static io.poolbench.judge.SimulatedConditions.lost;
import static io.poolbench.judge.SimulatedConditions.noise;
import static io.poolbench.judge.SimulatedConditions.slowlyChanging;

import io.poolbench.judge.Attack.Count;
import io.poolbench.stats.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToIntFunction;

/** Attacks on verdicts and capacities. */
final class CapacityAttacks {
  private static final double PROVIDER = Samples.BETWEEN_PROVIDERS;
  private static final List<Integer> LEVELS = List.of(4, 8, 12, 16, 24, 32, 40);
  private static final long CALLS = 2_000;
  private static final String FEW_ROUNDS = "few rounds may miss all bursts";
  private static final String GAPS = "where a curve runs between levels is left open";

  private CapacityAttacks() {}

  /** Blocks of which some have a share of late calls in them, the same at any load. */
  static List<Attack> violatedSlas() {
    List<Attack> attacks = new ArrayList<>();
    for (int rounds : new int[] {4, 8, 20, 30}) {
      for (int share : new int[] {2, 3}) {
        SimulatedBlocks blocks =
            new SimulatedBlocks(
                List.of(8, 16, 24), rounds, CALLS, List.of(bursts(share * 0.01 / 0.3, 0.3)));
        Attack attack =
            new Attack(
                "bursts, %d times what is allowed, %d rounds".formatted(share, rounds),
                List.of(Count.PASSED, Count.TOO_HIGH),
                random -> violated(blocks.run(random, List.of(level -> -9))),
                Map.of());
        double most = rounds < 8 ? 0.5 : rounds < 20 ? 0.2 : 0.08;
        attacks.add(
            (rounds < 20 ? attack.failing(Count.PASSED, most, FEW_ROUNDS) : attack)
                .failing(Count.TOO_HIGH, most, FEW_ROUNDS));
      }
    }
    for (double factor : new double[] {1.1, 1.5}) {
      SimulatedBlocks blocks =
          new SimulatedBlocks(List.of(8, 16, 24), 8, CALLS, List.of(noise(0.3, 0.3)));
      attacks.add(
          new Attack(
              "%.1f times what is allowed, 8 rounds".formatted(factor),
              List.of(Count.PASSED, Count.TOO_HIGH),
              random ->
                  violated(blocks.run(random, List.of(level -> ALLOWED + Math.log(factor) - 0.09))),
              Map.of()));
    }
    return attacks;
  }

  private static double[] violated(JudgedStudy study) {
    JudgedCell cell = study.cells().get(0);
    Optional<CapacityEstimate> estimate = EstimatedCell.of(cell, study).asItWas();
    double passed = cell.levels().stream().filter(JudgedLevel::passes).count();
    return new double[] {
      passed / cell.levels().size(),
      estimate.filter(each -> each.interval().lower() > 0).isPresent() ? 1 : 0
    };
  }

  /**
   * Capacities anywhere between the levels, of curves of any slope. Each provider adds what was
   * measured.
   */
  static List<Attack> capacities() {
    List<Attack> attacks = new ArrayList<>();
    for (Shape shape : Shape.values()) {
      for (double noise : new double[] {0.2, 0.8}) {
        Attack attack =
            capacity(
                "%s, 4 to 12 rounds, noise %.1f".formatted(shape.text, noise),
                shape,
                random -> 4 + random.nextInt(9),
                Math.hypot(Math.hypot(noise, 0.3), PROVIDER),
                1,
                noise(noise, 0.3),
                instances(PROVIDER),
                lost(0.2));
        attacks.add(shape == Shape.CLIFF ? attack : attack.failing(Count.WIDTH, 1.8, GAPS));
      }
    }
    attacks.add(
        capacity(
                "logistic, 5 providers, 2 rounds each",
                Shape.LOGISTIC,
                random -> 2,
                Math.hypot(0.5, PROVIDER),
                5,
                noise(0.4, 0.3),
                instances(PROVIDER))
            .failing(Count.WIDTH, 1.8, GAPS));
    for (double correlation : new double[] {0.9, 0.98}) {
      double most = correlation > 0.95 ? 0.3 : 0.08;
      attacks.add(
          capacity(
                  "logistic, blocks correlate by %.2f, 12 rounds".formatted(correlation),
                  Shape.LOGISTIC,
                  random -> 12,
                  0.8,
                  1,
                  slowlyChanging(correlation, 0.8))
              .failing(
                  Count.MISSED, most, "a run sees few states of a host that changes so slowly"));
    }
    return attacks;
  }

  /** How the log-odds of a late call rise with the load. */
  private enum Shape {
    LOGISTIC("logistic"),
    CLIFF("cliff"),
    HOCKEY_STICK("hockey stick");

    private final String text;

    Shape(String text) {
      this.text = text;
    }

    DoubleUnaryOperator curve(double capacity, double slope) {
      return switch (this) {
        case LOGISTIC -> logistic(capacity, slope);
        case CLIFF -> load -> ALLOWED + (load <= capacity ? -2 : 4);
        case HOCKEY_STICK -> load -> ALLOWED + slope * (Math.max(load, 0.9 * capacity) - capacity);
      };
    }
  }

  private static Attack capacity(
      String name,
      Shape shape,
      ToIntFunction<Random> rounds,
      double deviation,
      int providers,
      SimulatedConditions... conditions) {
    return new Attack(
        name,
        List.of(Count.MISSED, Count.WIDTH),
        random -> {
          double slope = 0.08 * Math.pow(12, random.nextDouble());
          DoubleUnaryOperator curve = shape.curve(5 + 30 * random.nextDouble(), slope);
          SimulatedBlocks blocks =
              new SimulatedBlocks(LEVELS, rounds.applyAsInt(random), CALLS, List.of(conditions));
          JudgedStudy study = blocks.run(random, List.of(curve), providers);
          return EstimatedCell.of(study.cells().get(0), study)
              .asItWas()
              .filter(estimate -> !estimate.ofTheseMinutes())
              .map(estimate -> covers(estimate, crossing(curve, deviation)))
              .orElse(new double[] {Double.NaN, Double.NaN});
        },
        Map.of());
  }

  /** The load from which on the mean share of late calls is more than what is allowed. */
  private static double crossing(DoubleUnaryOperator curve, double deviation) {
    double low = 0;
    double high = 200;
    while (high - low > 1e-3) {
      double middle = (low + high) / 2;
      double sum = 0;
      double weights = 0;
      for (double z = -4; z <= 4; z += 0.1) {
        double weight = Math.exp(-z * z / 2);
        weights += weight;
        sum += weight / (1 + Math.exp(-curve.applyAsDouble(middle) - deviation * z));
      }
      if (sum / weights > 0.01) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return low;
  }

  private static double[] covers(CapacityEstimate estimate, double capacity) {
    Range interval = estimate.interval();
    int lowest = estimate.levels().get(0);
    int highest = estimate.levels().get(estimate.levels().size() - 1);
    // Outside of the levels nothing more is said than that.
    double known =
        capacity < lowest
            ? Double.NEGATIVE_INFINITY
            : capacity > highest ? Double.POSITIVE_INFINITY : capacity;
    boolean covered = interval.lower() <= known && interval.upper() >= known;
    double end = known < estimate.load() ? interval.lower() : interval.upper();
    double part =
        Double.isInfinite(estimate.load()) || Double.isInfinite(known)
            ? Double.NaN
            : known == estimate.load() ? 0 : (known - estimate.load()) / (end - estimate.load());
    return new double[] {covered ? 0 : 1, part};
  }
}
