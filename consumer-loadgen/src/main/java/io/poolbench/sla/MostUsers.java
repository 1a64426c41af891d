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
 * The most users that a cell serves within its SLA: those of the highest step that passes with no
 * failing step at or below it. A measured step always, never an interpolation.
 *
 * <p>An INVALID step neither passes nor fails. Between the highest that passes and the first that
 * fails it leaves open whether there are more; below the first that passes, whether there are any.
 */
public final class MostUsers {
  private final Sla sla;
  private final Workload workload;
  private final StepResult highest;
  private final StepResult firstFailing;
  private final List<StepResult> invalid;
  private final String end;

  private MostUsers(
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

  /** The most users by the steps that a cell has, in whatever order they ran. */
  public static MostUsers of(CellResult cell) {
    Comparator<StepResult> byUsers = Comparator.comparingInt(StepResult::level);
    StepResult firstFailing =
        cell.steps().stream()
            .filter(step -> step.verdict().kind() == Verdict.Kind.FAIL)
            .min(byUsers)
            .orElse(null);
    List<StepResult> below =
        cell.steps().stream()
            .filter(step -> firstFailing == null || step.level() < firstFailing.level())
            .sorted(byUsers)
            .toList();
    StepResult highest =
        below.stream()
            .filter(step -> step.verdict().kind() == Verdict.Kind.PASS)
            .max(byUsers)
            .orElse(null);
    List<StepResult> invalid =
        below.stream().filter(step -> step.verdict().kind() == Verdict.Kind.INVALID).toList();
    return new MostUsers(
        cell.cell().sla(),
        cell.cell().load().workload(),
        highest,
        firstFailing,
        invalid,
        end(cell));
  }

  /** The step with the most users within the SLA; empty where none is known to pass. */
  public Optional<StepResult> highest() {
    return Optional.ofNullable(highest);
  }

  /** The step with the fewest users that breaks the SLA; empty where none does. */
  public Optional<StepResult> firstFailing() {
    return Optional.ofNullable(firstFailing);
  }

  /** The INVALID steps below the first failing one, by rising users. */
  public List<StepResult> invalid() {
    return invalid;
  }

  /**
   * Whether more users than the highest step's may be within the SLA: no step fails, or INVALID
   * ones lie between.
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
    return firstFailing != null && invalid.isEmpty() ? "none" : "unknown";
  }

  /** The answer as a sentence, with what limits it. */
  public String sentence() {
    List<String> parts = new ArrayList<>();
    parts.add("Most users within the SLA (" + sla.text() + "): " + answer());
    if (!invalid.isEmpty()) {
      parts.add(
          invalid.stream()
                  .map(step -> FigureText.count(step.level()))
                  .collect(Collectors.joining(", "))
              + (invalid.size() == 1 && invalid.get(0).level() == 1 ? " user: " : " users: ")
              + "INVALID");
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
