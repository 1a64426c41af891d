package io.poolbench.judging;

import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import io.poolbench.journal.Slice;
import io.poolbench.stats.Median;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * How far other processes and machines disturbed each block of the cells of a paired study. A block
 * is undisturbed, or calm, for a cell if they are known to have taken at most {@value #CALM_PCT} %
 * of the CPUs' time from its slices, and if the CPUs' speed was within {@value #SPEED_PCT} % of the
 * run's median.
 */
public final class HostConditions {
  /** Two ticks of the kernel's clock for CPU time, of 10 ms each, in the usual block of 0.4 s. */
  private static final double CALM_PCT = 5;

  private static final double SPEED_PCT = 10;

  private final Map<CellBlock, Conditions> blocks;
  private final OptionalDouble gauge;

  /** A block of all cells. */
  record Block(int repetition, int number) {
    static Block of(Slice slice) {
      return new Block(slice.key().repetition(), slice.key().turn().block());
    }
  }

  /** The slices of a cell in a block. */
  record CellBlock(String cell, int repetition, int block) {
    static CellBlock of(Slice slice) {
      return new CellBlock(
          slice.key().cell(), slice.key().repetition(), slice.key().turn().block());
    }
  }

  /**
   * The conditions of a cell in a block.
   *
   * @param takenPct CPU time used by other processes or stolen by the hypervisor, in percent of the
   *     provider's or the driver's CPUs, whichever is higher
   * @param gaugeMicros CPU time of a fixed computation: less is faster
   */
  private record Conditions(OptionalDouble takenPct, OptionalDouble gaugeMicros) {}

  private HostConditions(Map<CellBlock, Conditions> blocks) {
    this.blocks = blocks;
    this.gauge =
        Median.of(
            blocks.values().stream().flatMapToDouble(each -> each.gaugeMicros.stream()).toArray());
  }

  /** The conditions of all blocks that count. */
  public static HostConditions of(List<JudgedCell> cells) {
    Map<CellBlock, Conditions> blocks = new HashMap<>();
    for (JudgedCell cell : cells) {
      Map<CellBlock, List<Slice>> slices = new LinkedHashMap<>();
      cell.repetitions().values().stream()
          .flatMap(repetition -> repetition.counting().stream())
          .forEach(
              slice ->
                  slices
                      .computeIfAbsent(CellBlock.of(slice), first -> new ArrayList<>())
                      .add(slice));
      slices.forEach((block, each) -> blocks.put(block, conditions(new Level(cell.cell(), each))));
    }
    return new HostConditions(blocks);
  }

  private static Conditions conditions(Level level) {
    Double steal = Metric.STEAL.of(level);
    Double others = Metric.OTHERS_CPU.of(level);
    return new Conditions(
        steal == null || others == null
            ? OptionalDouble.empty()
            : OptionalDouble.of(steal + others),
        known(Metric.PROVIDER_GAUGE.of(level)));
  }

  private static OptionalDouble known(Double value) {
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /** CPU time taken from a slice's cell in its block, in percent; empty if unknown. */
  OptionalDouble takenPct(Slice slice) {
    return Optional.ofNullable(blocks.get(CellBlock.of(slice)))
        .map(Conditions::takenPct)
        .orElse(OptionalDouble.empty());
  }

  /** Whether others took more CPU time on average than from a calm block; false if unknown. */
  boolean isBusy() {
    return blocks.values().stream()
            .flatMapToDouble(each -> each.takenPct.stream())
            .average()
            .orElse(0)
        > CALM_PCT;
  }

  /** Whether the slice's cell is known to have been undisturbed in its block. */
  public boolean isCalm(Slice slice) {
    Conditions conditions = blocks.get(CellBlock.of(slice));
    return conditions != null
        && conditions.takenPct.orElse(Double.POSITIVE_INFINITY) <= CALM_PCT
        && isOfUsualSpeed(conditions);
  }

  /** A speed that no block knows, such as those of a JVM without CPU clocks, is no disturbance. */
  private boolean isOfUsualSpeed(Conditions conditions) {
    return gauge.isEmpty()
        || (conditions.gaugeMicros.isPresent()
            && Math.abs(gauge.getAsDouble() / conditions.gaugeMicros.getAsDouble() - 1)
                <= SPEED_PCT / 100);
  }

  /** The blocks that were calm for all of these cells. */
  Set<Block> calmBlocks(List<JudgedCell> cells) {
    Map<Block, Boolean> calm = new HashMap<>();
    cells.stream()
        .flatMap(cell -> cell.repetitions().values().stream())
        .flatMap(repetition -> repetition.counting().stream())
        .forEach(slice -> calm.merge(Block.of(slice), isCalm(slice), Boolean::logicalAnd));
    calm.values().removeIf(isCalm -> !isCalm);
    return Set.copyOf(calm.keySet());
  }

  /** Whether the slice's cell is known to have been disturbed in its block. */
  boolean isDisturbed(Slice slice) {
    Conditions conditions = blocks.get(CellBlock.of(slice));
    return conditions != null
        && (conditions.takenPct.orElse(0) > CALM_PCT
            || (conditions.gaugeMicros.isPresent() && !isOfUsualSpeed(conditions)));
  }
}
