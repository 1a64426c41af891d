package io.poolbench.sla;

import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.spec.Sla;
import io.poolbench.spec.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The most load that a cell serves within its SLA, in users or in requests per second: that of the
 * highest step that passes with no failing step at or below it. A measured step always, never an
 * interpolation.
 *
 * <p>An INVALID step neither passes nor fails. Between the highest that passes and the first that
 * fails it leaves open whether there is more; below the first that passes, whether there is any.
 */
public final class MostLoad {
  private final Sla sla;
  private final Workload workload;
  private final StepResult highest;
  private final StepResult firstFailing;
  private final List<StepResult> invalid;
  private final String end;

  private MostLoad(
      Sla sla,
      Workload workload,
      StepResult highest,
      StepResult firstFailing,
      List<StepResult> invalid,
      String end) {
    this.sla = sla;
    this.workload = workload;
    this.highest = highest;
    this.firstFailing = firstFailing;
    this.invalid = invalid;
    this.end = end;
  }

  /** The most load by the steps that a cell has, in whatever order they ran. */
  public static MostLoad of(CellResult cell) {
    Comparator<StepResult> byLevel = Comparator.comparingInt(StepResult::level);
    StepResult firstFailing =
        cell.steps().stream()
            .filter(step -> step.verdict().kind() == Verdict.Kind.FAIL)
            .min(byLevel)
            .orElse(null);
    List<StepResult> below =
        cell.steps().stream()
            .filter(step -> firstFailing == null || step.level() < firstFailing.level())
            .sorted(byLevel)
            .toList();
    StepResult highest =
        below.stream()
            .filter(step -> step.verdict().kind() == Verdict.Kind.PASS)
            .max(byLevel)
            .orElse(null);
    List<StepResult> invalid =
        below.stream().filter(step -> step.verdict().kind() == Verdict.Kind.INVALID).toList();
    return new MostLoad(
        cell.cell().sla(),
        cell.cell().load().workload(),
        highest,
        firstFailing,
        invalid,
        end(cell));
  }

  /** The step with the most load within the SLA; empty where none is known to pass. */
  public Optional<StepResult> highest() {
    return Optional.ofNullable(highest);
  }

  /** The step with the least load that breaks the SLA; empty where none does. */
  public Optional<StepResult> firstFailing() {
    return Optional.ofNullable(firstFailing);
  }

  /** The INVALID steps below the first failing one, by rising load. */
  public List<StepResult> invalid() {
    return invalid;
  }

  /**
   * Whether more load than the highest step's may be within the SLA: no step fails, or INVALID ones
   * lie between.
   */
  public boolean maybeMore() {
    return highest != null
        && (firstFailing == null
            || invalid.stream().anyMatch(step -> step.level() > highest.level()));
  }

  /**
   * The answer in a word or three: {@code 24}, {@code at least 32}, {@code none}, {@code unknown}.
   */
  public String answer() {
    if (highest != null) {
      return (maybeMore() ? "at least " : "") + FigureText.count(highest.level());
    }
    return known() ? "none" : "unknown";
  }

  /** Whether it is known which load is the most, be it that there is none. */
  public boolean known() {
    return highest != null || (firstFailing != null && invalid.isEmpty());
  }

  /** The answer as a level; 0 where no load is within the SLA, or none is known to be. */
  public int level() {
    return highest == null ? 0 : highest.level();
  }

  /** The answer as a sentence, with what limits it. */
  public String sentence() {
    List<String> parts = new ArrayList<>();
    parts.add(
        "Most " + FigureText.unit(workload) + " within the SLA (" + sla.text() + "): " + answer());
    if (!invalid.isEmpty()) {
      parts.add(
          invalid.stream()
                  .map(step -> FigureText.count(step.level()))
                  .collect(Collectors.joining(", "))
              + " "
              + (invalid.size() == 1
                  ? workload.unit(invalid.get(0).level())
                  : FigureText.unit(workload))
              + ": INVALID");
    }
    if (firstFailing != null) {
      parts.add(
          FigureText.load(workload, firstFailing.level())
              + (firstFailing.level() == 1 ? " fails: " : " fail: ")
              + firstFailing.verdict().reason());
    } else {
      parts.add(end);
    }
    return String.join(". ", parts) + ".";
  }

  private static String end(CellResult cell) {
    if (cell.steps().isEmpty()) {
      return "No step was measured";
    }
    int scheduled = cell.cell().load().mostLevel();
    if (cell.steps().stream().anyMatch(step -> step.level() >= scheduled)) {
      return "The schedule ends there";
    }
    return cell.failed()
        ? "The cell broke off before " + FigureText.load(cell.cell().load().workload(), scheduled)
        : "The run ended before " + FigureText.load(cell.cell().load().workload(), scheduled);
  }
}
