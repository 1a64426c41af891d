package io.poolbench.judge;

import java.util.Arrays;
import java.util.Random;

/** What the host, a provider or chance does in simulated blocks, besides the load. */
interface SimulatedConditions {
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

  /** Normal noise of each round, the same for all cells, and of each block and cell. */
  static SimulatedConditions noise(double ofRound, double ofBlock) {
    return new SimulatedConditions() {
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
  static SimulatedConditions instances(double deviation) {
    return new SimulatedConditions() {
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
  static SimulatedConditions correlated(double correlation, double deviation, boolean ofEach) {
    return new SimulatedConditions() {
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
  static SimulatedConditions noiseOf(int noisy, double deviation) {
    return new SimulatedConditions() {
      @Override
      public double logOdds(Random random, int cell) {
        return noisy < 0 || cell == noisy ? deviation * random.nextGaussian() : 0;
      }
    };
  }

  /** Noise of each block and cell by Student's t with three degrees of freedom. */
  static SimulatedConditions heavyTails(double scale) {
    return new SimulatedConditions() {
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
  static SimulatedConditions trend(int rising, double over, int rounds) {
    return new SimulatedConditions() {
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
  static SimulatedConditions carryOver(double left) {
    return new SimulatedConditions() {
      @Override
      public double leftBy(int before, int cell) {
        return before == 0 ? left : 0;
      }
    };
  }

  /** A share of blocks that are faulty, and count in no cell. */
  static SimulatedConditions lost(double share) {
    return new SimulatedConditions() {
      @Override
      public boolean block(Random random) {
        return random.nextDouble() >= share;
      }
    };
  }

  /** First-order autoregressive noise of consecutive blocks, the same for all cells. */
  static SimulatedConditions slowlyChanging(double correlation, double deviation) {
    return new SimulatedConditions() {
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
  static SimulatedConditions bursts(double ofBlocks, double late) {
    return new SimulatedConditions() {
      @Override
      public double late(Random random, int cell) {
        return random.nextDouble() < ofBlocks ? late : 0;
      }
    };
  }

  /** A hog that takes CPU time from a share of a cell's slices; of all cells if it is -1. */
  static SimulatedConditions hog(int from, double ofSlices, double share) {
    return new SimulatedConditions() {
      @Override
      public double taken(Random random, int cell) {
        return (from < 0 || from == cell) && random.nextDouble() < ofSlices ? share : 0;
      }
    };
  }
}
