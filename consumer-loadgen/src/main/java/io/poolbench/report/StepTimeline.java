package io.poolbench.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.poolbench.judge.RepeatedCell;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.Slice;
import io.poolbench.result.StepResult;
import io.poolbench.result.StepResult.PhaseResult;
import io.poolbench.spec.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * A step over time, as the scripts of a page read it: a list per field, in the order of {@code at}.
 * Counts are per second of their slice.
 *
 * @param name the step's load and verdict
 * @param phases empty where the step held one level
 * @param at the middle of each slice, in seconds from the start of the window
 * @param seconds the length of the longest slice
 * @param due requests that came due; null for a closed loop, which sends when it is answered
 * @param tps OK answers
 * @param capacity the cell's capacity in TPS; null where it was not measured
 * @param refused null where there was none, as are the other failures
 * @param late answers after their caller had given up
 * @param tp50 in milliseconds; null where unknown in every slice, as are the lists that follow
 * @param active threads with a task at the end of each slice
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record StepTimeline(
    String name,
    List<Phase> phases,
    List<Double> at,
    double seconds,
    List<Double> due,
    List<Double> tps,
    Double capacity,
    List<Double> refused,
    List<Double> timeouts,
    List<Double> errors,
    List<Double> late,
    List<Double> tp50,
    List<Double> tp99,
    List<Double> active,
    List<Double> queued,
    List<Double> threads) {
  /** A part of the step, in seconds from the start of the window. */
  record Phase(String name, double from, double to) {
    static Phase of(PhaseResult phase) {
      return new Phase(
          PlainText.line(PhaseTable.name(phase)),
          CurveData.rounded(phase.fromSeconds()),
          CurveData.rounded(phase.toSeconds()));
    }
  }

  static List<StepTimeline> of(RepeatedCell cell) {
    List<StepTimeline> all = new ArrayList<>();
    for (CellResult repetition : cell.repetitions()) {
      for (StepResult step : repetition.stepsByLevel()) {
        if (!step.slices().isEmpty()) {
          all.add(of(repetition, step, cell.count() > 1));
        }
      }
    }
    return all;
  }

  private static StepTimeline of(CellResult cell, StepResult step, boolean repeated) {
    Workload workload = cell.cell().load().workload();
    List<Slice> slices = step.slices();
    return new StepTimeline(
        FigureText.load(workload, step.level())
            + (repeated ? ", repetition " + cell.repetition() : "")
            + ": "
            + step.verdict().kind(),
        step.phases().stream().map(Phase::of).toList(),
        slices.stream()
            .map(slice -> CurveData.rounded((slice.fromSeconds() + slice.toSeconds()) / 2))
            .toList(),
        CurveData.rounded(slices.stream().mapToDouble(Slice::seconds).max().orElseThrow()),
        workload instanceof Workload.Open ? perSecond(slices, Slice::due) : null,
        perSecond(slices, Slice::ok),
        step.capacityTps() == null ? null : CurveData.rounded(step.capacityTps()),
        failures(slices, Slice::rejected),
        failures(slices, Slice::timeout),
        failures(slices, Slice::error),
        failures(slices, Slice::late),
        column(slices, Slice::tp50Millis),
        column(slices, Slice::tp99Millis),
        column(slices, Slice::active),
        column(slices, Slice::queued),
        column(slices, Slice::threads));
  }

  private static List<Double> failures(List<Slice> slices, Function<Slice, Long> count) {
    return slices.stream().allMatch(slice -> count.apply(slice) == 0)
        ? null
        : perSecond(slices, count);
  }

  private static List<Double> perSecond(List<Slice> slices, Function<Slice, Long> count) {
    return slices.stream()
        .map(
            slice ->
                slice.seconds() == 0 ? 0 : CurveData.rounded(count.apply(slice) / slice.seconds()))
        .toList();
  }

  private static List<Double> column(List<Slice> slices, Function<Slice, ? extends Number> of) {
    List<Double> column =
        slices.stream()
            .map(of)
            .map(value -> value == null ? null : CurveData.rounded(value.doubleValue()))
            .toList();
    return column.stream().allMatch(Objects::isNull) ? null : column;
  }

  boolean isOfPhases() {
    return !phases.isEmpty();
  }

  boolean hasFailures() {
    return refused != null || timeouts != null || errors != null || late != null;
  }

  boolean hasPool() {
    return active != null;
  }
}
