package io.poolbench.compare;

import io.poolbench.compare.Pair.Side;
import io.poolbench.config.ConfigException;
import io.poolbench.judge.RepeatedCell;
import io.poolbench.result.StudyResult;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A result that takes part in a comparison, or one cell of it.
 *
 * @param letter {@code A} for the baseline, then {@code B} and so on
 * @param source the result as named on the command line, without a cell
 * @param cells the compared cells, in the result's order; one or more
 */
public record Operand(String letter, String source, StudyResult study, List<RepeatedCell> cells) {
  public static final int MAX_COUNT = 'Z' - 'A' + 1;

  public Operand {
    Objects.requireNonNull(letter, "letter");
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(study, "study");
    cells = List.copyOf(cells);
    if (cells.isEmpty()) {
      throw new IllegalArgumentException("no cell");
    }
  }

  /**
   * Selects the cells to compare: all cells with their groups of users and phases, or one of them.
   *
   * @param index position among the compared results, from 0
   * @param selected the cell's name or its number, from 1; null for all
   * @throws ConfigException if the result has no cell, or none of that name or number
   */
  public static Operand of(int index, String source, StudyResult study, String selected) {
    String letter = String.valueOf((char) ('A' + Objects.checkIndex(index, MAX_COUNT)));
    List<RepeatedCell> cells =
        RepeatedCell.of(Stream.concat(study.cells().stream(), study.parts().stream()).toList());
    if (cells.isEmpty()) {
      String cause =
          study.interrupted() ? ": the run goes on, or was stopped in its first one" : "";
      throw ConfigException.of(
          source, "has no cell" + cause + " (valid: a result with one or more)");
    }
    return new Operand(
        letter, source, study, selected == null ? cells : select(source, cells, selected));
  }

  private static List<RepeatedCell> select(
      String source, List<RepeatedCell> cells, String selected) {
    List<String> names = cells.stream().map(cell -> cell.cell().name()).toList();
    List<String> numbers =
        IntStream.rangeClosed(1, cells.size()).mapToObj(Integer::toString).toList();
    int index = names.contains(selected) ? names.indexOf(selected) : numbers.indexOf(selected);
    if (index < 0) {
      throw ConfigException.of(
          source, "has no cell '" + selected + "' (valid: " + listed(cells) + ")");
    }
    return List.of(cells.get(index));
  }

  /** Whether the result, of which only one cell may be compared, has the cell. */
  boolean hasMeasured(String name) {
    return study.cells().stream().anyMatch(of -> of.cell().name().equals(name));
  }

  List<Side> sides() {
    return cells.stream().map(cell -> new Side(letter, study, cell)).toList();
  }

  String listed() {
    return letter + " has " + listed(cells);
  }

  private static String listed(List<RepeatedCell> cells) {
    return IntStream.range(0, cells.size())
        .mapToObj(i -> (i + 1) + " '" + cells.get(i).cell().name() + "'")
        .collect(Collectors.joining(", "));
  }
}
