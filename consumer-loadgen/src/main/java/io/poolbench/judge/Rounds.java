package io.poolbench.judge;

import io.poolbench.journal.Slice;
import io.poolbench.journal.Turn;
import io.poolbench.judge.Visit.Hold;
import io.poolbench.study.Cell;
import io.poolbench.study.LoadSchedule;
import io.poolbench.study.Paired;
import io.poolbench.study.Study;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Measures the cells of a paired study block by block, in rounds.
 *
 * <p>The first rounds visit all levels, further ones those that decide ({@link DecidingLevels}):
 * {@value Paired#LEVELS} of them by turns, or as many as there is time for. So the time goes to the
 * levels that decide, the same for all cells. The number of rounds depends on the time, not on what
 * they show, so that figures are not biased by when they were stopped: there are as many as the
 * study wants, but where slow calls take more than the most time, only those that rank pools.
 *
 * <p>A block that is faulty in one cell is measured again at the end of its round while the retry
 * budget lasts; not in the first round, in which the compiler may still be at work. A block that a
 * run broke off is measured again in any case. After the rounds a target is sampled.
 */
final class Rounds implements UnitPlanner {
  /** The time of a slice beside its load: readings, the last calls, a new pool. */
  static final Duration AROUND_SLICE = Duration.ofMillis(60);

  /** A run may take this part of its time longer if too few rounds count. */
  private static final int GRACE = 10;

  private final Study study;
  private final RetryBudget retries;
  private final Duration most;
  private final BlockOrder order;
  private final SiteSampling sampling;

  /** The levels of a round by its first block; they follow from the blocks before. */
  private final Map<Integer, List<Integer>> chosen = new HashMap<>();

  /**
   * @param most time of all rounds
   */
  Rounds(Study study, RetryBudget retries, Duration most, SiteSampling sampling) {
    this.study = study;
    this.retries = retries;
    this.most = most;
    this.sampling = sampling;
    this.order = new BlockOrder(study.cells().size(), sampling.repetition());
  }

  /**
   * A block of one level in a round.
   *
   * @param visits the number of visits that are kept whole, with a slice for each part of the cell
   */
  private record Block(int round, int level, int visits, Step.Last state) {
    boolean isOf(int someRound, int someLevel) {
      return round == someRound && level == someLevel;
    }
  }

  private SortedMap<Integer, Block> blocks(UnitHistory history) {
    Set<Integer> counting =
        history.judged().cells().stream()
            .flatMap(JudgedCell::counting)
            .map(slice -> slice.key().turn().block())
            .collect(Collectors.toSet());
    SortedMap<Integer, Block> blocks = new TreeMap<>();
    history
        .slices()
        .map(Slice::key)
        .collect(Collectors.groupingBy(key -> key.turn().block()))
        .forEach(
            (number, keys) -> {
              int visits =
                  study.cells().stream()
                      .mapToInt(cell -> JudgedStudy.visits(cell, keys).min().orElse(0))
                      .sum();
              Step.Last state =
                  visits < Paired.SLICES * study.cells().size()
                      ? Step.Last.BROKEN_OFF
                      : counting.contains(number) ? Step.Last.COUNTS : Step.Last.FAULTY;
              blocks.put(
                  number,
                  new Block(keys.get(0).turn().round(), keys.get(0).level(), visits, state));
            });
    return blocks;
  }

  @Override
  public Optional<Visit> next(UnitHistory history) {
    SortedMap<Integer, Block> blocks = blocks(history);
    if (!blocks.isEmpty() && history.isRunning()) {
      Block last = blocks.get(blocks.lastKey());
      if (last.state == Step.Last.BROKEN_OFF) {
        return Optional.of(visit(blocks.lastKey(), last, blocks));
      }
    }
    int round = rounds(blocks);
    Optional<Integer> level = Optional.empty();
    if (round > 0) {
      level = unmeasured(round, history, blocks).or(() -> faulty(rounds(blocks), history, blocks));
    }
    if (level.isEmpty()) {
      round++;
      level = levels(round, history, blocks).stream().findFirst();
    }
    if (level.isEmpty()) {
      return sampling.next(history);
    }
    Block begun = new Block(round, level.get(), 0, Step.Last.BROKEN_OFF);
    return Optional.of(visit(history.nextBlock(), begun, blocks));
  }

  private static int rounds(SortedMap<Integer, Block> blocks) {
    return blocks.values().stream().mapToInt(Block::round).max().orElse(0);
  }

  private Optional<Integer> unmeasured(
      int round, UnitHistory history, SortedMap<Integer, Block> blocks) {
    return levels(round, history, blocks).stream()
        .filter(
            level ->
                blocks.values().stream()
                    .filter(block -> block.isOf(round, level))
                    .allMatch(block -> block.state == Step.Last.BROKEN_OFF))
        .findFirst();
  }

  /** Of the levels whose blocks of this round are all faulty, one that was tried least often. */
  private Optional<Integer> faulty(
      int round, UnitHistory history, SortedMap<Integer, Block> blocks) {
    boolean isLate = history.elapsed().compareTo(most) > 0;
    if (round == 1 || isLate || !retries.isLeft(study, history.run())) {
      return Optional.empty();
    }
    Map<Integer, Integer> tries = new LinkedHashMap<>();
    for (Block block : blocks.values()) {
      if (block.round == round && block.state == Step.Last.FAULTY) {
        tries.merge(block.level, 1, Integer::sum);
      }
    }
    blocks.values().stream()
        .filter(block -> block.round == round && block.state == Step.Last.COUNTS)
        .forEach(block -> tries.remove(block.level));
    return tries.entrySet().stream().min(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
  }

  private Visit visit(int number, Block block, SortedMap<Integer, Block> blocks) {
    int earlier =
        (int)
            blocks.headMap(number).values().stream()
                .filter(each -> each.level == block.level && each.state != Step.Last.BROKEN_OFF)
                .count();
    List<Integer> cells = order.cells(block.level, earlier);
    int index = cells.get(block.visits);
    Cell cell = study.cells().get(index);
    LoadSchedule load = cell.load();
    boolean first = cells.indexOf(index) == block.visits;
    return new Visit(
        cell.name(),
        order.repetition(),
        new Turn(block.round, number),
        block.level,
        // What the level and the cell before left behind is met by a slice that is not measured.
        block.visits == 0 ? load.settle().plus(load.measure()) : load.settle(),
        load.measure(),
        first ? Hold.FIRST_OF_BLOCK : Hold.FURTHER_OF_BLOCK);
  }

  /** The levels of a round in order; empty if the run is over. */
  private List<Integer> levels(int round, UnitHistory history, SortedMap<Integer, Block> blocks) {
    int first =
        blocks.entrySet().stream()
            .filter(block -> block.getValue().round == round)
            .map(Map.Entry::getKey)
            .findFirst()
            .orElseGet(history::nextBlock);
    return chosen.computeIfAbsent(
        first, begin -> choose(round, history.before(begin), blocks.headMap(begin)));
  }

  private List<Integer> choose(int round, UnitHistory before, SortedMap<Integer, Block> blocks) {
    List<Integer> listed = before.load().firstRound();
    if (round == 1) {
      return order.levels(1, listed);
    }
    Duration elapsed = before.elapsed();
    Duration time = planned().compareTo(most) < 0 ? planned() : most;
    Duration left = time.minus(elapsed);
    int wanted = study.paired().rounds();
    Duration shortest =
        elapsed.multipliedBy(Paired.LEVELS / 2).dividedBy(Math.max(1, blocks.size()));
    int least =
        elapsed.plus(shortest).compareTo(most) < 0 ? wanted : Math.min(wanted, Samples.MIN_ROUNDS);
    if (round > least && (least < wanted || isOver(left, blocks))) {
      return List.of();
    }
    int count = affordable(round, left, before, blocks);
    List<Integer> open;
    if (round <= Paired.FULL_ROUNDS && count > Paired.LEVELS / 2) {
      open = order.levels(round, listed);
    } else {
      DecidingLevels levels = new DecidingLevels(before);
      List<Integer> all = round > Paired.FULL_ROUNDS ? levels.levels() : listed;
      open = levels.deciding(order.levels(round, all), count);
    }
    return open.size() > blocksLeft(blocks) ? List.of() : open;
  }

  /** Whether the time is up, with some grace if all blocks of some rounds were discarded. */
  private boolean isOver(Duration left, SortedMap<Integer, Block> blocks) {
    long counting =
        blocks.values().stream()
            .filter(block -> block.state == Step.Last.COUNTS)
            .map(Block::round)
            .distinct()
            .count();
    boolean isShort = counting < study.paired().rounds() && planned().compareTo(most) < 0;
    Duration grace = isShort ? planned().dividedBy(GRACE) : Duration.ZERO;
    return left.plus(grace).isNegative();
  }

  /** The number of levels of a round for which there is time on this host. */
  private int affordable(
      int round, Duration left, UnitHistory before, SortedMap<Integer, Block> blocks) {
    double nanosABlock = (double) before.elapsed().toNanos() / Math.max(1, blocks.size());
    if (nanosABlock == 0) {
      return Paired.LEVELS;
    }
    int roundsLeft = Math.max(1, study.paired().rounds() - round + 1);
    double affordable = left.toNanos() / nanosABlock / roundsLeft;
    return Math.max(Paired.LEVELS / 2, (int) Math.min(Paired.LEVELS, affordable));
  }

  /** The time that the rounds take on an ordinary host. */
  private Duration planned() {
    LoadSchedule load = study.cells().get(0).load();
    return load.settle()
        .plus(load.measure())
        .plus(AROUND_SLICE)
        .multipliedBy((long) Paired.SLICES * study.cells().size() * plannedBlocks());
  }

  private int plannedBlocks() {
    return study.paired().blocks(study.cells().get(0).load().firstRound().size());
  }

  /** The number of blocks left, not counting those that are measured again. */
  private int blocksLeft(SortedMap<Integer, Block> blocks) {
    record First(int round, int level) {}
    return plannedBlocks()
        - (int)
            blocks.values().stream()
                .map(block -> new First(block.round, block.level))
                .distinct()
                .count();
  }

  @Override
  public Duration left(UnitHistory history) {
    Optional<Visit> next = next(history);
    if (next.isEmpty()) {
      return Duration.ZERO;
    }
    if (next.get().hold().isSampled()) {
      return sampling.left(history);
    }
    Duration left = planned().minus(history.elapsed());
    Duration block = planned().dividedBy(plannedBlocks());
    return sampling.left(history).plus(left.compareTo(block) < 0 ? block : left);
  }
}
