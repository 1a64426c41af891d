package io.poolbench.run;

import io.poolbench.lab.LabException;
import io.poolbench.load.Cumulative;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.load.NanoClock;
import io.poolbench.result.BlockSample;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.run.BlockBench.Assessment;
import io.poolbench.run.BlockOrder.CellBlock;
import io.poolbench.run.BlockOrder.CellBlock.Visit;
import io.poolbench.run.CellRunner.RetryBudget;
import io.poolbench.spec.Cell;
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
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Measures the cells of a paired study block by block.
 *
 * <p>A round visits the levels that are open: after {@value Paired#FULL_ROUNDS} rounds a level is
 * left out where it is clear in all cells, i.e. so far from the SLA's bounds that nothing measured
 * further will change its verdict, and next to the boundary of none; of the others {@value
 * Paired#LEVELS} are measured, by turns, or as many as there is time for. So the time goes to the
 * levels that decide, the same for all cells; near the bounds the number of blocks depends on the
 * time, not on what they show, so that figures are not biased by when they were stopped. If a cell
 * does not pass at the lowest level, a level below it is added for all cells. Added levels get half
 * of a round at most: on a host that is busy itself no level may pass, and the cells differ at the
 * listed ones.
 *
 * <p>A block that is faulty in one cell is discarded in all of them, and measured again at the end
 * of its round while the retry budget lasts; not in the first round, in which the compiler may
 * still be at work. For one thread.
 */
final class BlockRun<P extends Cumulative<P>> {
  /** The factor between the lowest level and the one added below it. */
  private static final double BEYOND = 1.5;

  /** The time of a slice beside its load: readings, the last calls, a new pool. */
  private static final Duration AROUND_SLICE = Duration.ofMillis(60);

  /** A run may take this part of its time longer if too few rounds count. */
  private static final int GRACE = 10;

  /** The largest number of levels added below the listed ones. */
  private static final int MAX_ADDED = 3;

  /** Blocks after which a level without a verdict is taken for one that will have none. */
  private static final int ENOUGH = 4;

  private final List<Cell> cells;
  private final BlockBench<P> bench;
  private final RetryBudget retries;
  private final NanoClock clock;
  private final StudyListener listener;
  private final Map<Visit, BlockStep<P>> steps = new LinkedHashMap<>();
  private final List<List<BlockSample>> samples;
  private final int planned;
  private int left;

  /**
   * @param cells with equal loads
   * @param blocks that there is time for, beside those that are measured again
   * @param retries the time for measuring discarded blocks again
   * @param clock of the bench
   */
  BlockRun(
      List<Cell> cells,
      int blocks,
      BlockBench<P> bench,
      RetryBudget retries,
      NanoClock clock,
      StudyListener listener) {
    this.cells = List.copyOf(cells);
    this.planned = blocks;
    this.left = blocks;
    this.clock = clock;
    this.bench = bench;
    this.retries = retries;
    this.listener = listener;
    this.samples =
        cells.stream().map(cell -> (List<BlockSample>) new ArrayList<BlockSample>()).toList();
  }

  /**
   * Runs all rounds: those that the study names, and further ones while there is time. After an
   * exception {@link #steps} has what was measured before.
   *
   * @throws LabException if the provider or its Redis fails
   */
  void run(BlockOrder order, Paired rounds) throws LabException, InterruptedException {
    SortedSet<Integer> listed = new TreeSet<>(order.levels());
    SortedSet<Integer> levels = listed;
    List<CellBlock> open = order.round(1);
    long began = clock.nanoTime();
    long endNanos = began + planned * nominalNanos(open.get(0));
    for (int round = 1; !open.isEmpty() && open.size() <= left && round <= rounds.maxRounds(); ) {
      measure(round, open);
      round++;
      if (isOver(rounds, round, began, endNanos)) {
        return;
      }
      int count = affordable(rounds.rounds() - round + 1, began, endNanos);
      if (round > Paired.FULL_ROUNDS || count <= Paired.LEVELS / 2) {
        levels = round > Paired.FULL_ROUNDS ? extended(levels, listed) : levels;
        open =
            deciding(
                new BlockOrder(List.copyOf(levels), cells.size(), order.seed(), order.repetition())
                    .round(round),
                listed,
                count);
      } else {
        open = order.round(round);
      }
    }
  }

  /** Whether the time is up, with some grace if all blocks of some rounds were discarded. */
  private boolean isOver(Paired rounds, int round, long began, long endNanos) {
    long late = clock.nanoTime() - endNanos;
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
    long now = clock.nanoTime();
    double nanosABlock = (double) (now - began) / samples.get(0).size();
    if (nanosABlock == 0) {
      return Paired.LEVELS;
    }
    double blocks = (endNanos - now) / nanosABlock / Math.max(1, roundsLeft);
    return Math.max(Paired.LEVELS / 2, (int) Math.min(Paired.LEVELS, blocks));
  }

  /**
   * The levels with one more below the lowest if that is not shown to pass in all cells. None is
   * added above the highest, as a load has slots for its highest listed level.
   */
  private SortedSet<Integer> extended(SortedSet<Integer> levels, SortedSet<Integer> listed) {
    SortedSet<Integer> all = new TreeSet<>(levels);
    int below = (int) (levels.first() / BEYOND);
    if (below > 0
        && levels.headSet(listed.first()).size() < MAX_ADDED
        && lacksPass(levels.first())) {
      all.add(below);
    }
    return all;
  }

  /** Whether a cell fails a level, or has no verdict on it after enough blocks for one. */
  private boolean lacksPass(int level) {
    long blocks = samples.get(0).stream().filter(sample -> sample.level() == level).count();
    return IntStream.range(0, cells.size())
        .mapToObj(cell -> verdict(new Visit(cell, level)))
        .anyMatch(
            verdict -> verdict != Verdict.Kind.PASS && (verdict.isDecided() || blocks >= ENOUGH));
  }

  /**
   * The blocks of a round to measure, in its order: of the open ones first those next to the
   * boundary of a cell, then those measured least so far. At most half of them are of added levels.
   */
  private List<CellBlock> deciding(List<CellBlock> round, Set<Integer> listed, int count) {
    List<CellBlock> byUrgency =
        round.stream()
            .filter(this::isOpen)
            .sorted(
                Comparator.comparing((CellBlock block) -> !isAtBoundary(block))
                    .thenComparing(this::measured))
            .toList();
    Set<CellBlock> tooMany =
        byUrgency.stream()
            .filter(block -> !listed.contains(levelOf(block)))
            .skip(count / 2)
            .collect(Collectors.toSet());
    Set<CellBlock> chosen =
        byUrgency.stream()
            .sorted(Comparator.comparing(tooMany::contains))
            .limit(count)
            .collect(Collectors.toSet());
    return round.stream().filter(chosen::contains).toList();
  }

  private boolean isOpen(CellBlock block) {
    return isAtBoundary(block)
        || block.visits().stream().anyMatch(visit -> !steps.get(visit).isClear(Paired.FULL_ROUNDS));
  }

  private boolean isAtBoundary(CellBlock block) {
    return block.visits().stream().anyMatch(this::isAtBoundary);
  }

  private long measured(CellBlock block) {
    return samples.get(0).stream().filter(sample -> sample.level() == levelOf(block)).count();
  }

  private static int levelOf(CellBlock block) {
    return block.visits().get(0).level();
  }

  /** Whether a level is the highest that passes below all others, or the one above it, or new. */
  private boolean isAtBoundary(Visit visit) {
    if (!steps.containsKey(visit)) {
      return true;
    }
    TreeSet<Integer> levels =
        steps.keySet().stream()
            .filter(other -> other.cell() == visit.cell())
            .map(Visit::level)
            .collect(Collectors.toCollection(TreeSet::new));
    Integer above =
        levels.stream()
            .filter(level -> verdict(new Visit(visit.cell(), level)) != Verdict.Kind.PASS)
            .findFirst()
            .orElse(null);
    Integer below = above == null ? levels.last() : levels.lower(above);
    return Integer.valueOf(visit.level()).equals(above)
        || Integer.valueOf(visit.level()).equals(below);
  }

  /** INVALID of a level that was added and not measured yet. */
  private Verdict.Kind verdict(Visit visit) {
    return steps.containsKey(visit) ? steps.get(visit).verdict() : Verdict.Kind.INVALID;
  }

  /**
   * Measures blocks once, and discarded ones again.
   *
   * @param round from 1
   * @throws LabException if the provider or its Redis fails
   */
  void measure(int round, List<CellBlock> blocks) throws LabException, InterruptedException {
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
    Map<Visit, MeasuredWindow<P>> windows = new LinkedHashMap<>();
    for (Visit visit : block.slices()) {
      listener.sliceStarted(cells.get(visit.cell()), visit.level(), left);
      MeasuredWindow<P> slice = bench.measure(visit, !windows.containsKey(visit)).numbered(round);
      windows.merge(visit, slice, MeasuredWindow::join);
    }
    Map<Visit, Assessment> alone = new LinkedHashMap<>();
    windows.forEach((visit, window) -> alone.put(visit, bench.assess(visit, 0, window)));
    boolean counts = alone.values().stream().noneMatch(Assessment::faulty);
    List<Visit> visits =
        windows.keySet().stream().sorted(Comparator.comparingInt(Visit::cell)).toList();
    List<BlockSample> measured = new ArrayList<>();
    for (Visit visit : visits) {
      BlockStep<P> step = steps.computeIfAbsent(visit, first -> new BlockStep<>(bench, first));
      if (counts) {
        step.add(windows.get(visit));
      } else {
        step.discard(alone.get(visit).step());
      }
      BlockSample sample = BlockSample.of(round, attempt, !counts, alone.get(visit).step());
      samples.get(visit.cell()).add(sample);
      measured.add(sample);
    }
    listener.blockFinished(
        visits.stream().map(visit -> cells.get(visit.cell())).toList(), measured);
    return counts;
  }

  /**
   * The steps of a cell as far as they were measured, by rising level.
   *
   * @param cell its number, from 0
   */
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

  /**
   * The samples of a cell's blocks, in the order they ran.
   *
   * @param cell its number, from 0
   */
  List<BlockSample> samples(int cell) {
    return List.copyOf(samples.get(cell));
  }

  /** One cell at one level: the joined slices of all blocks that count. For one thread. */
  static final class BlockStep<P extends Cumulative<P>> {
    private final BlockBench<P> bench;
    private final Visit visit;
    private MeasuredWindow<P> joined;
    private Assessment assessment;
    private StepResult discarded;

    BlockStep(BlockBench<P> bench, Visit visit) {
      this.bench = bench;
      this.visit = visit;
    }

    void add(MeasuredWindow<P> window) {
      joined = joined == null ? window : MeasuredWindow.join(joined, window);
      assessment = bench.assess(visit, 0, joined);
    }

    /** Keeps a discarded block, which is the result only while no other block counts. */
    void discard(StepResult step) {
      discarded = step;
    }

    /**
     * Whether at least {@code enough} blocks show that further ones will not change the verdict.
     */
    boolean isClear(int enough) {
      return joined != null && joined.windows() >= enough && assessment.clear();
    }

    /** The verdict on the blocks that count; INVALID if there are none. */
    Verdict.Kind verdict() {
      return assessment == null ? Verdict.Kind.INVALID : assessment.step().verdict().kind();
    }

    /** The step of the joined blocks, or of the last discarded one if none counts. */
    StepResult result(int number) {
      return joined == null
          ? discarded.numbered(number)
          : bench.assess(visit, number, joined).step();
    }
  }
}
