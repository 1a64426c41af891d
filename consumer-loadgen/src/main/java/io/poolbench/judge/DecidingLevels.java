package io.poolbench.judge;

import io.poolbench.journal.Key;
import io.poolbench.journal.Level;
import io.poolbench.journal.Slice;
import io.poolbench.judge.Samples.Sample;
import io.poolbench.stats.ShareInterval;
import io.poolbench.study.LoadSchedule;
import io.poolbench.study.Paired;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Chooses the levels of a round from what the blocks before it show.
 *
 * <p>A cell has a boundary on the host as it was, and one in the blocks that others did not
 * disturb. A level is left out if it is next to no cell's boundary, and in all cells so far from
 * the SLA's bounds that further blocks would not change its verdict. If the study searches, a level
 * between the sides of each boundary is added. Otherwise, if a cell is not shown to pass at the
 * lowest level without a disturbance, a level below it is added for all cells, and one above the
 * highest if a cell does not fail there. Added levels get at most half of a round, because the
 * cells differ at the listed ones.
 */
final class DecidingLevels {
  /** The factor between the lowest or the highest level and the one added beyond it. */
  private static final double BEYOND = 1.5;

  /** A boundary's sides are near enough at this ratio; an interval is hardly narrower. */
  private static final double NEAR = 1.25;

  /** The largest number of levels added on either side of the listed ones. */
  private static final int MAX_ADDED = 3;

  /** Blocks after which a level without a verdict is taken for one that will have none. */
  private static final int ENOUGH = 4;

  /**
   * A share of late calls is far from its bound if it is beyond the bound times this factor, or
   * within the bound divided by it.
   */
  private static final double FAR = 3;

  /** A share of late calls from which on pools are hardly told apart. */
  private static final double SATURATED = 1 / 3.0;

  private final LoadSchedule load;
  private final List<NavigableMap<Integer, Shown>> cells;
  private final Map<Integer, Set<Integer>> blocks;
  private final NavigableSet<Integer> listed;
  private final NavigableSet<Integer> levels;

  /**
   * What the blocks of a cell show at a level.
   *
   * @param asItWas the verdict on all blocks that count
   * @param undisturbed the verdict on those that were not disturbed, if there are any
   * @param isDisturbed whether one was disturbed
   * @param isClear whether further blocks would not change the verdict
   */
  private record Shown(
      JudgedLevel asItWas,
      Optional<Verdict.Kind> undisturbed,
      boolean isDisturbed,
      boolean isClear) {
    boolean fails() {
      return asItWas.verdict().kind() == Verdict.Kind.FAIL;
    }

    Verdict.Kind best() {
      return undisturbed.orElse(asItWas.verdict().kind());
    }
  }

  DecidingLevels(UnitHistory history) {
    this.load = history.load();
    JudgedStudy judged = history.judged();
    HostConditions host = HostConditions.of(judged.cells());
    this.cells = judged.cells().stream().map(cell -> shown(cell, host)).toList();
    this.blocks =
        history
            .slices()
            .map(Slice::key)
            .collect(
                Collectors.groupingBy(
                    Key::level, Collectors.mapping(key -> key.turn().block(), Collectors.toSet())));
    this.listed = new TreeSet<>(load.firstRound());
    this.levels = new TreeSet<>(listed);
    levels.addAll(blocks.keySet());
    extend();
  }

  private static NavigableMap<Integer, Shown> shown(JudgedCell cell, HostConditions host) {
    JudgedCell calm = cell.only(slice -> !host.isDisturbed(slice));
    NavigableMap<Integer, Shown> shown = new TreeMap<>();
    for (JudgedLevel level : cell.levels()) {
      boolean disturbed =
          level.together().slices().stream().anyMatch(host::isDisturbed) && level.counts();
      Optional<Verdict.Kind> undisturbed =
          (disturbed ? calm.level(level.level()) : Optional.of(level))
              .filter(JudgedLevel::counts)
              .map(each -> each.verdict().kind());
      shown.put(level.level(), new Shown(level, undisturbed, disturbed, isClear(level)));
    }
    return shown;
  }

