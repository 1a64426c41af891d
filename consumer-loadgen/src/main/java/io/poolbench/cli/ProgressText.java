package io.poolbench.cli;

import io.poolbench.report.PlainText;
import io.poolbench.result.FigureText;
import io.poolbench.result.StepResult;
import io.poolbench.spec.Cell;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Formats progress as text; independent of the locale. */
final class ProgressText {
  private ProgressText() {}

  /** A cell with the number of its run among all runs of the study. */
  static String cell(Cell cell, int repetition, int repetitions, int number, int of) {
    return "[" + number + "/" + of + "] " + cell(cell, repetition, repetitions);
  }

  static String cell(Cell cell, int repetition, int repetitions) {
    return PlainText.line(cell.name())
        + (repetitions == 1 ? "" : ", repetition " + repetition + " of " + repetitions);
  }

  static String paired(List<Cell> cells, int repetition, int repetitions) {
    String names =
        cells.stream().map(cell -> PlainText.line(cell.name())).collect(Collectors.joining(", "));
    return "in turns: "
        + names
        + (repetitions == 1 ? "" : ", repetition " + repetition + " of " + repetitions);
  }

  static String window(Cell cell, int level) {
    return "%s, %s %s"
        .formatted(
            PlainText.line(cell.name()),
            FigureText.count(level),
            FigureText.unit(cell.load().workload()));
  }

  static String step(Cell cell, int step, int maxSteps, int level) {
    String number = cell.load().search() == null ? "step %2d/%d" : "step %2d of at most %2d";
    int digits = FigureText.count(cell.load().maxLevel()).length();
    return String.format(
        Locale.ROOT,
        number + "  %" + digits + "s %s",
        step,
        maxSteps,
        FigureText.count(level),
        FigureText.unit(cell.load().workload()));
  }

  static String result(StepResult step) {
    return String.format(
        Locale.ROOT,
        "%9s TPS  TP99 %8s ms  CPU %5s %%  %-7s",
        FigureText.measure(step.tps()),
        FigureText.measure(step.latency().tp99Millis()),
        FigureText.pct(step.provider().cpuPct()),
        step.verdict().kind());
  }

  static String clock(Duration time) {
    long seconds = Math.max(0, time.toSeconds());
    return String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60);
  }
}
