package io.poolbench.published;

import io.poolbench.judge.Capacity;
import io.poolbench.judge.CapacitySpread;
import io.poolbench.judge.LevelResult;
import io.poolbench.judge.RepeatedCell;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.result.Spread;
import io.poolbench.result.StepResult;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The load curve of one pool over all cells that measured it: repetitions of one cell, or a
 * schedule and a search.
 *
 * @param name the selector of the pool
 * @param cells empty if the pool was not measured
 * @param measured levels, rising
 */
record Curve(String name, List<CellResult> cells, List<LevelResult> measured) {
  private static final int PLATEAU_PCT = 3;

  Curve {
    cells = List.copyOf(cells);
    measured = List.copyOf(measured);
  }

  Curve(String name, List<CellResult> cells) {
    this(name, cells, cells.isEmpty() ? List.of() : new RepeatedCell(cells).levelResults());
  }

  boolean isMeasured() {
    return cells.stream().anyMatch(cell -> !cell.steps().isEmpty());
  }

  /** A level, including INVALID steps; empty if it was not measured. */
  Optional<LevelResult> at(int level) {
    return measured.stream().filter(of -> of.level() == level).findFirst();
  }

  Optional<LevelResult> onlyLevel() {
    return measured.size() == 1
        ? measured.stream().filter(LevelResult::isValid).findFirst()
        : Optional.empty();
  }

  String withoutOnlyLevel() {
    return measured.size() == 1
        ? name + " at " + missing(measured.get(0).level())
        : measured.isEmpty()
            ? name + ": not measured"
            : "%s without a level (valid: %s)".formatted(name, measuredLevels());
  }

  /** Such as {@code 4, 8, 24}. */
  String measuredLevels() {
    return measured.stream()
        .map(level -> String.valueOf(level.level()))
        .collect(Collectors.joining(", "));
  }

  List<LevelResult> levels() {
    return measured.stream().filter(LevelResult::isValid).toList();
  }

  List<LevelResult> upTo(int level) {
    return levels().stream().filter(of -> of.level() <= level).toList();
  }

  /**
   * The level at which TPS stops growing: the lowest whose TPS is within {@value #PLATEAU_PCT} % of
   * the best TPS up to twice that level. The upper limit prevents a slow rise at far higher levels
   * from moving the knee. The margin is wider than the noise of steps, which could otherwise move
   * the knee to any later step. Empty if TPS still grows at the curve's end, or if too few levels
   * were measured.
   */
  Optional<Integer> knee() {
    return levels().stream()
        .map(LevelResult::level)
        .filter(level -> isMeasuredBeyond(level) && isOnPlateau(level))
        .findFirst();
  }

  /** Whether a level 1.5 to 2 times as high was measured. */
  private boolean isMeasuredBeyond(int level) {
    return upTo(2 * level).stream().anyMatch(of -> 2 * of.level() >= 3 * level);
  }

  private boolean isOnPlateau(int level) {
    double best = upTo(2 * level).stream().mapToDouble(Curve::tps).max().orElse(0);
    return at(level).map(Curve::tps).orElseThrow() >= best * (1 - PLATEAU_PCT / 100.0);
  }

  private static double tps(LevelResult level) {
    return level.median(Metric.TPS);
  }

  String load(int level) {
    return cells.isEmpty()
        ? FigureText.count(level) + (level == 1 ? " user" : " users")
        : FigureText.load(cells.get(0).cell().load().workload(), level);
  }

  /** Why a level without valid steps has no value, such as {@code 24 users: not measured}. */
  String missing(int level) {
    return load(level) + (at(level).isPresent() ? ": INVALID" : ": not measured");
  }

  Optional<CapacitySpread> capacity() {
    return cells.isEmpty() ? Optional.empty() : new RepeatedCell(cells).capacity();
  }

  List<StepResult> firstFailing() {
    return cells.stream().map(Capacity::of).flatMap(of -> of.firstFailing().stream()).toList();
  }

  /** The median over cells of the lowest level that fails; empty if none fails. */
  Optional<Double> firstFailingLevel() {
    return Spread.of(firstFailing().stream().map(step -> (double) step.level()).toList())
        .map(Spread::median);
  }
}