  /** Whether a level is so far from the SLA's bounds that no further block changes its verdict. */
  private static boolean isClear(JudgedLevel judged) {
    Level level = judged.together();
    long rounds = level.slices().stream().map(Sample::ofRound).distinct().count();
    if (!judged.counts() || rounds < Paired.FULL_ROUNDS) {
      return false;
    }
    // If all calls were refused, the share is unknown.
    List<ShareBound> bounds =
        level.cell().sla().bounds().stream()
            .flatMap(bound -> ShareBound.of(bound).stream())
            .filter(bound -> bound.metric().percentile().isPresent() && bound.isKnown(level))
            .toList();
    return switch (judged.verdict().kind()) {
      case PASS ->
          !bounds.isEmpty()
              && bounds.stream()
                  .allMatch(bound -> share(bound, level).within(bound.maxShare() / FAR));
      // Not by users' time, which a busy host breaks at any load, where pools still differ.
      case FAIL ->
          bounds.stream()
              .filter(bound -> !bound.ofTime())
              .anyMatch(
                  bound -> share(bound, level).beyond(Math.max(SATURATED, bound.maxShare() * FAR)));
      default -> false;
    };
  }

  private static ShareInterval share(ShareBound bound, Level level) {
    return ShareInterval.of(bound.counts(level));
  }

  /**
   * The highest level that rounds may add beyond those of a load: what its slots must suffice for.
   */
  static int highest(LoadSchedule load) {
    int highest = load.maxLevel();
    for (int added = 0; added < MAX_ADDED && load.search() == null; added++) {
      highest = above(load, highest);
    }
    return highest;
  }

  private static int above(LoadSchedule load, int level) {
    return (int) Math.min(load.workload().maxLevel(), Math.ceil(level * BEYOND));
  }

  /** Adds levels where the boundary of a cell is not closed in yet. */
  private void extend() {
    if (load.search() != null) {
      NavigableSet<Integer> between = new TreeSet<>();
      cells.stream()
          .flatMap(cell -> boundaries(cell).stream())
          .forEach(sides -> addBetween(sides, between));
      levels.addAll(between);
      return;
    }
    int below = (int) (levels.first() / BEYOND);
    if (below > 0
        && levels.headSet(listed.first()).size() < MAX_ADDED
        && isOpen(levels.first(), Verdict.Kind.PASS)) {
      levels.add(below);
    }
    if (levels.tailSet(listed.last(), false).size() < MAX_ADDED
        && isOpen(levels.last(), Verdict.Kind.FAIL)
        && isDriverEnoughBeyond(levels.last())) {
      levels.add(above(load, levels.last()));
    }
  }

  /**
   * Whether a cell has another verdict on a level than that which closes it in, or none after
   * enough blocks for one. Where calm blocks pass and disturbed ones fail, these would do so at a
   * lower level, too.
   */
  private boolean isOpen(int level, Verdict.Kind closing) {
    return cells.stream()
        .flatMap(cell -> Optional.ofNullable(cell.get(level)).stream())
        .filter(shown -> shown.asItWas.counts())
        .anyMatch(
            shown ->
                shown.asItWas.hasTooLittleLoad()
                    ? closing == Verdict.Kind.FAIL
                    : shown.best() != closing
                        && (shown.best().isDecided()
                            || (measured(level) >= ENOUGH
                                && (!shown.isDisturbed || shown.fails()))));
  }

  private boolean isDriverEnoughBeyond(int level) {
    return cells.stream()
        .flatMap(cell -> Optional.ofNullable(cell.get(level)).stream())
        .allMatch(shown -> shown.asItWas.isDriverEnoughFor(BEYOND));
  }

