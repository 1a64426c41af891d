package io.poolbench.compare;

import io.poolbench.result.FigureText;
import io.poolbench.result.StudyResult;
import io.poolbench.sla.RepeatedCell;
import io.poolbench.spec.Workload;
import java.util.Objects;

/** A cell of a compared result. Letters: {@code A} for the baseline, then {@code B} and so on. */
public record Side(String letter, StudyResult study, RepeatedCell cell) {
  public Side {
    Objects.requireNonNull(letter, "letter");
    Objects.requireNonNull(study, "study");
    Objects.requireNonNull(cell, "cell");
  }

  public String name() {
    return cell.cell().name();
  }

  public String label() {
    return letter + " " + name();
  }

  boolean countsLike(Side other) {
    return workload().setting().equals(other.workload().setting());
  }

  String unit() {
    return FigureText.unit(workload());
  }

  Workload workload() {
    return cell.cell().load().workload();
  }
}
