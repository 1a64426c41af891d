package io.poolbench.run;

import io.poolbench.load.Cumulative;
import io.poolbench.result.BlockSample;
import io.poolbench.result.Verdict;
import io.poolbench.run.BlockOrder.CellBlock;
import io.poolbench.run.BlockOrder.CellBlock.Visit;
import io.poolbench.spec.Paired;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Chooses the levels of a round from what the blocks before it show. For one thread.
 *
 * <p>A cell has a boundary on the host as it was, and one in the blocks that others did not
 * disturb. A level is left out if it is next to no cell's boundary, and in all cells so far from
 * the SLA's bounds that further blocks would not change its verdict. If the study searches, a level
 * between the sides of each boundary is added. Otherwise, if a cell does not pass at the lowest
 * level even without a disturbance, a level below it is added for all cells. Levels added below get
 * at most half of a round, because the cells differ at the listed ones.
 */
final class OpenLevels<P extends Cumulative<P>> {
  /** The factor between the lowest level and the one added below it. */
  private static final double BEYOND = 1.5;

  /** A boundary's sides are near enough at this ratio; an interval is hardly narrower. */
  private static final double NEAR = 1.25;

  /** The largest number of levels added below the listed ones. */
  private static final int MAX_ADDED = 3;

  /** Blocks after which a level without a verdict is taken for one that will have none. */
  private static final int ENOUGH = 4;

  private final Map<Visit, BlockStep<P>> steps;
  private final List<BlockSample> samples;
  private final int cells;
  private final List<Integer> candidates;
  private final int lowest;
  private final NavigableSet<Integer> levels;

  /**
   * @param steps what was measured, as it grows
   * @param samples of one cell, as they grow
   * @param levels of the first round
   * @param candidates among which a search chooses, rising; empty = no search
   */
  OpenLevels(
      Map<Visit, BlockStep<P>> steps,
      List<BlockSample> samples,
      int cells,
      List<Integer> levels,
      List<Integer> candidates) {
    this.steps = steps;
    this.samples = samples;
    this.cells = cells;
    this.levels = new TreeSet<>(levels);
    this.lowest = this.levels.first();
    // An earlier run may have added levels.
    samples.forEach(sample -> this.levels.add(sample.level()));
    this.candidates = candidates;
  }

  /** Adds levels where the boundary of a cell is not closed in yet. */
  void extend() {
    if (candidates.isEmpty()) {
      addBelow();
    } else {
      NavigableSet<Integer> between = new TreeSet<>();
      IntStream.range(0, cells)
          .mapToObj(this::boundaries)
          .flatMap(List::stream)
          .forEach(sides -> addBetween(sides, between));
      levels.addAll(between);
    }
  }

  /** None is added above the highest, as a load has slots for its highest listed level. */
  private void addBelow() {
    int below = (int) (levels.first() / BEYOND);
    if (below > 0 && levels.headSet(lowest).size() < MAX_ADDED && lacksPass(levels.first())) {
      levels.add(below);
    }
  }

  /** The candidate in the middle of a boundary's sides, by their ratio. */
  private void addBetween(Sides sides, NavigableSet<Integer> between) {
    if (sides.below != null && sides.above != null && sides.above > NEAR * sides.below) {
      double middle = Math.sqrt((double) sides.below * sides.above);
      candidates.stream()
          .filter(level -> level > sides.below && level < sides.above)
          .min(Comparator.comparingDouble(level -> Math.abs(Math.log(level / middle))))
          .ifPresent(between::add);
    }
  }

  List<Integer> levels() {
    return List.copyOf(levels);
  }

  /**
   * Whether a cell fails a level, or has no verdict on it after enough blocks for one. Where only
   * disturbed blocks fail, they would do so at a lower level, too.
   */
  private boolean lacksPass(int level) {
    return IntStream.range(0, cells)
        .mapToObj(cell -> steps.get(new Visit(cell, level)))
        .filter(Objects::nonNull)
        .anyMatch(
            step -> {
              Verdict.Kind verdict = step.undisturbed().orElse(step.verdict());
              return verdict != Verdict.Kind.PASS
                  && (verdict.isDecided() || (!step.isDisturbed() && measured(level) >= ENOUGH));
            });
  }

