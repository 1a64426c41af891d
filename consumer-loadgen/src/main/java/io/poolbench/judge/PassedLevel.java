package io.poolbench.judge;

import io.poolbench.journal.FigureText;
import io.poolbench.study.Cell;
import io.poolbench.study.LoadSchedule;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The highest level of a cell that passed, without a failing level at or below it. It is always a
 * measured level, never an interpolation; {@link CapacityEstimate} says how many users a cell
 * carries.
 *
 * <p>A level with too little load ({@link Boundary}) does not count as failing, because the
 * capacity is above it. An INVALID or UNDECIDED level neither passes nor fails. Between the highest
 * passing and the first failing level it means that the capacity may be higher; without a passing
 * level, that it is unknown. The same holds for an unmeasured candidate of a search.
 */
public record PassedLevel(JudgedCell judged) {
  public PassedLevel {
    Objects.requireNonNull(judged, "judged");
  }

  public Cell cell() {
    return judged.cell();
  }

  private Boundary boundary() {
    return Boundary.of(judged.levels());
  }

  /** The highest level within the SLA; empty if none passes. */
  public Optional<JudgedLevel> passing() {
    return boundary().highestPassing();
  }

  /** The lowest level with too much load; empty if none. */
  public Optional<JudgedLevel> failing() {
    return boundary().above();
  }

  /** The levels below the first failing one that are INVALID or UNDECIDED, rising. */
  public List<JudgedLevel> open() {
    int end = failing().map(JudgedLevel::level).orElse(Integer.MAX_VALUE);
    return judged.levels().stream()
        .filter(level -> level.level() < end && !level.verdict().kind().isDecided())
        .toList();
  }

  /** The candidates that the search did not measure between the sides of the boundary, rising. */
  public List<Integer> unmeasured() {
    LoadSchedule load = cell().load();
    Boundary boundary = boundary();
    if (load.search() == null || boundary.above().isEmpty()) {
      return List.of();
    }
    int below = boundary.below().map(JudgedLevel::level).orElse(0);
    return load.search().within().stream()
        .filter(level -> level > below && level < boundary.above().get().level())
        .filter(level -> judged.level(level).isEmpty())
        .toList();
  }

  /**
   * Whether the capacity may be higher than {@link #level()}: no level fails, or INVALID, UNDECIDED
   * or unmeasured levels lie below the first failing one.
   */
  public boolean maybeMore() {
    return passing().isPresent()
        && (failing().isEmpty()
            || !unmeasured().isEmpty()
            || open().stream().anyMatch(level -> level.at() > level()));
  }

  /** Whether all levels are decided, and the capacity is between two of them. */
  public boolean isBetweenLevels() {
    return passing().isPresent() && failing().isPresent() && open().isEmpty();
  }

  /** The capacity as text: {@code 24}, {@code at least 32}, {@code none}, {@code unknown}. */
  public String answer() {
    return passing().isPresent() ? answer(level(), maybeMore()) : isKnown() ? "none" : "unknown";
  }

  private static String answer(int level, boolean maybeMore) {
    return (maybeMore ? "at least " : "") + FigureText.count(level);
  }

  /** Whether the capacity is known, including that no load is within the SLA. */
  public boolean isKnown() {
    return passing().isPresent()
        || (failing().isPresent() && open().isEmpty() && unmeasured().isEmpty());
  }

  /** The capacity as a level; 0 if none or unknown. */
  public int level() {
    return passing().map(JudgedLevel::at).orElse(0);
  }

  /**
   * The spread over repetitions with a known capacity, which may be of several cells with the same
   * pool; empty if there are none.
   */
  public static Optional<Spread> spread(List<JudgedCell> repetitions) {
    List<PassedLevel> known =
        repetitions.stream().map(PassedLevel::new).filter(PassedLevel::isKnown).toList();
    if (known.isEmpty()) {
      return Optional.empty();
    }
    int[] atLeast = known.stream().mapToInt(PassedLevel::level).sorted().toArray();
    int[] atMost =
        known.stream()
            .mapToInt(each -> each.maybeMore() ? Integer.MAX_VALUE : each.level())
            .sorted()
            .toArray();
    int middle = (known.size() - 1) / 2;
    return Optional.of(
        new Spread(Arrays.stream(atLeast).boxed().toList(), atMost[middle] > atLeast[middle]));
  }

  /**
   * The capacities of repetitions.
   *
   * @param levels rising, at least one; 0 of a repetition without a load within the SLA
   * @param maybeMore whether the median may be higher
   */
  public record Spread(List<Integer> levels, boolean maybeMore) {
    public Spread {
      levels = List.copyOf(levels);
    }

    /**
     * For an even count the lower of the two middle values, so it is always a measured level: the
     * highest load within the SLA in more than half of the repetitions.
     */
    public int median() {
      return levels.get((levels.size() - 1) / 2);
    }

    public String answer() {
      return median() == 0 ? "none" : PassedLevel.answer(median(), maybeMore);
    }
  }
}
