package io.poolbench.judge;

import io.poolbench.Changed;
import io.poolbench.result.Batches;
import io.poolbench.result.BlockSample;
import io.poolbench.result.CellResult;
import io.poolbench.result.Figures;
import io.poolbench.result.Metric;
import io.poolbench.result.StepResult;
import io.poolbench.spec.LoadSchedule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Results of paired studies whose curves are known: blocks of calls, late at random.
 *
 * @param levels rising
 * @param calls of a cell in a block at each level, by index
 * @param roundNoise the standard deviation of what a round adds to the logits of all cells
 * @param blockNoise the standard deviation of what a block adds to the logit of each cell by itself
 * @param loss the probability that a block is lost
 * @param hog what it takes from each cell in a block
 */
public record SimulatedStudy(
    List<Integer> levels,
    int rounds,
    List<Long> calls,
    double roundNoise,
    double blockNoise,
    double loss,
    Hog hog) {
  static final double ALLOWED = 0.01;

  private static final int BATCHES = 4;
  private static final double BLOCK_SECONDS = 0.5;

  /** Of the calls in stolen time, those that are late. */
  private static final double HIT = 0.5;

  /** The share of CPU time that is taken from a cell's slices of a block. */
  interface Hog {
    Hog NONE = (random, cell) -> 0;

    double taken(Random random, int cell);

    /** Bursts of 20 to 500 ms that take half a CPU, in a share of the time. */
    static Hog bursts(double share) {
      return (random, cell) -> slices(random, share);
    }

    /** Two slices of a block, each within a burst, in part within one, or outside. */
    private static double slices(Random random, double share) {
      double taken = 0;
      for (int slice = 0; slice < 2; slice++) {
        boolean within = random.nextDouble() < share;
        boolean edge = random.nextDouble() < 0.5;
        taken += (within ? 0.5 : 0) * (edge ? random.nextDouble() : 1) / 2;
      }
      return taken;
    }
  }

  /** The logits of the share of late calls by load; they cross the allowed one at the capacity. */
  public static DoubleUnaryOperator logistic(double capacity, double slope) {
    return level -> target() + slope * (level - capacity);
  }

  static double target() {
    return LevelShares.logit(ALLOWED);
  }

  static List<Long> each(List<Integer> levels, long calls) {
    return Collections.nCopies(levels.size(), calls);
  }

  /**
   * The seed of a simulation. A test of every build draws the same each time, because it would fail
   * by chance otherwise; one of many runs, which is a nightly one, draws others.
   */
  public static long seed(boolean ofManyRuns) {
    return ofManyRuns ? new Random().nextLong() : 20261127;
  }

  /** A run of cells with these curves, named a, b, c ... */
  List<CellResult> run(Random random, List<DoubleUnaryOperator> curves) {
    int cells = curves.size();
    double[] round = new double[rounds];
    Arrays.setAll(round, i -> roundNoise * random.nextGaussian());
    List<List<StepResult>> steps = lists(cells);
    List<List<BlockSample>> blocks = lists(cells);
    for (int at = 0; at < levels.size(); at++) {
      int level = levels.get(at);
      long perBatch = Math.max(1, calls.get(at) / BATCHES);
      List<Integer> windows = new ArrayList<>();
      List<List<Long>> late = lists(cells);
      for (int number = 1; number <= rounds; number++) {
        if (random.nextDouble() < loss) {
          continue;
        }
        windows.addAll(Collections.nCopies(BATCHES, number));
        for (int cell = 0; cell < cells; cell++) {
          double taken = hog.taken(random, cell);
          double logit =
              curves.get(cell).applyAsDouble(level)
                  + round[number - 1]
                  + blockNoise * random.nextGaussian();
          double base = 1 / (1 + Math.exp(-logit));
          double share = base + (1 - base) * HIT * taken;
          for (int batch = 0; batch < BATCHES; batch++) {
            late.get(cell).add(binomial(random, perBatch, share));
          }
          blocks.get(cell).add(block(number, level, taken));
        }
      }
      for (int cell = 0; cell < cells && !windows.isEmpty(); cell++) {
        double seconds = BLOCK_SECONDS / BATCHES;
        Batches batches = Steps.batches(windows, seconds, perBatch, late.get(cell));
        steps.get(cell).add(Steps.step(level, batches));
      }
    }
    LoadSchedule load = Cells.users(levels);
    return IntStream.range(0, cells)
        .mapToObj(
            of -> {
              String name = "abcdefgh".substring(of, of + 1);
              CellResult cell = Cells.cell(name, 1, load, Cells.SLA, steps.get(of));
              return Changed.with(cell, "blocks", blocks.get(of));
            })
        .toList();
  }

  private static BlockSample block(int round, int level, double taken) {
    Figures figures =
        Figures.UNKNOWN
            .with(Metric.DURATION, BLOCK_SECONDS)
            .with(Metric.STEAL, 100 * taken)
            .with(Metric.OTHERS_CPU, 0);
    return new BlockSample(round, level, 1, /* discarded= */ false, List.of(), figures);
  }

  private static <T> List<List<T>> lists(int count) {
    return Stream.<List<T>>generate(ArrayList::new).limit(count).toList();
  }

  /** The number of hits; of many by Poisson's or the normal distribution. */
  public static long binomial(Random random, long calls, double share) {
    if (share > 0.5) {
      return calls - binomial(random, calls, 1 - share);
    }
    double mean = calls * share;
    if (calls <= 64) {
      return random.doubles(calls).filter(of -> of < share).count();
    }
    if (mean > 30) {
      double drawn = mean + Math.sqrt(mean * (1 - share)) * random.nextGaussian();
      return Math.max(0, Math.min(calls, Math.round(drawn)));
    }
    // Waiting times between hits are geometric.
    long hits = 0;
    double at = 0;
    double step = Math.log1p(-share);
    while (share > 0) {
      at += Math.floor(Math.log(1 - random.nextDouble()) / step) + 1;
      if (at > calls) {
        break;
      }
      hits++;
    }
    return hits;
  }
}
