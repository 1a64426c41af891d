package io.poolbench.judge;

import io.poolbench.journal.Journal;
import io.poolbench.journal.Key;
import io.poolbench.journal.SampleSlices;
import io.poolbench.journal.Slice;
import io.poolbench.journal.Turn;
import io.poolbench.journal.Violation;
import io.poolbench.journal.ViolationCode;
import io.poolbench.study.Paired;
import io.poolbench.study.Study;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
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
record SimulatedBlocks(
    List<Integer> levels, int rounds, long calls, List<SimulatedConditions> conditions) {
  /** Log-odds of the share of late calls that TP99 allows. */
  static final double ALLOWED = Math.log(0.01 / 0.99);

  /** Of the calls in stolen time, those that are late. */
  private static final double HIT = 0.5;

  private static final Set<Violation> FAULT = Set.of(ViolationCode.BLOCK_DISCARDED.violation());

  /** The curve that crosses the allowed share at a capacity, with a slope in log-odds a user. */
  static DoubleUnaryOperator logistic(double capacity, double slope) {
    return level -> ALLOWED + slope * (level - capacity);
  }

  /** The curve that jumps from one share to another one beyond a level. */
  static DoubleUnaryOperator cliff(double last, double below, double beyond) {
    return level -> Math.log(level <= last ? below / (1 - below) : beyond / (1 - beyond));
  }

  SimulatedBlocks with(SimulatedConditions more) {
    List<SimulatedConditions> all = new ArrayList<>(conditions);
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
    return JudgedStudy.of(study, SampleSlices.journal(slices));
  }

  List<Slice> slices(Random random, List<DoubleUnaryOperator> curves, int repetition) {
    BlockOrder order = new BlockOrder(curves.size(), repetition);
    List<Slice> slices = new ArrayList<>();
    conditions.forEach(each -> each.begin(random, curves.size()));
    for (int round = 1; round <= rounds; round++) {
      for (SimulatedConditions each : conditions) {
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
    Block block = new Block(this, random, curves, key.level());
    // The first slice of a block follows one of its cell that is not measured.
    int before = visits.get(0);
    List<Slice> slices = new ArrayList<>();
    for (int cell : visits) {
      slices.add(
          block
              .slice(random, cell, before)
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

  /**
   * A whole run by the planner, which chooses the levels of its rounds; {@link #rounds} planned.
   */
  JudgedStudy planned(Random random, Study study, List<DoubleUnaryOperator> curves) {
    conditions.forEach(each -> each.begin(random, curves.size()));
    Deque<Visit> last = new ArrayDeque<>();
    Deque<Block> block = new ArrayDeque<>();
    SimulatedRun run =
        new SimulatedRun(
            study,
            Journal.inMemory(),
            random,
            visit -> {
              Turn before = last.isEmpty() ? new Turn(0, 0) : last.getLast().turn();
              if (before.round() != visit.turn().round()) {
                conditions.forEach(each -> each.round(random, visit.turn().round()));
              }
              int cell = visit.cell().charAt(0) - 'a';
              boolean isFirst = before.block() != visit.turn().block();
              if (isFirst) {
                block.add(new Block(this, random, curves, visit.level()));
              }
              int follows = isFirst ? cell : last.getLast().cell().charAt(0) - 'a';
              last.add(visit);
              return block.getLast().slice(random, cell, follows);
            });
    run.run(Duration.ofSeconds(20));
    return JudgedStudy.of(study, run.journal);
  }

  /** What the cells of a block have in it. */
  private static final class Block {
    private final SimulatedBlocks blocks;
    private final boolean faulty;
    private final double[] logOdds;
    private final double[] late;

    Block(SimulatedBlocks blocks, Random random, List<DoubleUnaryOperator> curves, int level) {
      this.blocks = blocks;
      boolean anyFault = false;
      for (SimulatedConditions each : blocks.conditions) {
        anyFault |= !each.block(random);
      }
      faulty = anyFault;
      logOdds = curves.stream().mapToDouble(curve -> curve.applyAsDouble(level)).toArray();
      late = new double[logOdds.length];
      for (int cell = 0; cell < late.length; cell++) {
        for (SimulatedConditions each : blocks.conditions) {
          logOdds[cell] += each.logOdds(random, cell);
          late[cell] = Math.max(late[cell], each.late(random, cell));
        }
      }
    }

    SimulatedCalls slice(Random random, int cell, int before) {
      double here = logOdds[cell];
      double taken = 0;
      for (SimulatedConditions each : blocks.conditions) {
        here += each.leftBy(before, cell);
        taken = Math.max(taken, each.taken(random, cell));
      }
      double share = 1 / (1 + Math.exp(-here));
      double any = Math.max(late[cell], share + (1 - share) * HIT * taken);
      return new SimulatedCalls(blocks.calls / Paired.SLICES, Math.min(0.99, any))
          .taken(100 * taken)
          .with(faulty ? FAULT : Set.of());
    }
  }
}
