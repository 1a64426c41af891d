package io.poolbench.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.judge.SimulatedStudy.Hog;
import io.poolbench.report.RoundBlocks;
import io.poolbench.result.BlockSample;
import io.poolbench.result.CellResult;
import io.poolbench.stats.Range;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Capacities of simulated paired studies with hidden curves, from batches to intervals. */
class SimulatedCapacityTest {
  private static final List<Integer> LEVELS = List.of(4, 8, 12, 16, 24, 32, 40);
  private static final double BLOCK_NOISE = 0.3;
  private static final int RUNS = 25;
  private static final int NIGHTLY_RUNS = 1_000;
  private static final double COVERED = 0.93;
  private static final double ALLOWANCE = 3.5;
  private static final Hog HALF = (random, cell) -> random.nextBoolean() ? 0.5 : 0;

  /** How the share of late calls rises around a capacity; {@code slope} is in logits per user. */
  private enum Shape {
    LOGISTIC,
    CLIFF,
    /** Flat up to nine tenths of the capacity. */
    HOCKEY_STICK;

    DoubleUnaryOperator curve(double capacity, double slope) {
      return switch (this) {
        case LOGISTIC -> SimulatedStudy.logistic(capacity, slope);
        case CLIFF -> load -> SimulatedStudy.target() + (load <= capacity ? -2 : 4);
        case HOCKEY_STICK ->
            load -> SimulatedStudy.target() + slope * (Math.max(load, 0.9 * capacity) - capacity);
      };
    }
  }

  private enum Runs {
    /** One paired run with some of the blocks lost, and capacities anywhere between the levels. */
    ROUNDS,
    /** The same with whole capacities, of which some are levels. */
    ON_A_GRID,
    /** Two to eight runs, each in a provider of its own with a noise of its own. */
    REPETITIONS,
    /** One paired run, half of whose blocks others disturb. */
    UNDISTURBED;

    double capacity(Random random) {
      return 5 + (this == ON_A_GRID ? random.nextInt(31) : 30 * random.nextDouble());
    }

    EstimatedCell cell(Random random, double noise, DoubleUnaryOperator curve) {
      List<Long> calls = calls(random);
      if (this == REPETITIONS) {
        SimulatedStudy once = study(1, calls, noise, 0, Hog.NONE);
        List<CellResult> repetitions =
            IntStream.rangeClosed(1, 2 + random.nextInt(7))
                .mapToObj(
                    number ->
                        Changed.with(once.run(random, List.of(curve)).get(0), "repetition", number))
                .toList();
        return EstimatedCell.of(new RepeatedCell(repetitions), /* paired= */ false);
      }
      SimulatedStudy paired =
          this == UNDISTURBED
              ? study(16 + random.nextInt(9), calls, noise, 0, HALF)
              : study(4 + random.nextInt(9), calls, noise, 0.5 * random.nextDouble(), Hog.NONE);
      return SimulatedCapacityTest.cell(paired, random, curve);
    }

    CapacityEstimate estimate(EstimatedCell cell) {
      return (this == UNDISTURBED ? cell.undisturbed() : cell.estimate()).orElseThrow();
    }
  }

