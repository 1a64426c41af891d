package io.poolbench.sla;

import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.StepResult;
import io.poolbench.spec.Cell;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Workload;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The most load that a cell serves within its SLA, in users or in requests per second: that of the
 * highest level that passes with no failing level at or below it. A measured step always, never an
 * interpolation.
 *
 * <p>Of a level that was measured several times most steps decide; where as many failed as passed,
 * it fails. A level that fails for want of load alone, its TPS too low although no less load
 * passes, is no failing level here: the answer lies above it.
 *
 * <p>An INVALID step neither passes nor fails. Between the highest that passes and the first that
 * fails it leaves open whether there is more; below the first that passes, whether there is any. So
 * does a candidate there that a search did not come to.
 */
public final class Capacity {
  private final Cell cell;
  private final Boundary boundary;
  private final List<StepResult> invalid;
  private final List<Integer> unmeasured;
  private final String end;

  private Capacity(
      Cell cell,
      Boundary boundary,
      List<StepResult> invalid,
      List<Integer> unmeasured,
      String end) {
    this.cell = cell;
    this.boundary = boundary;
    this.invalid = invalid;
    this.unmeasured = unmeasured;
    this.end = end;
  }

  /** The most load by the steps that a cell has, in whatever order they ran. */
  public static Capacity of(CellResult result) {
    Cell cell = result.cell();
    SortedMap<Integer, Looks> looks = Looks.byLevel(result.steps());
    Boundary boundary =
        Boundary.of(looks.values(), new SlaEvaluator(cell.sla(), cell.load().workload()));
    int end = boundary.above() == null ? Integer.MAX_VALUE : boundary.above().level();
    SortedMap<Integer, StepResult> invalid = new TreeMap<>();
    result.steps().stream()
        .filter(step -> step.level() < end && !looks.containsKey(step.level()))
        .forEach(step -> invalid.put(step.level(), step));
    return new Capacity(
        cell, boundary, List.copyOf(invalid.values()), unmeasured(result, boundary), end(result));
  }

  /** The candidates of a search within the boundary that it did not come to. */
  private static List<Integer> unmeasured(CellResult result, Boundary boundary) {
    LoadSchedule load = result.cell().load();
    if (load.search() == null || boundary.above() == null) {
      return List.of();
    }
    int below = boundary.below() == null ? 0 : boundary.below().level();
    Set<Integer> measured =
        result.steps().stream().map(StepResult::level).collect(Collectors.toSet());
    return load.search().within().stream()
        .filter(level -> level > below && level < boundary.above().level())
        .filter(level -> !measured.contains(level))
        .toList();
  }

  /**
   * The step with the most load within the SLA; of several the last that passes. Empty where none
   * is known to pass.
   */
  public Optional<StepResult> highest() {
    return Optional.ofNullable(boundary.highestPassing()).map(Looks::last);
  }

  /**
   * The step with the least load that is too much for the SLA; of several the last that fails.
   * Empty where none does.
   */
  public Optional<StepResult> firstFailing() {
    return Optional.ofNullable(boundary.above()).map(Looks::last);
  }

  /**
   * The last step of each level below the first failing one that only ever was INVALID, by rising
   * load.
   */
  public List<StepResult> invalid() {
    return invalid;
  }

  /**
   * Whether more load than the highest step's may be within the SLA: no step fails, or between lie
   * INVALID ones, or candidates that a search did not come to.
   */
  public boolean maybeMore() {
    return boundary.highestPassing() != null
        && (boundary.above() == null
            || !unmeasured.isEmpty()
            || invalid.stream().anyMatch(step -> step.level() > level()));
  }

  /**
   * The answer in a word or three: {@code 24}, {@code at least 32}, {@code none}, {@code unknown}.
   */
  public String answer() {
    if (boundary.highestPassing() != null) {
      return (maybeMore() ? "at least " : "") + FigureText.count(level());
    }
    return known() ? "none" : "unknown";
  }

