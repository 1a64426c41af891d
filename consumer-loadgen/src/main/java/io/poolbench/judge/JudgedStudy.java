package io.poolbench.judge;

import io.poolbench.journal.Entry;
import io.poolbench.journal.Journal;
import io.poolbench.journal.Slice;
import io.poolbench.study.Cell;
import io.poolbench.study.Group;
import io.poolbench.study.LoadSchedule;
import io.poolbench.study.Paired;
import io.poolbench.study.Phase;
import io.poolbench.study.Study;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a journal says about the cells of a study: their slices by repetition and level, with
 * verdicts.
 *
 * <p>The slices of a block count together, or not at all: if all of them are there and none
 * violates a validity rule. A block of a paired study has {@link Paired#SLICES} slices of each of
 * the cells that it compares; in any other study it is one visit of one cell. A visit of a cell
 * with groups or phases has a slice for each of its parts.
 *
 * @param cells in the study's order, also those that were not measured
 */
public record JudgedStudy(Study study, List<JudgedCell> cells) {
  public JudgedStudy {
    cells = List.copyOf(cells);
  }

  public static JudgedStudy of(Study study, Journal journal) {
    return of(study, journal.entries());
  }

  /** The cells of a study by the rows of its journal. */
  public static JudgedStudy of(Study study, List<Entry> entries) {
    Map<String, Cell> cells =
        study.cells().stream().collect(Collectors.toMap(Cell::name, cell -> cell));
    List<Slice> slices =
        entries.stream()
            .filter(Slice.class::isInstance)
            .map(Slice.class::cast)
            .filter(slice -> cells.containsKey(slice.key().cell()))
            .toList();
    Blocks blocks = Blocks.of(study, slices);
    Map<String, List<Slice>> byCell =
        slices.stream().collect(Collectors.groupingBy(slice -> slice.key().cell()));
    return new JudgedStudy(
        study,
        study.cells().stream()
            .map(
                cell ->
                    JudgedCell.of(
                        cell, byCell.getOrDefault(cell.name(), List.of()), blocks::counts))
            .toList());
  }

  /** The cell, group or phase of this name. */
  public Optional<JudgedCell> cell(String name) {
    return cells.stream()
        .flatMap(cell -> Stream.concat(Stream.of(cell), cell.parts().stream()))
        .filter(cell -> cell.name().equals(name))
        .findFirst();
  }

  /** Which blocks count. */
  private record Blocks(boolean paired, Set<Block> counting) {
    private record Block(String cell, int repetition, int number) {}

    private record Part(String cell, String name) {}

    static Blocks of(Study study, List<Slice> slices) {
      boolean paired = study.paired() != null;
      int each = paired ? Paired.SLICES : 1;
      Set<Part> parts =
          study.cells().stream()
              .flatMap(cell -> parts(cell.load()).stream().map(part -> new Part(cell.name(), part)))
              .collect(Collectors.toSet());
      Map<Block, Map<Part, Integer>> visits = new HashMap<>();
      Set<Block> faulty = new HashSet<>();
      for (Slice slice : slices) {
        Block block = block(paired, slice);
        visits
            .computeIfAbsent(block, first -> new HashMap<>())
            .merge(new Part(slice.key().cell(), slice.key().part()), 1, Integer::sum);
        if (!slice.isValid()) {
          faulty.add(block);
        }
      }
      Set<Block> counting =
          visits.entrySet().stream()
              .filter(
                  visit ->
                      parts.stream()
                          .filter(part -> isOf(part.cell, visit.getValue().keySet()))
                          .allMatch(part -> visit.getValue().getOrDefault(part, 0) == each))
              .map(Map.Entry::getKey)
              .filter(block -> !faulty.contains(block))
              .collect(Collectors.toSet());
      return new Blocks(paired, counting);
    }

    /**
     * Whether a cell has a part in a block. One without was not compared in it: the cell that a
     * block measures first is also the last, so that a block that was broken off lacks a slice.
     */
    private static boolean isOf(String cell, Set<Part> block) {
      return block.stream().anyMatch(part -> part.cell.equals(cell));
    }

    private static Block block(boolean paired, Slice slice) {
      return new Block(
          paired ? "" : slice.key().cell(), slice.key().repetition(), slice.key().turn().block());
    }

    boolean counts(Slice slice) {
      return counting.contains(block(paired, slice));
    }
  }

  /** The parts of which each visit of a cell has a slice; {@code ""} stands for all calls. */
  static List<String> parts(LoadSchedule load) {
    if (!load.phases().isEmpty()) {
      return load.phases().stream().map(Phase::name).toList();
    }
    return Stream.concat(Stream.of(""), load.groups().stream().map(Group::name)).toList();
  }
}
