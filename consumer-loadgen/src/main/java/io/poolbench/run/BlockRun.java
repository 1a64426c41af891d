package io.poolbench.run;

import io.poolbench.lab.LabException;
import io.poolbench.load.Cumulative;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.load.NanoClock;
import io.poolbench.result.BlockSample;
import io.poolbench.result.StepResult;
import io.poolbench.run.BlockLog.MeasuredBlock;
import io.poolbench.run.BlockLog.VisitSlices;
import io.poolbench.run.BlockOrder.CellBlock;
import io.poolbench.run.BlockOrder.CellBlock.Visit;
import io.poolbench.run.CellRunner.RetryBudget;
import io.poolbench.spec.Cell;
import io.poolbench.spec.LoadSchedule.Search;
import io.poolbench.spec.Paired;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Measures the cells of a paired study block by block.
 *
 * <p>A round visits the levels that are open ({@link OpenLevels}): after {@value
 * Paired#FULL_ROUNDS} rounds {@value Paired#LEVELS} of them by turns, or as many as there is time
 * for. So the time goes to the levels that decide, the same for all cells; near the bounds the
 * number of blocks depends on the time, not on what they show, so that figures are not biased by
 * when they were stopped.
 *
 * <p>A block that is faulty in one cell is discarded in all of them, and measured again at the end
 * of its round while the retry budget lasts; not in the first round, in which the compiler may
 * still be at work. For one thread.
 */
final class BlockRun<P extends Cumulative<P>> {
  /** The time of a slice beside its load: readings, the last calls, a new pool. */
  private static final Duration AROUND_SLICE = Duration.ofMillis(60);

  /** A run may take this part of its time longer if too few rounds count. */
  private static final int GRACE = 10;

  private final List<Cell> cells;
  private final BlockBench<P> bench;
  private final RetryBudget retries;
  private final NanoClock clock;
  private final StudyListener listener;
  private final BlockLog<P> log;
  private final Map<Visit, BlockStep<P>> steps = new LinkedHashMap<>();
  private final List<List<BlockSample>> samples;
  private final int planned;

  /** The time that the blocks of earlier runs took. */
  private final long earlierNanos;

  private int left;

  /**
   * Creates a run that continues after the blocks of earlier ones, which the log has.
   *
   * @param cells with equal loads
   * @param blocks that there is time for, beside those that are measured again
   */
  BlockRun(
      List<Cell> cells,
      int blocks,
      BlockBench<P> bench,
      RetryBudget retries,
      NanoClock clock,
      StudyListener listener,
      BlockLog<P> log) {
    this.cells = List.copyOf(cells);
    this.planned = blocks;
    this.clock = clock;
    this.bench = bench;
    this.retries = retries;
    this.listener = listener;
    this.log = log;
    this.samples =
        cells.stream().map(cell -> (List<BlockSample>) new ArrayList<BlockSample>()).toList();
    List<MeasuredBlock<P>> earlier = log.earlier();
    earlier.forEach(this::keep);
    this.left = blocks - (int) earlier.stream().filter(block -> block.attempt() == 1).count();
    this.earlierNanos = earlier.stream().mapToLong(MeasuredBlock::nanos).sum();
  }

  /**
   * Runs all rounds: those that the study names, and further ones while there is time. After an
   * exception {@link #steps} has what was measured before.
   */
  void run(BlockOrder order, Paired rounds) throws LabException, InterruptedException {
    Search search = cells.get(0).load().search();
    OpenLevels<P> levels =
        new OpenLevels<>(
            steps,
            samples.get(0),
            cells.size(),
            order.levels(),
            search == null ? List.of() : search.within());
    long began = clock.nanoTime();
    long endNanos = began + planned * nominalNanos(order.round(1).get(0));
    List<CellBlock> brokenOff = brokenOff(order);
    for (int round = brokenOff.isEmpty() ? rounds() + 1 : rounds();
        round == 1 || !isOver(rounds, round, began, endNanos);
        round++) {
      List<CellBlock> open = brokenOff;
      brokenOff = List.of();
      if (open.isEmpty()) {
        open = round == 1 ? order.round(1) : open(round, order, levels, rounds, began, endNanos);
      }
      if (open.isEmpty() || open.size() > left) {
        return;
      }
      measure(round, open);
    }
  }

  private List<CellBlock> open(
      int round, BlockOrder order, OpenLevels<P> levels, Paired rounds, long began, long endNanos) {
    int count = affordable(rounds.rounds() - round + 1, began, endNanos);
    if (round <= Paired.FULL_ROUNDS && count > Paired.LEVELS / 2) {
      return order.round(round);
    }
    if (round > Paired.FULL_ROUNDS) {
      levels.extend();
    }
    return levels.deciding(
        new BlockOrder(levels.levels(), cells.size(), order.seed(), order.repetition())
            .round(round),
        count);
  }

  /**
   * The blocks that an earlier run, which broke off in a round over all levels, did not measure. A
   * later round, which has a choice of levels, is not completed.
   */
  private List<CellBlock> brokenOff(BlockOrder order) {
    int last = rounds();
    if (last == 0 || last > Paired.FULL_ROUNDS) {
      return List.of();
    }
    Set<Integer> measured =
        samples.get(0).stream()
            .filter(sample -> sample.round() == last)
            .map(BlockSample::level)
            .collect(Collectors.toSet());
    return order.round(last).stream()
        .filter(block -> !measured.contains(block.visits().get(0).level()))
        .toList();
  }

  /** The number of rounds so far, the last of which may have been broken off. */
  int rounds() {
    return samples.stream().flatMap(List::stream).mapToInt(BlockSample::round).max().orElse(0);
  }

  private long now() {
    return clock.nanoTime() + earlierNanos;
  }

  /** Whether the time is up, with some grace if all blocks of some rounds were discarded. */
  private boolean isOver(Paired rounds, int round, long began, long endNanos) {
    long late = now() - endNanos;
    long counting =
        samples.get(0).stream()
            .filter(sample -> !sample.discarded())
            .map(BlockSample::round)
            .distinct()
            .count();
    return round > rounds.rounds()
        && late > (counting < rounds.rounds() ? (endNanos - began) / GRACE : 0);
  }

  private long nominalNanos(CellBlock block) {
    return lengthOf(block).plus(AROUND_SLICE.multipliedBy(block.slices().size())).toNanos();
  }

  /** The number of levels of a round for which there is time on this host. */
  private int affordable(int roundsLeft, long began, long endNanos) {
    long now = now();
    double nanosABlock = (double) (now - began) / samples.get(0).size();
    if (nanosABlock == 0) {
      return Paired.LEVELS;
    }
    double blocks = (endNanos - now) / nanosABlock / Math.max(1, roundsLeft);
    return Math.max(Paired.LEVELS / 2, (int) Math.min(Paired.LEVELS, blocks));
  }

  /** Measures the blocks of a round, from 1, once, and discarded ones again. */
  private void measure(int round, List<CellBlock> blocks)
      throws LabException, InterruptedException {
    listener.roundStarted(round, blocks.size(), left);
    Deque<CellBlock> discarded = new ArrayDeque<>();
    for (CellBlock block : blocks) {
      if (!measure(round, 1, block)) {
        discarded.add(block);
      }
      left--;
    }
    for (int attempt = 2; round > 1 && !discarded.isEmpty(); attempt++) {
      for (int again = discarded.size(); again > 0; again--) {
        if (!retries.isLeft()) {
          return;
        }
        CellBlock block = discarded.remove();
        long began = clock.nanoTime();
        if (!measure(round, attempt, block)) {
          discarded.add(block);
        }
        long taken = clock.nanoTime() - began;
        retries.spend(Duration.ofNanos(Math.max(taken, lengthOf(block).toNanos())));
      }
    }
  }

  private Duration lengthOf(CellBlock block) {
    return block.slices().stream()
        .map(visit -> cells.get(visit.cell()).load())
        .map(load -> load.settle().plus(load.measure()))
        .reduce(Duration.ZERO, Duration::plus);
  }

  /** Measures a block; whether it counts. */
  private boolean measure(int round, int attempt, CellBlock block)
      throws LabException, InterruptedException {
    long began = clock.nanoTime();
    Map<Visit, MeasuredWindow<P>> windows = new LinkedHashMap<>();
    for (Visit visit : block.slices()) {
      listener.sliceStarted(cells.get(visit.cell()), visit.level(), left);
      MeasuredWindow<P> slice = bench.measure(visit, !windows.containsKey(visit)).numbered(round);
      windows.merge(visit, slice, MeasuredWindow::join);
    }
    List<VisitSlices<P>> slices = new ArrayList<>();
    boolean counts = true;
    for (Map.Entry<Visit, MeasuredWindow<P>> each : windows.entrySet()) {
      slices.add(new VisitSlices<>(each.getKey(), each.getValue()));
      counts &= !bench.assess(each.getKey(), 0, each.getValue()).faulty();
    }
    slices.sort(Comparator.comparingInt(each -> each.visit().cell()));
    MeasuredBlock<P> measured =
        new MeasuredBlock<>(round, attempt, !counts, clock.nanoTime() - began, slices);
    log.add(measured);
    listener.blockFinished(
        slices.stream().map(each -> cells.get(each.visit().cell())).toList(), keep(measured));
    return counts;
  }

  /** Adds a block to the steps; returns its samples, in the order of the cells. */
  private List<BlockSample> keep(MeasuredBlock<P> block) {
    List<BlockSample> measured = new ArrayList<>();
    for (VisitSlices<P> slices : block.slices()) {
      Visit visit = slices.visit();
      StepResult alone = bench.assess(visit, 0, slices.window()).step();
      BlockStep<P> step = steps.computeIfAbsent(visit, first -> new BlockStep<>(bench, first));
      BlockSample sample = BlockSample.of(block.round(), block.attempt(), block.discarded(), alone);
      if (block.discarded()) {
        step.discard(alone);
      } else {
        step.add(slices.window(), sample.isDisturbed());
      }
      samples.get(visit.cell()).add(sample);
      measured.add(sample);
    }
    return measured;
  }

  /** The steps of a cell, numbered from 0, as far as they were measured, by rising level. */
  List<StepResult> steps(int cell) {
    List<BlockStep<P>> levels =
        steps.entrySet().stream()
            .filter(step -> step.getKey().cell() == cell)
            .sorted(Comparator.comparingInt(step -> step.getKey().level()))
            .map(Map.Entry::getValue)
            .toList();
    return IntStream.range(0, levels.size())
        .mapToObj(number -> levels.get(number).result(number + 1))
        .toList();
  }

  /** The samples of the blocks of a cell, numbered from 0, in the order they ran. */
  List<BlockSample> samples(int cell) {
    return List.copyOf(samples.get(cell));
  }
}
