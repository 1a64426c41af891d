package io.poolbench.judging;

import io.poolbench.journal.Key;
import io.poolbench.journal.Slice;
import io.poolbench.journal.Turn;
import io.poolbench.journal.Violation;
import io.poolbench.journal.ViolationCode;
import io.poolbench.spec.Paired;
import io.poolbench.spec.Study;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
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

  private static final Set<Violation> FAULT = Set.of(ViolationCode.BLOCK_DISCARDED.violation());

  /** What the host, a provider or chance does, besides the load. */
  interface Conditions {
    /** Begins a run, in which a provider has so many pools. */
    default void begin(Random random, int cells) {}

    /** Begins a round, by its number from 1. */
    default void round(Random random, int number) {}

    /** Begins a block; false if it is faulty. */
    default boolean block(Random random) {
      return true;
    }

    /** What is added to the log-odds of a cell in a block. */
    default double logOdds(Random random, int cell) {
      return 0;
    }

    /** What the slice before, of the same cell or of another one, adds to that of a cell. */
    default double leftBy(int before, int cell) {
      return 0;
    }

    /** A share of a cell's calls in a block that are late in any case. */
    default double late(Random random, int cell) {
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
      public void round(Random random, int number) {
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
      public void round(Random random, int number) {
        double fresh = Math.sqrt(1 - correlation * correlation) * deviation;
        Arrays.setAll(state, cell -> correlation * state[cell] + fresh * random.nextGaussian());
      }

      @Override
      public double logOdds(Random random, int cell) {
        return state[ofEach ? cell : 0];
      }
    };
  }

  /** Noise of the second cell only, or of all if it is -1. */
  static Conditions noiseOf(int noisy, double deviation) {
    return new Conditions() {
      @Override
      public double logOdds(Random random, int cell) {
        return noisy < 0 || cell == noisy ? deviation * random.nextGaussian() : 0;
      }
    };
  }

  /** Noise of each block and cell by Student's t with three degrees of freedom. */
  static Conditions heavyTails(double scale) {
    return new Conditions() {
      @Override
      public double logOdds(Random random, int cell) {
        double squares = 0;
        for (int degree = 0; degree < 3; degree++) {
          squares += Math.pow(random.nextGaussian(), 2);
        }
        return scale * random.nextGaussian() / Math.sqrt(squares / 3);
      }
    };
  }

  /** What rises over the rounds by so many log-odds, of a cell or of all if it is -1. */
  static Conditions trend(int rising, double over, int rounds) {
    return new Conditions() {
      private double now;

      @Override
      public void round(Random random, int number) {
        now = over * ((number - 1.0) / (rounds - 1) - 0.5);
      }

      @Override
      public double logOdds(Random random, int cell) {
        return rising < 0 || cell == rising ? now : 0;
      }
    };
  }

  /** What the first cell leaves behind for the slice after it, of any cell. */
  static Conditions carryOver(double left) {
    return new Conditions() {
      @Override
      public double leftBy(int before, int cell) {
        return before == 0 ? left : 0;
      }
    };
  }

  /** A share of blocks that are faulty, and count in no cell. */
  static Conditions lost(double share) {
    return new Conditions() {
      @Override
      public boolean block(Random random) {
        return random.nextDouble() >= share;
      }
    };
  }

  /** First-order autoregressive noise of consecutive blocks, the same for all cells. */
  static Conditions slowlyChanging(double correlation, double deviation) {
    return new Conditions() {
      private double state;

      @Override
      public void begin(Random random, int cells) {
        state = deviation * random.nextGaussian();
      }

      @Override
      public boolean block(Random random) {
        double fresh = Math.sqrt(1 - correlation * correlation) * deviation;
        state = correlation * state + fresh * random.nextGaussian();
        return true;
      }

      @Override
      public double logOdds(Random random, int cell) {
        return state;
      }
    };
  }

  /** A share of the blocks in which a part of a cell's calls is late, at any load. */
  static Conditions bursts(double ofBlocks, double late) {
    return new Conditions() {
      @Override
      public double late(Random random, int cell) {
        return random.nextDouble() < ofBlocks ? late : 0;
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
    return run(random, study(curves.size()), curves, repetitions);
  }

  JudgedStudy run(Random random, Study study, List<DoubleUnaryOperator> curves, int repetitions) {
    List<Slice> slices = new ArrayList<>();
    for (int repetition = 1; repetition <= repetitions; repetition++) {
      slices.addAll(slices(random, curves, repetition));
    }
    return JudgedStudy.of(study, Studies.journal(slices));
  }

  List<Slice> slices(Random random, List<DoubleUnaryOperator> curves, int repetition) {
    BlockOrder order = new BlockOrder(curves.size(), repetition);
    List<Slice> slices = new ArrayList<>();
    conditions.forEach(each -> each.begin(random, curves.size()));
    for (int round = 1; round <= rounds; round++) {
      for (Conditions each : conditions) {
        each.round(random, round);
      }
      for (int level : order.levels(round, levels)) {
        int block = 1 + slices.size() / (Paired.SLICES * curves.size());
        Key key = new Key("", repetition, new Turn(round, block), level, "");
        slices.addAll(block(random, curves, key, order.cells(level, round - 1)));
      }
    }
    return slices;
  }

  private List<Slice> block(
      Random random, List<DoubleUnaryOperator> curves, Key key, List<Integer> visits) {
    boolean faulty = false;
    for (Conditions each : conditions) {
      faulty |= !each.block(random);
    }
    double[] logOdds = new double[curves.size()];
    double[] late = new double[curves.size()];
    for (int cell = 0; cell < curves.size(); cell++) {
      logOdds[cell] = curves.get(cell).applyAsDouble(key.level());
      for (Conditions each : conditions) {
        logOdds[cell] += each.logOdds(random, cell);
        late[cell] = Math.max(late[cell], each.late(random, cell));
      }
    }
    // The first slice of a block follows one of its cell that is not measured.
    int before = visits.get(0);
    List<Slice> slices = new ArrayList<>();
    for (int cell : visits) {
      double here = logOdds[cell];
      double taken = 0;
      for (Conditions each : conditions) {
        here += each.leftBy(before, cell);
        taken = Math.max(taken, each.taken(random, cell));
      }
      double share = 1 / (1 + Math.exp(-here));
      double any = Math.max(late[cell], share + (1 - share) * HIT * taken);
      slices.add(
          new SimulatedCalls(calls / Paired.SLICES, Math.min(0.99, any))
              .taken(100 * taken)
              .with(faulty ? FAULT : Set.of())
              .slice(
                  new Key(Studies.name(cell), key.repetition(), key.turn(), key.level(), ""),
                  SimulatedCalls.START.plusMillis(
                      100_000_000L * key.repetition()
                          + 330L * visits.size() * key.turn().block()
                          + 330L * slices.size()),
                  Duration.ofMillis(200),
                  random));
      before = cell;
    }
    return slices;
  }
}
