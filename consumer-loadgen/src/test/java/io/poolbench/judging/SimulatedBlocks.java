package io.poolbench.judging;

import io.poolbench.journal.Key;
import io.poolbench.journal.Slice;
import io.poolbench.journal.Turn;
import io.poolbench.spec.Paired;
import io.poolbench.spec.Study;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;

/**
 * Blocks of a paired study whose curves are known: the log-odds of a late call by load. All levels
 * are measured in each round.
 *
 * @param calls of a cell in a block
 * @param conditions what adds to the log-odds
 */
record SimulatedBlocks(List<Integer> levels, int rounds, long calls, List<Conditions> conditions) {
  /** Log-odds of the share of late calls that TP99 allows. */
  static final double ALLOWED = Math.log(0.01 / 0.99);

  /** Of the calls in stolen time, those that are late. */
  private static final double HIT = 0.5;

  /** What the host, a provider or chance does, besides the load. */
  interface Conditions {
    /** Begins a run, in which a provider has so many pools. */
    default void begin(Random random, int cells) {}

    /** Begins a round. */
    default void round(Random random) {}

    /** What is added to the log-odds of a cell in a block. */
    default double logOdds(Random random, int cell) {
      return 0;
    }

    /** The share of CPU time that others take from a slice. */
    default double taken(Random random, int cell) {
      return 0;
    }
  }

  /** The curve that crosses the allowed share at a capacity, with a slope in log-odds a user. */
  static DoubleUnaryOperator logistic(double capacity, double slope) {
    return level -> ALLOWED + slope * (level - capacity);
  }

  /** The curve that jumps from one share to another one beyond a level. */
  static DoubleUnaryOperator cliff(double last, double below, double beyond) {
    return level -> Math.log(level <= last ? below / (1 - below) : beyond / (1 - beyond));
  }

  /** Normal noise of each round, the same for all cells, and of each block and cell. */
  static Conditions noise(double ofRound, double ofBlock) {
    return new Conditions() {
      private double round;

      @Override
      public void round(Random random) {
        round = ofRound * random.nextGaussian();
      }

      @Override
      public double logOdds(Random random, int cell) {
        return round + ofBlock * random.nextGaussian();
      }
    };
  }

  /** What each cell keeps for a whole run, as of its own event loop or compiled code. */
  static Conditions instances(double deviation) {
    return new Conditions() {
      private double[] effects = {};

      @Override
      public void begin(Random random, int cells) {
        effects = random.doubles(cells).map(any -> deviation * random.nextGaussian()).toArray();
      }

      @Override
      public double logOdds(Random random, int cell) {
        return effects[cell];
      }
    };
  }

  /** First-order autoregressive noise of rounds; of each cell by itself, or of all together. */
  static Conditions correlated(double correlation, double deviation, boolean ofEach) {
    return new Conditions() {
      private double[] state = {};

      @Override
      public void begin(Random random, int cells) {
        state = new double[cells];
        Arrays.setAll(state, cell -> deviation * random.nextGaussian());
      }

      @Override
      public void round(Random random) {
        double fresh = Math.sqrt(1 - correlation * correlation) * deviation;
        Arrays.setAll(state, cell -> correlation * state[cell] + fresh * random.nextGaussian());
      }

      @Override
      public double logOdds(Random random, int cell) {
        return state[ofEach ? cell : 0];
      }
    };
  }

  /** A share of the blocks in which a part of the calls is late, at any load. */
  static Conditions bursts(double ofBlocks, double late) {
    return new Conditions() {
      @Override
      public double logOdds(Random random, int cell) {
        return random.nextDouble() < ofBlocks ? Math.log(late / (1 - late)) - ALLOWED + 20 : 0;
      }
    };
  }

  /** A hog that takes CPU time from a share of a cell's slices; of all cells if it is -1. */
  static Conditions hog(int from, double ofSlices, double share) {
    return new Conditions() {
      @Override
      public double taken(Random random, int cell) {
        return (from < 0 || from == cell) && random.nextDouble() < ofSlices ? share : 0;
      }
    };
  }

  SimulatedBlocks with(Conditions more) {
    List<Conditions> all = new ArrayList<>(conditions);
    all.add(more);
    return new SimulatedBlocks(levels, rounds, calls, List.copyOf(all));
  }

  Study study(int cells) {
    return Studies.paired(
        cells,
        "rounds: " + rounds,
        "users: '" + levels.stream().map(String::valueOf).collect(Collectors.joining(", ")) + "'");
  }

  JudgedStudy run(Random random, List<DoubleUnaryOperator> curves) {
    return run(random, curves, 1);
  }

  /** The study after some repetitions, each in a provider of its own. */
  JudgedStudy run(Random random, List<DoubleUnaryOperator> curves, int repetitions) {
    List<Slice> slices = new ArrayList<>();
    for (int repetition = 1; repetition <= repetitions; repetition++) {
      slices.addAll(slices(random, curves, repetition));
    }
    return JudgedStudy.of(study(curves.size()), Studies.journal(slices));
  }

  List<Slice> slices(Random random, List<DoubleUnaryOperator> curves, int repetition) {
    List<Slice> slices = new ArrayList<>();
    Instant now = SimulatedCalls.START.plusSeconds(10_000L * repetition);
    conditions.forEach(each -> each.begin(random, curves.size()));
    int block = 0;
    for (int round = 1; round <= rounds; round++) {
      conditions.forEach(each -> each.round(random));
      for (int level : levels) {
        block++;
        for (int cell = 0; cell < curves.size(); cell++) {
          double logOdds = curves.get(cell).applyAsDouble(level);
          for (Conditions each : conditions) {
            logOdds += each.logOdds(random, cell);
          }
          Key key = new Key(Studies.name(cell), repetition, new Turn(round, block), level, "");
          for (int slice = 0; slice < Paired.SLICES; slice++) {
            slices.add(slice(random, key, cell, 1 / (1 + Math.exp(-logOdds)), now));
            now = now.plusMillis(330);
          }
        }
      }
    }
    return slices;
  }

  private Slice slice(Random random, Key key, int cell, double base, Instant at) {
    int number = cell;
    double taken =
        conditions.stream().mapToDouble(each -> each.taken(random, number)).max().orElse(0);
    double share = Math.min(0.99, base + (1 - base) * HIT * taken);
    return new SimulatedCalls(calls / Paired.SLICES, share)
        .taken(100 * taken)
        .slice(key, at, Duration.ofMillis(200), random);
  }
}
