package io.poolbench.judge;

import io.poolbench.journal.Entry;
import io.poolbench.journal.Journal;
import io.poolbench.journal.Key;
import io.poolbench.journal.Slice;
import io.poolbench.study.Cell;
import io.poolbench.study.Group;
import io.poolbench.study.LoadSchedule;
import io.poolbench.study.Paired;
import io.poolbench.study.Phase;
import io.poolbench.study.Study;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
        Entry.only(Slice.class, entries)
            .filter(slice -> cells.containsKey(slice.key().cell()))
            .toList();
    Set<Block> counting = counting(study, slices);
    Map<String, List<Slice>> byCell =
        slices.stream().collect(Collectors.groupingBy(slice -> slice.key().cell()));
    return new JudgedStudy(
        study,
        study.cells().stream()
            .map(
                cell ->
                    JudgedCell.of(
                        cell,
                        byCell.getOrDefault(cell.name(), List.of()),
                        slice -> counting.contains(Block.of(study, slice))))
            .toList());
  }

  /** The cell, group or phase of this name. */
  public Optional<JudgedCell> cell(String name) {
    return cells.stream()
        .flatMap(cell -> Stream.concat(Stream.of(cell), cell.parts().stream()))
        .filter(cell -> cell.name().equals(name))
        .findFirst();
  }

  /** A block; empty for {@code cell} if all cells have slices in it. */
  private record Block(String cell, int repetition, int number) {
    static Block of(Study study, Slice slice) {
      return new Block(
          study.paired() == null ? slice.key().cell() : "",
          slice.key().repetition(),
          slice.key().turn().block());
    }
  }

  /**
   * The blocks that count. A cell without a slice in a block was not compared in it: the cell that
   * a block measures first is also the last, so that a block that was broken off lacks a slice.
   */
  private static Set<Block> counting(Study study, List<Slice> slices) {
    int visits = study.paired() == null ? 1 : Paired.SLICES;
    Map<Block, List<Slice>> blocks =
        slices.stream().collect(Collectors.groupingBy(slice -> Block.of(study, slice)));
    blocks.values().removeIf(block -> !block.stream().allMatch(Slice::isValid));
    blocks
        .values()
        .removeIf(
            block -> {
              List<Key> keys = block.stream().map(Slice::key).toList();
              return !study.cells().stream()
                  .filter(cell -> keys.stream().anyMatch(key -> key.cell().equals(cell.name())))
                  .allMatch(cell -> visits(cell, keys).allMatch(count -> count == visits));
            });
    return blocks.keySet();
  }

  /** How often each part of a cell was measured. */
  static IntStream visits(Cell cell, List<Key> block) {
    List<String> measured =
        block.stream().filter(key -> key.cell().equals(cell.name())).map(Key::part).toList();
    return parts(cell.load()).stream().mapToInt(part -> Collections.frequency(measured, part));
  }

  /** The parts of which each visit of a cell has a slice; {@code ""} stands for all calls. */
  static List<String> parts(LoadSchedule load) {
    if (!load.phases().isEmpty()) {
      return load.phases().stream().map(Phase::name).toList();
    }
    return Stream.concat(Stream.of(""), load.groups().stream().map(Group::name)).toList();
  }
}
