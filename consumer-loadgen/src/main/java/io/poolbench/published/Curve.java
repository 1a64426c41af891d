package io.poolbench.published;

import io.poolbench.journal.FigureText;
import io.poolbench.journal.Metric;
import io.poolbench.judge.JudgedCell;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.judge.PassedLevel;
import io.poolbench.stats.Median;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The load curve of one pool over all cells that measured it, such as a schedule and a search.
 *
 * @param name the selector of the pool
 * @param cells empty if the pool is none of the study's
 * @param measured levels by load, rising; repetitions of several cells count alike
 */
record Curve(String name, List<JudgedCell> cells, List<JudgedLevel> measured) {
  private static final int PLATEAU_PCT = 3;

  Curve {
    cells = List.copyOf(cells);
    measured = List.copyOf(measured);
  }

  Curve(String name, List<JudgedCell> cells) {
    this(
        name,
        cells,
        cells.stream()
            .flatMap(cell -> cell.levels().stream())
            .collect(Collectors.groupingBy(JudgedLevel::at, TreeMap::new, Collectors.toList()))
            .values()
            .stream()
            .map(Curve::joined)
            .toList());
  }

  private static JudgedLevel joined(List<JudgedLevel> levels) {
    List<JudgedLevel> counting = levels.stream().filter(JudgedLevel::counts).toList();
    List<JudgedLevel> used = counting.isEmpty() ? levels : counting;
    JudgedLevel last = used.get(used.size() - 1);
    return used.size() == 1
        ? last
        : new JudgedLevel(
            last.at(),
            used.stream().flatMap(level -> level.repetitions().stream()).toList(),
            last.verdict(),
            last.counts());
  }

  boolean isMeasured() {
    return !measured.isEmpty();
  }

  /** A level, be it an INVALID one; empty if it was not measured. */
  Optional<JudgedLevel> at(int load) {
    return measured.stream().filter(level -> level.at() == load).findFirst();
  }

  Optional<JudgedLevel> onlyLevel() {
    return measured.size() == 1 ? levels().stream().findFirst() : Optional.empty();
  }

  String withoutOnlyLevel() {
    return measured.size() == 1
        ? name + " at " + missing(measured.get(0).at())
        : measured.isEmpty()
            ? name + ": not measured"
            : "%s without a level (valid: %s)".formatted(name, measuredLevels());
  }

  /** Such as {@code 4, 8, 24}. */
  String measuredLevels() {
    return measured.stream()
        .map(level -> String.valueOf(level.at()))
        .collect(Collectors.joining(", "));
  }

  /** The levels that count. */
  List<JudgedLevel> levels() {
    return measured.stream().filter(JudgedLevel::counts).toList();
  }

  List<JudgedLevel> upTo(int load) {
    return levels().stream().filter(level -> level.at() <= load).toList();
  }

  /**
   * The level at which TPS stops growing: the lowest whose TPS is within {@value #PLATEAU_PCT} % of
   * the best TPS up to twice that level. The upper limit prevents a slow rise at far higher levels
   * from moving the knee. The margin is wider than the noise of levels, which could otherwise move
   * the knee to any later one. Empty if TPS still grows at the curve's end, or if too few levels
   * were measured.
   */
  Optional<Integer> knee() {
    return levels().stream()
        .map(JudgedLevel::at)
        .filter(load -> isMeasuredBeyond(load) && isOnPlateau(load))
        .findFirst();
  }

  /** Whether a level 1.5 to 2 times as high was measured. */
  private boolean isMeasuredBeyond(int load) {
    return upTo(2 * load).stream().anyMatch(level -> 2 * level.at() >= 3 * load);
  }

  private boolean isOnPlateau(int load) {
    double best = upTo(2 * load).stream().mapToDouble(Curve::tps).max().orElse(0);
    return at(load).map(Curve::tps).orElseThrow() >= best * (1 - PLATEAU_PCT / 100.0);
  }

  private static double tps(JudgedLevel level) {
    return level.together().tps();
  }

  /** The metric of a level; null if unknown. */
  static Double value(Metric metric, JudgedLevel level) {
    return metric.of(level.together());
  }

  String load(int load) {
    return cells.isEmpty()
        ? FigureText.count(load) + (load == 1 ? " user" : " users")
        : FigureText.load(cells.get(0).workload(), load);
  }

  /** Why a level has no value, such as {@code 24 users: not measured}. */
  String missing(int load) {
    return load(load) + (at(load).isPresent() ? ": INVALID" : ": not measured");
  }

  private List<JudgedCell> repetitions() {
    return cells.stream().flatMap(cell -> cell.each().stream()).toList();
  }

  Optional<PassedLevel.Spread> passedLevel() {
    return PassedLevel.spread(repetitions());
  }

  /** The lowest failing level of each repetition that has one. */
  List<JudgedLevel> firstFailing() {
    return repetitions().stream()
        .flatMap(repetition -> new PassedLevel(repetition).failing().stream())
        .toList();
  }

  /** The median over repetitions of the lowest level that fails; empty if none fails. */
  OptionalDouble firstFailingLevel() {
    return Median.of(firstFailing().stream().mapToDouble(JudgedLevel::at).toArray());
  }
}