  /** Whether it is known which load is the most, be it that there is none. */
  public boolean known() {
    return boundary.highestPassing() != null
        || (boundary.above() != null && invalid.isEmpty() && unmeasured.isEmpty());
  }

  /** The answer as a level; 0 where no load is within the SLA, or none is known to be. */
  public int level() {
    return boundary.highestPassing() == null ? 0 : boundary.highestPassing().level();
  }

  /**
   * The answer as a sentence, with what limits it; where a search ran, or a level was measured more
   * than once, with how many of the looks at either side agree.
   */
  public String sentence() {
    return "Most "
        + FigureText.unit(cell.load().workload())
        + " within the SLA ("
        + cell.sla().text()
        + "): "
        + answer()
        + ". "
        + why();
  }

  /** What limits it: the sentence without the answer. */
  public String why() {
    Workload workload = cell.load().workload();
    List<String> parts = new ArrayList<>();
    if (!boundary.tooLittle().isEmpty()) {
      parts.add(
          named(boundary.tooLittle().stream().map(Looks::level).toList()) + ": too little load");
    }
    if (!invalid.isEmpty()) {
      parts.add(named(invalid.stream().map(StepResult::level).toList()) + ": INVALID");
    }
    if (!unmeasured.isEmpty()) {
      parts.add(between() + ": not measured");
    }
    if (boundary.above() != null) {
      StepResult failing = boundary.above().last();
      parts.add(
          FigureText.load(workload, failing.level())
              + (failing.level() == 1 ? " fails: " : " fail: ")
              + failing.verdict().reason());
    } else {
      parts.add(end);
    }
    sureness().ifPresent(parts::add);
    return String.join(". ", parts) + ".";
  }

  /**
   * How sure the answer is, such as {@code 24 users passed 3 of 3 steps, 25 failed 2 of 3 steps}.
   */
  private Optional<String> sureness() {
    Looks passing = boundary.highestPassing();
    Looks failing = boundary.above();
    boolean repeated =
        (passing != null && passing.count() > 1) || (failing != null && failing.count() > 1);
    if (!repeated && cell.load().search() == null) {
      return Optional.empty();
    }
    List<String> sides = new ArrayList<>();
    if (passing != null) {
      sides.add(
          FigureText.load(cell.load().workload(), passing.level())
              + " passed "
              + of(passing.passed(), passing.count()));
    }
    if (failing != null) {
      sides.add(
          (passing == null
                  ? FigureText.load(cell.load().workload(), failing.level())
                  : FigureText.count(failing.level()))
              + " failed "
              + of(failing.count() - failing.passed(), failing.count()));
    }
    return sides.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", sides));
  }

  private static String of(int some, int all) {
    return some + " of " + all + (all == 1 ? " step" : " steps");
  }

  private String named(List<Integer> levels) {
    return levels.stream().map(FigureText::count).collect(Collectors.joining(", "))
        + " "
        + (levels.size() == 1
            ? cell.load().workload().unit(levels.get(0))
            : FigureText.unit(cell.load().workload()));
  }

  private String between() {
    return unmeasured.size() <= 2
        ? named(unmeasured)
        : FigureText.count(Collections.min(unmeasured))
            + ".."
            + FigureText.count(Collections.max(unmeasured))
            + " "
            + FigureText.unit(cell.load().workload());
  }

  private static String end(CellResult result) {
    if (result.steps().isEmpty()) {
      return "No step was measured";
    }
    Cell cell = result.cell();
    int scheduled = cell.load().mostLevel();
    if (result.steps().stream().anyMatch(step -> step.level() >= scheduled)) {
      return "No more were measured";
    }
    String before = " before " + FigureText.load(cell.load().workload(), scheduled);
    if (result.failed()) {
      return "The cell broke off" + before;
    }
    return (LoadSearch.of(cell).next(result.steps()).isEmpty() ? "The search" : "The run")
        + " ended"
        + before;
  }
}
