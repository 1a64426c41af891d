package io.poolbench.cli;

import io.poolbench.report.PlainText;
import io.poolbench.result.FigureText;
import io.poolbench.result.StepResult;
import io.poolbench.spec.Cell;
import java.time.Duration;
import java.util.Locale;

/** What is said of a study that runs, in words that any locale leaves alone. */
final class ProgressText {
  private ProgressText() {}

  /** Which of the study's runs one is. */
  static String cell(Cell cell, int repetition, int repetitions, int number, int of) {
    return "[" + number + "/" + of + "] " + cell(cell, repetition, repetitions);
  }

  static String cell(Cell cell, int repetition, int repetitions) {
    return PlainText.line(cell.name())
        + (repetitions == 1 ? "" : ", repetition " + repetition + " of " + repetitions);
  }

  /** Which of its cell's steps one is, and its load: a search ends as soon as it can. */
  static String step(Cell cell, int step, int mostSteps, int level) {
    return String.format(
        Locale.ROOT,
        cell.load().search() == null ? "step %2d/%d  %s" : "step %2d of at most %2d  %s",
        step,
        mostSteps,
        load(cell, level));
  }

  /** What a step measured. */
  static String figures(StepResult step) {
    return String.format(
        Locale.ROOT,
        "%9s TPS  TP99 %8s ms  CPU %5s %%  %-7s",
        FigureText.measure(step.tps()),
        FigureText.measure(step.latency().tp99Millis()),
        FigureText.pct(step.provider().cpuPct()),
        step.verdict().kind());
  }

  static String counted(int count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  /** Minutes and seconds. */
  static String clock(Duration time) {
    long seconds = Math.max(0, time.toSeconds());
    return String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60);
  }

  /** A load, as wide as the widest of its cell, so that steps stand below each other. */
  private static String load(Cell cell, int level) {
    int digits = FigureText.count(cell.load().mostLevel()).length();
    return String.format(
        Locale.ROOT,
        "%" + digits + "s %s",
        FigureText.count(level),
        FigureText.unit(cell.load().workload()));
  }
}
