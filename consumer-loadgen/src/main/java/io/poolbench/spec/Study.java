package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A question put to a provider: cells that differ in what is asked about.
 *
 * @param name the study's file name without its ending; also names its results' folder
 * @param title what it asks, in a line
 * @param repetitions how often each cell is run, and in which order
 * @param calibration what its calls are to cost on whatever host; null = as the cells say
 * @param published the tables that its cells are held against
 * @param cells what is run
 */
public record Study(
    String name,
    String title,
    Repetitions repetitions,
    Calibration calibration,
    List<PublishedTable> published,
    List<Cell> cells) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  public Study {
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(repetitions, "repetitions");
    published = List.copyOf(published);
    cells = List.copyOf(cells);
    if (!NAME.matcher(name).matches()) {
      throw new InvalidSettingException(
          "name", "valid: 1..64 letters, digits, '.', '_' and '-', a letter or digit first");
    }
    if (cells.isEmpty()) {
      throw new InvalidSettingException("cells", "is empty; valid: one cell or more");
    }
    Set<String> names = new HashSet<>();
    for (Cell cell : cells) {
      if (!names.add(cell.name())) {
        throw new InvalidSettingException("cells", "two cells are called '" + cell.name() + "'");
      }
    }
  }

  /** The same study of other cells. */
  public Study withCells(List<Cell> others) {
    return new Study(name, title, repetitions, calibration, published, others);
  }
}
