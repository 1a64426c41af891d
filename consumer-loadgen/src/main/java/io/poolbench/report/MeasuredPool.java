package io.poolbench.report;

import io.poolbench.journal.FigureText;
import io.poolbench.judge.Capacity;
import io.poolbench.judge.CapacityEstimate;
import io.poolbench.judge.JudgedCell;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.study.Workload;
import java.util.Objects;
import java.util.Optional;

/**
 * A cell with its max load within the SLA.
 *
 * @param name of the cell, or its label among cells of several results
 * @param estimate null where there is none
 * @param undisturbed of the blocks that others did not disturb; null where there are too few
 * @param lack why there is no estimate, in words; empty where there is one
 */
public record MeasuredPool(
    JudgedCell judged,
    String name,
    CapacityEstimate estimate,
    CapacityEstimate undisturbed,
    String lack) {
  public MeasuredPool {
    Objects.requireNonNull(judged, "judged");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(lack, "lack");
  }

  public MeasuredPool(
      JudgedCell judged, CapacityEstimate estimate, CapacityEstimate undisturbed, String lack) {
    this(judged, judged.name(), estimate, undisturbed, lack);
  }

  public Workload workload() {
    return judged.cell().load().workload();
  }

  /** What levels count: {@code users} or {@code requests/s}. */
  public String unit() {
    return FigureText.unit(workload());
  }

  public Capacity capacity() {
    return new Capacity(judged);
  }

  /** The highest level that passed; empty where none did. */
  public Optional<JudgedLevel> highestPassed() {
    return capacity().passing();
  }

  public boolean isOfPhases() {
    return !judged.cell().load().phases().isEmpty();
  }

  public boolean isMeasured() {
    return !judged.levels().isEmpty();
  }

  /** Whether something is known of the capacity, be it one end of it. */
  public boolean isKnown() {
    return estimate == null ? capacity().isKnown() : estimate.isKnown();
  }

  /** The max load within the SLA as text; by the levels where there is no estimate. */
  public String text() {
    return estimate == null ? ofLevels() : estimate.text();
  }

  public String textWithUnit() {
    return estimate == null ? ofLevels() + " " + unit() : estimate.text(unit());
  }

  /** As {@link #text()} without the interval. */
  public String brief() {
    return estimate == null ? ofLevels() : estimate.brief();
  }

  private String ofLevels() {
    return switch (capacity().answer()) {
      case "none" -> "none";
      case "unknown" -> isMeasured() && !isOfPhases() ? "unknown" : "-";
      default -> capacity().answer();
    };
  }
}
