package io.poolbench.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.poolbench.spec.Cell;
import java.io.UncheckedIOException;

/** A cell as results hold it: without the credentials of its Redis. */
public final class CellJson {
  private CellJson() {}

  /** The text of a cell. */
  public static String write(Cell cell) {
    try {
      return ResultJson.MAPPER.writeValueAsString(cell);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The cell of a text.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static Cell read(String text) {
    try {
      return ResultJson.MAPPER.readValue(text, Cell.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no cell: " + e.getOriginalMessage(), e);
    }
  }
}
