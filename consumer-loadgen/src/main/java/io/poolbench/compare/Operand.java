package io.poolbench.compare;

import io.poolbench.journal.Entry;
import io.poolbench.judge.JudgedCell;
import io.poolbench.judge.JudgedStudy;
import io.poolbench.study.ConfigException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A run that takes part in a comparison, or one cell of it.
 *
 * @param letter {@code A} for the baseline, {@code B} for what is compared with it
 * @param source the run as named on the command line, without a cell
 * @param cells the compared cells, in the study's order; one or more
 */
public record Operand(
    String letter, String source, JudgedStudy judged, List<Entry> entries, List<JudgedCell> cells) {
  public Operand {
    Objects.requireNonNull(letter, "letter");
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(judged, "judged");
    entries = List.copyOf(entries);
    cells = List.copyOf(cells);
    if (cells.isEmpty()) {
      throw new IllegalArgumentException("no cell");
    }
  }

  /**
   * Selects the cells to compare: all cells with their groups of users and phases, or one of them.
   *
   * @param letter {@code A} for the baseline, {@code B} for what is compared with it
   * @param selected the cell's name or its number, from 1; null for all
   * @throws ConfigException if the run has no measured cell, or none of that name or number
   */
  public static Operand of(
      String letter, String source, JudgedStudy judged, List<Entry> entries, String selected) {
    List<JudgedCell> cells =
        Stream.concat(
                judged.cells().stream(),
                judged.cells().stream().flatMap(cell -> cell.parts().stream()))
            .toList();
    if (cells.stream().allMatch(cell -> cell.levels().isEmpty())) {
      throw ConfigException.of(
          source, "nothing was measured yet (valid: a run with a measured cell)");
    }
    return new Operand(
        letter,
        source,
        judged,
        entries,
        selected == null ? cells : select(source, cells, selected));
  }

  private static List<JudgedCell> select(String source, List<JudgedCell> cells, String selected) {
    List<String> names = cells.stream().map(JudgedCell::name).toList();
    List<String> numbers =
        IntStream.rangeClosed(1, cells.size()).mapToObj(Integer::toString).toList();
    int index = names.contains(selected) ? names.indexOf(selected) : numbers.indexOf(selected);
    if (index < 0) {
      throw ConfigException.of(
          source, "has no cell '" + selected + "' (valid: " + listed(cells) + ")");
    }
    return List.of(cells.get(index));
  }

  String listed() {
    return letter + " has " + listed(cells);
  }

  private static String listed(List<JudgedCell> cells) {
    return IntStream.range(0, cells.size())
        .mapToObj(i -> (i + 1) + " '" + cells.get(i).name() + "'")
        .collect(Collectors.joining(", "));
  }

  boolean isSameRun(Operand other) {
    return judged.equals(other.judged);
  }

  /** The providers of a cell, or of the cell that a part belongs to. */
  List<Entry.Opened> opened(JudgedCell cell) {
    return Entry.only(Entry.Opened.class, entries).filter(opened -> isOf(cell, opened)).toList();
  }

  /** The repetitions of a cell that failed, and were not opened again. */
  List<Integer> failed(JudgedCell cell) {
    List<Integer> failed = new ArrayList<>();
    for (Entry entry : entries) {
      if (entry instanceof Entry.CellEntry each && isOf(cell, each)) {
        failed.remove((Integer) each.repetition());
        if (entry instanceof Entry.Failed) {
          failed.add(each.repetition());
        }
      }
    }
    return failed;
  }

  private static boolean isOf(JudgedCell cell, Entry.CellEntry entry) {
    return cell.name().equals(entry.cell()) || cell.name().startsWith(entry.cell() + "/");
  }
}
