package io.poolbench.compare;

import io.poolbench.result.StudyResult;
import io.poolbench.sla.RepeatedCell;
import java.util.Objects;

/**
 * A cell of one of the results that are compared.
 *
 * @param letter of its result: {@code A} for the baseline, then {@code B} and so on
 * @param source the result, as it was named on the command line, without a cell
 * @param study the result
 * @param cell the cell, with its repetitions
 */
public record Side(String letter, String source, StudyResult study, RepeatedCell cell) {
  public Side {
    Objects.requireNonNull(letter, "letter");
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(study, "study");
    Objects.requireNonNull(cell, "cell");
  }

  /** The cell's name. */
  public String name() {
    return cell.cell().name();
  }

  /** Such as {@code B fixed 24}. */
  public String label() {
    return letter + " " + name();
  }

  /** Whether its levels count the same as those of another. */
  boolean countsLike(Side other) {
    return setting().equals(other.setting());
  }

  private String setting() {
    return cell.cell().load().workload().setting();
  }
}