  /** The candidate in the middle of a boundary's sides, by their ratio. */
  private void addBetween(Sides sides, NavigableSet<Integer> between) {
    if (sides.below.isEmpty() || sides.above.isEmpty()) {
      return;
    }
    int below = sides.below.get();
    int above = sides.above.get();
    if (above > NEAR * below) {
      double middle = Math.sqrt((double) below * above);
      load.search().within().stream()
          .filter(level -> level > below && level < above)
          .min(Comparator.comparingDouble(level -> Math.abs(Math.log(level / middle))))
          .ifPresent(between::add);
    }
  }

  /** The levels to choose from, rising. */
  List<Integer> levels() {
    return List.copyOf(levels);
  }

  /**
   * The levels of a round to measure, in its order: of the open ones first those next to the
   * boundary of a cell, then those measured least so far. At most half of them are levels that were
   * added beyond the listed ones.
   */
  List<Integer> deciding(List<Integer> round, int count) {
    List<Integer> byUrgency =
        round.stream()
            .filter(level -> isAtBoundary(level) || !isClear(level))
            .sorted(
                Comparator.comparing((Integer level) -> !isAtBoundary(level))
                    .thenComparing(this::measured))
            .toList();
    Set<Integer> tooMany =
        byUrgency.stream()
            .filter(level -> level < listed.first() || level > listed.last())
            .skip(count / 2)
            .collect(Collectors.toSet());
    Set<Integer> chosen =
        new HashSet<>(
            byUrgency.stream()
                .sorted(Comparator.comparing(tooMany::contains))
                .limit(count)
                .toList());
    return round.stream().filter(chosen::contains).toList();
  }

  private boolean isClear(int level) {
    return cells.stream().allMatch(cell -> cell.containsKey(level) && cell.get(level).isClear);
  }

  private boolean isAtBoundary(int level) {
    return cells.stream()
        .anyMatch(
            cell ->
                !cell.containsKey(level)
                    || boundaries(cell).stream().anyMatch(sides -> sides.has(level)));
  }

  private int measured(int level) {
    return blocks.getOrDefault(level, Set.of()).size();
  }

  /**
   * The highest level that passes below the lowest one that does not.
   *
   * @param below empty if no such level passes
   * @param above empty if all pass
   */
  private record Sides(Optional<Integer> below, Optional<Integer> above) {
    /** Whether the level is one of the sides, or between or beyond them. */
    boolean has(int level) {
      return (below.isPresent() || above.isPresent())
          && below.stream().allMatch(side -> level >= side)
          && above.stream().allMatch(side -> level <= side);
    }
  }

  /**
   * The boundary on the host as it was, and if others disturbed it, the undisturbed one. There are
   * few blocks without a disturbance: a level on which they decide nothing lies between its sides,
   * so that all such levels take turns. If no level passes on the host as it was, only the
   * undisturbed boundary can be closed in.
   */
  private static List<Sides> boundaries(NavigableMap<Integer, Shown> cell) {
    Sides asItWas =
        boundary(
            cell,
            shown -> Optional.of(shown.asItWas.verdict().kind()),
            kind -> kind != Verdict.Kind.PASS);
    if (cell.values().stream().noneMatch(Shown::isDisturbed)) {
      return List.of(asItWas);
    }
    Sides undisturbed = boundary(cell, Shown::undisturbed, kind -> kind == Verdict.Kind.FAIL);
    return asItWas.below.isEmpty() && undisturbed.below.isPresent()
        ? List.of(undisturbed)
        : List.of(asItWas, undisturbed);
  }

  private static Sides boundary(
      NavigableMap<Integer, Shown> cell,
      Function<Shown, Optional<Verdict.Kind>> verdict,
      Predicate<Verdict.Kind> isAbove) {
    Optional<Integer> below = Optional.empty();
    for (Map.Entry<Integer, Shown> each : cell.entrySet()) {
      Optional<Verdict.Kind> kind = verdict.apply(each.getValue());
      if (kind.filter(isAbove).isPresent()) {
        return new Sides(below, Optional.of(each.getKey()));
      }
      if (kind.equals(Optional.of(Verdict.Kind.PASS))) {
        below = Optional.of(each.getKey());
      }
    }
    return new Sides(below, Optional.empty());
  }
}