  /**
   * The blocks of a round to measure, in its order: of the open ones first those next to the
   * boundary of a cell, then those measured least so far. At most half of them are of levels added
   * below the listed ones.
   */
  List<CellBlock> deciding(List<CellBlock> round, int count) {
    List<CellBlock> byUrgency =
        round.stream()
            .filter(this::isOpen)
            .sorted(
                Comparator.comparing((CellBlock block) -> !isAtBoundary(block))
                    .thenComparing(block -> measured(levelOf(block))))
            .toList();
    Set<CellBlock> tooMany =
        byUrgency.stream()
            .filter(block -> levelOf(block) < lowest)
            .skip(count / 2)
            .collect(Collectors.toSet());
    Set<CellBlock> chosen =
        byUrgency.stream()
            .sorted(Comparator.comparing(tooMany::contains))
            .limit(count)
            .collect(Collectors.toSet());
    return round.stream().filter(chosen::contains).toList();
  }

  private boolean isOpen(CellBlock block) {
    return isAtBoundary(block)
        || block.visits().stream().anyMatch(visit -> !steps.get(visit).isClear(Paired.FULL_ROUNDS));
  }

  private boolean isAtBoundary(CellBlock block) {
    return block.visits().stream()
        .anyMatch(
            visit ->
                !steps.containsKey(visit)
                    || boundaries(visit.cell()).stream()
                        .anyMatch(sides -> sides.has(visit.level())));
  }

  private long measured(int level) {
    return samples.stream().filter(sample -> sample.level() == level).count();
  }

  private static int levelOf(CellBlock block) {
    return block.visits().get(0).level();
  }

  /**
   * The highest level that passes below the lowest one that does not.
   *
   * @param below null if no such level passes
   * @param above null if all pass
   */
  private record Sides(Integer below, Integer above) {
    /** Whether the level is one of the sides, or between or beyond them. */
    boolean has(int level) {
      return (below != null || above != null)
          && (below == null || level >= below)
          && (above == null || level <= above);
    }
  }

  /**
   * The boundary on the host as it was, and if others disturbed it, the undisturbed one. There are
   * few blocks without a disturbance: a level on which they decide nothing lies between its sides,
   * so that all such levels take turns. If no level passes on the host as it was, only the
   * undisturbed boundary can be closed in.
   */
  private List<Sides> boundaries(int cell) {
    Sides asItWas =
        boundary(cell, step -> Optional.of(step.verdict()), kind -> kind != Verdict.Kind.PASS);
    boolean disturbed =
        steps.entrySet().stream()
            .anyMatch(step -> step.getKey().cell() == cell && step.getValue().isDisturbed());
    if (!disturbed) {
      return List.of(asItWas);
    }
    Sides undisturbed = boundary(cell, BlockStep::undisturbed, kind -> kind == Verdict.Kind.FAIL);
    return asItWas.below == null && undisturbed.below != null
        ? List.of(undisturbed)
        : List.of(asItWas, undisturbed);
  }

  private Sides boundary(
      int cell,
      Function<BlockStep<P>, Optional<Verdict.Kind>> verdict,
      Predicate<Verdict.Kind> isAbove) {
    NavigableMap<Integer, Verdict.Kind> verdicts = new TreeMap<>();
    steps.forEach(
        (visit, step) -> {
          if (visit.cell() == cell) {
            verdict.apply(step).ifPresent(kind -> verdicts.put(visit.level(), kind));
          }
        });
    Integer below = null;
    for (Map.Entry<Integer, Verdict.Kind> each : verdicts.entrySet()) {
      if (isAbove.test(each.getValue())) {
        return new Sides(below, each.getKey());
      }
      if (each.getValue() == Verdict.Kind.PASS) {
        below = each.getKey();
      }
    }
    return new Sides(below, null);
  }
}
