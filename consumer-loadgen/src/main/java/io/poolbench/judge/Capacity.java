package io.poolbench.judge;

import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.spec.Cell;
import io.poolbench.spec.LoadSchedule;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * The capacity of a cell: the maximum load within its SLA, in users or in requests per second. It
 * is the highest passing level without a failing level at or below it. It is always a measured
 * level, never an interpolation.
 *
 * <p>The verdict of a level is computed from all of its steps together ({@link LevelResult}). A
 * level with too little load ({@link Boundary}) does not count as failing, because the capacity is
 * above it.
 *
 * <p>An INVALID or UNDECIDED level neither passes nor fails. Between the highest passing and the
 * first failing level it means that the capacity may be higher; without a passing level, that it is
 * unknown. The same holds for an unmeasured candidate of a search.
 */
public final class Capacity {
  /** Why no higher level was measured. */
  public enum End {
    NO_STEP,
    SCHEDULE_COMPLETE,
    CELL_FAILED,
    SEARCH_ENDED,
    NOT_REACHED
  }

  private final CellResult result;
  private final SortedMap<Integer, LevelResult> levels;
  private final Boundary boundary;

  private Capacity(CellResult result) {
    this.result = result;
    this.levels = LevelResult.byLevel(result.cell().sla(), result.steps());
    this.boundary = Boundary.of(levels.values());
  }

  public static Capacity of(CellResult result) {
    return new Capacity(result);
  }

  public Cell cell() {
    return result.cell();
  }

  /** The highest level within the SLA; empty if none passes. */
  public Optional<LevelResult> passing() {
    return Optional.ofNullable(boundary.highestPassing());
  }

  /** The lowest level with too much load; empty if none. */
  public Optional<LevelResult> failing() {
    return Optional.ofNullable(boundary.above());
  }

  /** The deciding step of {@link #failing()}. */
  public Optional<StepResult> firstFailing() {
    return failing().map(LevelResult::deciding);
  }

  /** The levels with too little load, rising. */
  public List<Integer> tooLittle() {
    return boundary.tooLittle().stream().map(LevelResult::level).toList();
  }

  /** The last step of each all-INVALID level below the first failing level, rising. */
  public List<StepResult> invalid() {
    return open(Verdict.Kind.INVALID);
  }

  /** The deciding step of each UNDECIDED level below the first failing one, rising. */
  public List<StepResult> undecided() {
    return open(Verdict.Kind.UNDECIDED);
  }

  private List<StepResult> open(Verdict.Kind kind) {
    int end = boundary.above() == null ? Integer.MAX_VALUE : boundary.above().level();
    return levels.headMap(end).values().stream()
        .filter(level -> level.verdict() == kind)
        .map(LevelResult::deciding)
        .toList();
  }

  /** The candidates that the search did not measure between the sides of the boundary, rising. */
  public List<Integer> unmeasured() {
    LoadSchedule load = cell().load();
    if (load.search() == null || boundary.above() == null) {
      return List.of();
    }
    int below = boundary.below() == null ? 0 : boundary.below().level();
    return load.search().within().stream()
        .filter(level -> level > below && level < boundary.above().level())
        .filter(level -> !levels.containsKey(level))
        .toList();
  }

  /**
   * Whether the capacity may be higher than {@link #level()}: no level fails, or INVALID, UNDECIDED
   * or unmeasured levels lie below the first failing one.
   */
  public boolean maybeMore() {
    return boundary.highestPassing() != null
        && (boundary.above() == null
            || !unmeasured().isEmpty()
            || Stream.concat(invalid().stream(), undecided().stream())
                .anyMatch(step -> step.level() > level()));
  }

  /** The capacity as text: {@code 24}, {@code at least 32}, {@code none}, {@code unknown}. */
  public String answer() {
    if (boundary.highestPassing() != null) {
      return (maybeMore() ? "at least " : "") + FigureText.count(level());
    }
    return known() ? "none" : "unknown";
  }

  /** Whether the capacity is known, including that no load is within the SLA. */
  public boolean known() {
    return boundary.highestPassing() != null
        || (boundary.above() != null
            && invalid().isEmpty()
            && undecided().isEmpty()
            && unmeasured().isEmpty());
  }

  /** The capacity as a level; 0 if none or unknown. */
  public int level() {
    return boundary.highestPassing() == null ? 0 : boundary.highestPassing().level();
  }

  public End end() {
    if (result.steps().isEmpty()) {
      return End.NO_STEP;
    }
    if (levels.lastKey() >= cell().load().maxLevel()) {
      return End.SCHEDULE_COMPLETE;
    }
    if (result.failed()) {
      return End.CELL_FAILED;
    }
    boolean done = new StepSequence(cell()).next(result.steps()).isEmpty();
    return done ? End.SEARCH_ENDED : End.NOT_REACHED;
  }
}
