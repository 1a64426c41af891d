package io.poolbench.report;

import io.poolbench.result.BlockSample;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The blocks of a round: how many were discarded and why, and the share of CPU time that was taken
 * by anything other than provider and driver.
 *
 * @param name of the round, such as {@code 2}
 * @param blocks each with a sample of each cell
 */
public record RoundBlocks(String name, List<List<BlockSample>> blocks) {
  public RoundBlocks {
    blocks = blocks.stream().map(List::copyOf).toList();
  }

  static List<RoundBlocks> of(List<CellResult> cells) {
    Map<String, Map<String, List<BlockSample>>> rounds = new LinkedHashMap<>();
    boolean repeated = cells.stream().anyMatch(cell -> cell.repetition() > 1);
    for (CellResult cell : cells) {
      String run = repeated ? cell.repetition() + "." : "";
      for (BlockSample sample : cell.blocks()) {
        rounds
            .computeIfAbsent(run + sample.round(), round -> new LinkedHashMap<>())
            .computeIfAbsent(sample.level() + "/" + sample.attempt(), block -> new ArrayList<>())
            .add(sample);
      }
    }
    return rounds.entrySet().stream()
        .map(round -> new RoundBlocks(round.getKey(), List.copyOf(round.getValue().values())))
        .toList();
  }

  private List<List<BlockSample>> discarded() {
    return blocks.stream().filter(block -> block.get(0).discarded()).toList();
  }

  /** How many blocks were discarded for each cause, the most frequent first. */
  private String causes() {
    Map<String, Long> blocksByCode =
        discarded().stream()
            .flatMap(block -> block.stream().flatMap(of -> of.codes().stream()).distinct())
            .collect(Collectors.groupingBy(code -> code, TreeMap::new, Collectors.counting()));
    return blocksByCode.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .map(cause -> cause.getValue() + " by " + ViolationText.title(cause.getKey()))
        .collect(Collectors.joining(", "));
  }

  /** The range of the CPU time taken; empty if it is unknown. */
  private String taken() {
    var taken =
        blocks.stream()
            .flatMap(List::stream)
            .map(BlockSample::takenPct)
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .summaryStatistics();
    if (taken.getCount() == 0) {
      return "";
    }
    String lowest = FigureText.pct(taken.getMin());
    String highest = FigureText.pct(taken.getMax());
    return lowest.equals(highest) ? highest : lowest + " to " + highest;
  }

  /** Such as {@code 3 of 24 blocks discarded (3 by driver hiccup max); CPU time taken 2 %}. */
  public String text() {
    String counted =
        discarded().isEmpty()
            ? FigureText.counted(blocks.size(), "block")
            : "%d of %s discarded (%s)"
                .formatted(
                    discarded().size(), FigureText.counted(blocks.size(), "block"), causes());
    String taken = taken();
    return taken.isEmpty() ? counted : counted + "; CPU time taken " + taken + " %";
  }

  static Table table(List<RoundBlocks> rounds) {
    return Table.of(
        rounds,
        Table.text("round", RoundBlocks::name),
        Table.figure("blocks", round -> FigureText.count(round.blocks.size())),
        Table.figure("discarded", round -> FigureText.count(round.discarded().size())),
        Table.text("by", RoundBlocks::causes),
        Table.figure("CPU time taken %", RoundBlocks::taken));
  }
}