  @ParameterizedTest
  @EnumSource
  void ruleTheIntervalCoversTheCapacity(Runs of) {
    cover(of, RUNS);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("nightly")
  void ruleTheIntervalCoversTheCapacityInManyRuns(Runs of) {
    cover(of, NIGHTLY_RUNS);
  }

  private static void cover(Runs of, int runs) {
    long seed = SimulatedStudy.seed(runs == NIGHTLY_RUNS);
    for (Shape shape : Shape.values()) {
      for (double noise : new double[] {0.4, 0.8, 1.0}) {
        Random random = new Random(seed);
        int covered = 0;
        for (int run = 0; run < runs; run++) {
          double capacity = of.capacity(random);
          double slope = 0.08 * Math.pow(12, random.nextDouble());
          EstimatedCell cell = of.cell(random, noise, shape.curve(capacity, slope));
          covered += covers(of.estimate(cell), capacity) ? 1 : 0;
        }
        String stratum = "%s, %s, noise %s, seed %d".formatted(of, shape, noise, seed);
        System.out.println(stratum + ": " + (double) covered / runs);
        assertThat((double) covered / runs)
            .as(stratum)
            .isGreaterThan(COVERED - ALLOWANCE * Math.sqrt(COVERED * (1 - COVERED) / runs));
      }
    }
  }

  private static SimulatedStudy study(
      int rounds, List<Long> calls, double noise, double loss, Hog hog) {
    return new SimulatedStudy(LEVELS, rounds, calls, noise, BLOCK_NOISE, loss, hog);
  }

  /** 20 to 20,000 calls a block. */
  private static List<Long> calls(Random random) {
    return LEVELS.stream().map(level -> (long) (20 * Math.pow(1000, random.nextDouble()))).toList();
  }

  private static EstimatedCell cell(
      SimulatedStudy study, Random random, DoubleUnaryOperator curve) {
    return estimated(study.run(random, List.of(curve)).get(0));
  }

  private static EstimatedCell estimated(CellResult cell) {
    return EstimatedCell.of(new RepeatedCell(List.of(cell)), /* paired= */ true);
  }

  private static boolean covers(CapacityEstimate estimate, double capacity) {
    Range interval = estimate.interval();
    boolean above =
        interval.lower() <= capacity
            || (interval.lower() == Double.POSITIVE_INFINITY
                && capacity >= estimate.highestLevel());
    boolean below =
        interval.upper() >= capacity
            || (interval.upper() == Double.NEGATIVE_INFINITY && capacity <= estimate.lowestLevel());
    return above && below;
  }

  /** Levels of 8, 12 and 16 are within 1.5 of each other. */
  @ParameterizedTest
  @CsvSource({"CLIFF, 0.4", "CLIFF, 0.8", "LOGISTIC, 0.4"})
  void ruleTheIntervalIsBoundedWhereLevelsBracketTheCapacity(Shape shape, double noise) {
    Random random = new Random(1);
    int bounded = 0;
    for (int run = 0; run < RUNS; run++) {
      SimulatedStudy study =
          study(8, SimulatedStudy.each(LEVELS, 1000), noise, /* loss= */ 0.2, Hog.NONE);
      double capacity = 8 + 24 * random.nextDouble();
      double slope = 0.08 * Math.pow(12, random.nextDouble());
      EstimatedCell cell = cell(study, random, shape.curve(capacity, slope));
      bounded += isBounded(cell.estimate().orElseThrow()) ? 1 : 0;
    }
    double allowance = ALLOWANCE * Math.sqrt(0.8 * 0.2 / RUNS);
    assertThat((double) bounded / RUNS).isGreaterThan(0.8 - allowance);
  }

  private static boolean isBounded(CapacityEstimate estimate) {
    return estimate.isBounded() && estimate.interval().lower() > Double.NEGATIVE_INFINITY;
  }

  @Test
  void ruleTheUndisturbedCapacityIsThatOfTheCalmBlocks() {
    Random random = new Random(1);
    EstimatedCell cell = cell(hogged(16, HALF), random, SimulatedStudy.logistic(20, 0.5));
    assertThat(cell.estimate().orElseThrow().load()).isLessThan(8);
    assertThat(cell.undisturbed().orElseThrow().load()).isBetween(14.0, 28.0);
    assertThat(isBounded(cell.undisturbed().orElseThrow()))
        .as("calls of disturbed blocks depend on each other, those of calm ones hardly")
        .isTrue();
    for (double share : new double[] {0.5, 0.051, 0.049}) {
      Hog always = (of, number) -> share;
      assertThat(cell(hogged(16, always), random, SimulatedStudy.logistic(20, 0.5)).undisturbed())
          .matches(calm -> calm.isPresent() == share <= 0.05, "calm at " + share);
    }
  }

  /** As on a host without the counters of its processes. */
  @Test
  void ruleABlockWhoseDisturbanceIsUnknownIsNotCalm() {
    CellResult known =
        new SimulatedStudy(LEVELS, 5, SimulatedStudy.each(LEVELS, 2_000), 0, 0, 0, Hog.NONE)
            .run(new Random(1), List.of(SimulatedStudy.logistic(20, 0.5)))
            .get(0);
    List<BlockSample> blocks =
        known.blocks().stream().map(of -> Changed.with(of, "figures.OTHERS_CPU", null)).toList();
    CellResult unknown = Changed.with(known, "blocks", blocks);
    assertThat(estimated(known).undisturbed()).isPresent();
    assertThat(estimated(unknown).undisturbed()).isEmpty();
    assertThat(estimated(unknown).estimate()).isEqualTo(estimated(known).estimate());
    assertThat(text(known)).contains("taken");
    assertThat(text(unknown)).doesNotContain("taken");
  }

  private static String text(CellResult cell) {
    return new RoundBlocks("1", List.of(cell.blocks())).text();
  }

  private static SimulatedStudy hogged(int rounds, Hog hog) {
    return new SimulatedStudy(LEVELS, rounds, SimulatedStudy.each(LEVELS, 4_000), 0.1, 0.1, 0, hog);
  }
}
