package io.poolbench.sla;

import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.StepResult;
import io.poolbench.spec.Cell;
import io.poolbench.spec.LoadSchedule;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The capacity of a cell: the maximum load within its SLA, in users or in requests per second. It
 * is the highest level that passes with no failing level at or below it: always a measured level,
 * never an interpolation.
 *
 * <p>Of a level that was measured several times most steps decide ({@link LevelResult}). A level
 * that fails for too little load alone, its TPS too low although no less load passes, is no failing
 * level here: the answer lies above it.
 *
 * <p>An INVALID step neither passes nor fails. Between the highest that passes and the first that
 * fails it leaves open whether there is more; below the first that passes, whether there is any. So
 * does a candidate there that a search did not measure.
 */
public final class Capacity {
  /** Why no higher level was measured. */
  public enum End {
    NO_STEP,
    /** The schedule's highest level was measured. */
    SCHEDULE_COMPLETE,
    CELL_FAILED,
    SEARCH_ENDED,
    RUN_ENDED
  }

  private final CellResult result;
  private final SortedMap<Integer, LevelResult> levels;
  private final Boundary boundary;

  private Capacity(CellResult result) {
    this.result = result;
    this.levels = LevelResult.byLevel(result.steps());
    this.boundary = Boundary.of(levels.values());
  }

  /** The capacity by the steps of a cell, in whatever order they ran. */
  public static Capacity of(CellResult result) {
    return new Capacity(result);
  }

  /** The cell as it was configured. */
  public Cell cell() {
    return result.cell();
  }

  /** The highest level within the SLA; empty where none is known to pass. */
  public Optional<LevelResult> passing() {
    return Optional.ofNullable(boundary.highestPassing());
  }

  /** The lowest level of too much load for the SLA; empty where none fails. */
  public Optional<LevelResult> failing() {
    return Optional.ofNullable(boundary.above());
  }

  /** The deciding step of {@link #passing()}. */
  public Optional<StepResult> highest() {
    return passing().map(LevelResult::deciding);
  }

  /** The deciding step of {@link #failing()}. */
  public Optional<StepResult> firstFailing() {
    return failing().map(LevelResult::deciding);
  }

  /** The levels that fail for too little load alone, rising. */
  public List<Integer> tooLittle() {
    return boundary.tooLittle().stream().map(LevelResult::level).toList();
  }

  /** The last step of each level below the first failing one that only was INVALID, rising. */
  public List<StepResult> invalid() {
    int end = boundary.above() == null ? Integer.MAX_VALUE : boundary.above().level();
    return levels.headMap(end).values().stream()
        .filter(level -> !level.isValid())
        .map(LevelResult::deciding)
        .toList();
  }

  /** The candidates of a search within the boundary that it did not measure, rising. */
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
   * Whether more load than the highest level's may be within the SLA: no level fails, or between
   * lie INVALID ones, or candidates that a search did not measure.
   */
  public boolean maybeMore() {
    return boundary.highestPassing() != null
        && (boundary.above() == null
            || !unmeasured().isEmpty()
            || invalid().stream().anyMatch(step -> step.level() > level()));
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

  /** Whether the capacity is known, be it that there is none. */
  public boolean known() {
    return boundary.highestPassing() != null
        || (boundary.above() != null && invalid().isEmpty() && unmeasured().isEmpty());
  }

  /** The answer as a level; 0 where no load is within the SLA, or none is known to be. */
  public int level() {
    return boundary.highestPassing() == null ? 0 : boundary.highestPassing().level();
  }

  /** Why no higher level was measured. */
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
    boolean done = LoadSearch.of(cell()).next(result.steps()).isEmpty();
    return done ? End.SEARCH_ENDED : End.RUN_ENDED;
  }
}
