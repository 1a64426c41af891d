package io.poolbench.judge;

import io.poolbench.journal.Level;
import io.poolbench.journal.Slice;
import io.poolbench.judge.HostConditions.Block;
import io.poolbench.judge.Samples.Sample;
import io.poolbench.stats.Line;
import io.poolbench.stats.ShareInterval.Count;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Whether the host disturbed one of two cells more than the other, so that this may explain a
 * difference of their late calls.
 *
 * @param blocks with the disturbance of both cells
 */
record HostBalance(List<PairedBlock> blocks) {
  static final HostBalance UNKNOWN = new HostBalance(List.of());

  /** The one-sided p-value above which no difference is left at equal disturbance. */
  private static final double ADJUSTED = 0.05;

  /** The variance of a block's difference beyond its number of calls, in squared log-odds. */
  private static final double SCATTER = 1;

  /** The least share, as a part of the allowed one: smaller shares are a matter of chance. */
  private static final double FLOOR = 1 / 20.0;

  /**
   * Both cells in one block.
   *
   * @param difference the other cell's log-odds of a late call less the one cell's
   * @param taken CPU time that others took from both cells, in percent
   * @param imbalance how much more was taken from the other cell, as a difference of logarithms
   */
  private record PairedBlock(
      Sample round, int level, double difference, double weight, double taken, double imbalance) {
    double weighted() {
      return weight * difference;
    }
  }

  static HostBalance of(JudgedCell one, JudgedCell other, ShareBound bound, HostConditions host) {
    Map<Block, Side> sides = sides(one, bound, host);
    Map<Block, Side> others = sides(other, bound, host);
    double floor = FLOOR * Math.min(bound.maxShare(), 1 - bound.maxShare());
    List<PairedBlock> blocks = new ArrayList<>();
    sides.forEach(
        (block, side) -> {
          Side beside = others.get(block);
          if (beside != null
              && side.taken.isPresent()
              && beside.taken.isPresent()
              && side.calls.hits() + beside.calls.hits() > 0) {
            double taken = side.taken.getAsDouble();
            double takenBeside = beside.taken.getAsDouble();
            blocks.add(
                new PairedBlock(
                    Sample.ofRound(side.slices.get(0)),
                    side.slices.get(0).key().level(),
                    logOdds(beside.calls, floor) - logOdds(side.calls, floor),
                    1 / (SCATTER + variance(side.calls) + variance(beside.calls)),
                    taken + takenBeside,
                    Math.log1p(takenBeside) - Math.log1p(taken)));
          }
        });
    return new HostBalance(List.copyOf(blocks));
  }

  /** One cell in a block. */
  private record Side(List<Slice> slices, Count calls, OptionalDouble taken) {}

  private static Map<Block, Side> sides(JudgedCell cell, ShareBound bound, HostConditions host) {
    Map<Block, Side> sides = new LinkedHashMap<>();
    cell.levels().stream()
        .filter(JudgedLevel::counts)
        .map(JudgedLevel::together)
        .forEach(
            level ->
                level.slices().stream()
                    .collect(
                        Collectors.groupingBy(Block::of, LinkedHashMap::new, Collectors.toList()))
                    .forEach(
                        (block, slices) ->
                            sides.put(
                                block,
                                new Side(
                                    slices,
                                    Count.sum(
                                        bound.counts(
                                            new Level(level.cell(), level.load(), slices))),
                                    host.takenPct(slices)))));
    return sides;
  }

  private static double logOdds(Count count, double floor) {
    double least = 0.5 + floor * count.calls();
    return Math.log((count.hits() + least) / (count.calls() - count.hits() + least));
  }

  private static double variance(Count count) {
    return 1 / (count.hits() + 0.5) + 1 / (count.calls() - count.hits() + 0.5);
  }

  /** The blocks of some levels. */
  HostBalance at(Collection<Integer> levels) {
    return new HostBalance(blocks.stream().filter(block -> levels.contains(block.level)).toList());
  }

  /**
   * Whether the host may explain that one of the cells has fewer late calls.
   *
   * @param oneIsBetter whether that is the one cell
   */
  boolean explains(boolean oneIsBetter) {
    double sign = oneIsBetter ? 1 : -1;
    return !blocks.isEmpty() && (halvesDisagree(sign) || isUneven(sign));
  }

  /** Whether the calmer or the more disturbed half of the rounds does not have this sign. */
  private boolean halvesDisagree(double sign) {
    Map<Sample, List<PairedBlock>> byRound = new LinkedHashMap<>();
    blocks.forEach(
        block -> byRound.computeIfAbsent(block.round, first -> new ArrayList<>()).add(block));
    List<List<PairedBlock>> calmFirst =
        byRound.values().stream().sorted(Comparator.comparingDouble(HostBalance::taken)).toList();
    if (taken(calmFirst.get(0)) == taken(calmFirst.get(calmFirst.size() - 1))) {
      return false;
    }
    int half = calmFirst.size() / 2;
    return sign * sum(calmFirst.subList(0, half)) <= 0
        || sign * sum(calmFirst.subList(half, calmFirst.size())) <= 0;
  }

  private static double sum(List<List<PairedBlock>> rounds) {
    return rounds.stream().flatMap(List::stream).mapToDouble(PairedBlock::weighted).sum();
  }

  private static double taken(List<PairedBlock> round) {
    return round.stream().mapToDouble(PairedBlock::taken).average().orElse(0);
  }

  /**
   * Whether others took more CPU time from the cell that comes out worse, and no difference is left
   * where it is equal: the intercept of the regression of differences on imbalances, which is
   * unknown if the imbalance is always the same. If disturbances do not depend on the cell, they
   * are balanced on average, and the regression costs hardly any power.
   */
  private boolean isUneven(double sign) {
    double against =
        blocks.stream().mapToDouble(block -> sign * block.weight * block.imbalance).sum();
    if (against <= 0) {
      return false;
    }
    return blocks.size() < 3
        || Line.through(
                    values(block -> sign * block.imbalance),
                    values(block -> sign * block.difference),
                    values(PairedBlock::weight))
                .pValueAbove()
            > ADJUSTED;
  }

  private double[] values(ToDoubleFunction<PairedBlock> value) {
    return blocks.stream().mapToDouble(value).toArray();
  }
}
