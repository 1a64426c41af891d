package io.poolbench.compare;

import io.poolbench.compare.CellPair.Side;
import io.poolbench.compare.ComparedResults.ComparedCapacity;
import io.poolbench.compare.ComparedResults.ComparedLevel;
import io.poolbench.compare.ComparedResults.ComparedPair;
import io.poolbench.compare.ComparedResults.ComparedResult;
import io.poolbench.journal.Metric;
import io.poolbench.judge.CapacityEstimate;
import io.poolbench.judge.Decision;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.JudgedCell;
import io.poolbench.judge.Ranking;
import io.poolbench.judge.Rankings;
import io.poolbench.judge.Statement;
import io.poolbench.stats.SampleMean;
import io.poolbench.study.ConfigException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compares two runs, or two cells of one run. Between runs the samples are repetitions, within a
 * run its rounds. The error probability of all that is shown is {@value #ERROR_PCT} % together:
 * half of it is that of the capacities, half that of the metrics.
 */
public final class Comparison {
  private static final int ERROR_PCT = 100 - CapacityEstimate.CONFIDENCE_PCT;
  private static final double ERROR = ERROR_PCT / 100.0;

  private final Operand baseline;
  private final Operand candidate;

  private Comparison(Operand baseline, Operand candidate) {
    this.baseline = baseline;
    this.candidate = candidate;
  }

  public static ComparedResults of(Operand baseline, Operand candidate, List<Criterion> criteria) {
    return new Comparison(baseline, candidate).compared(criteria);
  }

  private ComparedResults compared(List<Criterion> criteria) {
    List<CellPair> pairs = pairs();
    long tests =
        pairs.stream()
            .flatMap(pair -> pair.levels().stream())
            .mapToLong(
                level ->
                    Metric.OF_TABLES.stream()
                        .filter(each -> level.difference(each).isPresent())
                        .count())
            .sum();
    return new ComparedResults(
        Stream.of(baseline, candidate)
            .map(run -> new ComparedResult(run.letter(), run.source()))
            .toList(),
        pairs.stream().map(pair -> text(pair, tests)).toList(),
        judged(criteria, pairs),
        isOfOneCell()
            ? List.of()
            : Stream.concat(
                    unpaired(baseline, byName(candidate)), unpaired(candidate, byName(baseline)))
                .toList());
  }

  private boolean isOfOneCell() {
    return baseline.cells().size() == 1 && candidate.cells().size() == 1;
  }

  private static Stream<String> unpaired(Operand run, Map<String, JudgedCell> others) {
    return run.cells().stream()
        .filter(cell -> !others.containsKey(cell.name()))
        .map(cell -> new Side(run, cell).named().label());
  }

  /** One pair if each run has one cell, otherwise pairs of cells with the same name. */
  private List<List<Side>> matched() {
    if (isOfOneCell()) {
      return List.of(sides(baseline.cells().get(0), candidate.cells().get(0)));
    }
    Map<String, JudgedCell> before = byName(baseline);
    List<List<Side>> matched =
        candidate.cells().stream()
            .filter(cell -> before.containsKey(cell.name()))
            .map(cell -> sides(before.get(cell.name()), cell))
            .toList();
    if (matched.isEmpty()) {
      throw ConfigException.of(
          baseline.source() + " and " + candidate.source(),
          ("have no cell of the same name (valid: one cell of each, by its name or number, such as"
                  + " %s:1; %s; %s)")
              .formatted(baseline.source(), baseline.listed(), candidate.listed()));
    }
    return matched;
  }

  private List<Side> sides(JudgedCell before, JudgedCell after) {
    return List.of(new Side(baseline, before), new Side(candidate, after));
  }

  private static Map<String, JudgedCell> byName(Operand run) {
    return run.cells().stream().collect(Collectors.toMap(JudgedCell::name, Function.identity()));
  }

  /** Pairs of one run have the ranking of its report; those of two runs are ranked together. */
  private List<CellPair> pairs() {
    boolean isOneRun = baseline.isSameRun(candidate);
    List<List<Side>> matched = matched();
    Iterator<Ranking> between =
        Rankings.between(
                matched.stream()
                    .filter(pair -> !isOneRun && hasCapacities(pair))
                    .map(pair -> pair.stream().map(Comparison::estimated).toList())
                    .toList())
            .iterator();
    List<Ranking> ofRun = isOneRun ? Rankings.of(baseline.judged()) : List.of();
    List<CellPair> pairs = new ArrayList<>();
    for (List<Side> pair : matched) {
      Optional<Ranking> ranking =
          !hasCapacities(pair)
              ? Optional.empty()
              : isOneRun
                  ? Rankings.ofPair(
                      ofRun, pair.get(0).cell(), pair.get(1).cell(), baseline.judged())
                  : Optional.of(between.next());
      pairs.add(CellPair.of(pair.get(0), pair.get(1), ranking));
    }
    return pairs;
  }

  /** Phases of one load have no capacity. */
  private static boolean hasCapacities(List<Side> pair) {
    return CellPair.isComparable(pair.get(0), pair.get(1))
        && pair.stream().allMatch(side -> side.load().phases().isEmpty());
  }

  private static EstimatedCell estimated(Side side) {
    return EstimatedCell.of(side.cell(), side.run().judged());
  }

  private static ComparedPair text(CellPair pair, long tests) {
    CapacityChange capacity = new CapacityChange(pair);
    List<ComparedLevel> levels =
        pair.levels().stream()
            .flatMap(
                level ->
                    Metric.OF_TABLES.stream()
                        .filter(metric -> level.before(metric) != null)
                        .filter(metric -> level.after(metric) != null)
                        .map(metric -> text(pair, level, metric, tests)))
            .toList();
    return new ComparedPair(
        pair.baseline().named(),
        pair.candidate().named(),
        new ComparedCapacity(capacity.decision(), capacity.word(), capacity.text()),
        capacity.lack().isEmpty()
            || (pair.ranking().isEmpty() && tests > 0)
            || levels.stream().anyMatch(level -> level.better() != Decision.NOT_SHOWN),
        levels,
        pair.leftOut(),
        Differences.between(pair.baseline(), pair.candidate()));
  }

  private static ComparedLevel text(CellPair pair, LevelPair level, Metric metric, long tests) {
    return new ComparedLevel(
        pair.load(level.load()),
        metric.heading(),
        metric.text(level.before(metric)),
        metric.text(level.after(metric)),
        level.changeText(metric),
        better(metric, level.difference(metric), tests));
  }

  private static Decision better(Metric metric, Optional<SampleMean> difference, long tests) {
    boolean isShown = difference.filter(each -> 2 * tests * each.pValue() <= ERROR).isPresent();
    if (!isShown) {
      return Decision.NOT_SHOWN;
    }
    boolean isMore = difference.get().mean() > 0;
    return isMore == (metric.better() == Metric.Better.MORE) ? Decision.SHOWN : Decision.REFUTED;
  }

  /** Each criterion for each pair that it concerns; for all pairs if it concerns none. */
  private static List<Statement> judged(List<Criterion> criteria, List<CellPair> pairs) {
    Map<Criterion, List<CellPair>> concerned = new LinkedHashMap<>();
    for (Criterion criterion : criteria) {
      List<CellPair> some = pairs.stream().filter(criterion::concerns).toList();
      concerned.put(criterion, some.isEmpty() ? pairs : some);
    }
    long tests =
        concerned.entrySet().stream()
            .mapToLong(each -> each.getValue().stream().mapToLong(each.getKey()::tests).sum())
            .sum();
    return concerned.entrySet().stream()
        .flatMap(
            each ->
                each.getValue().stream()
                    .map(pair -> judged(each.getKey(), pair, ERROR / Math.max(1, tests))))
        .toList();
  }

  /** Undecided if CPU speeds differ: the speed alone can break a limit or hide a violation. */
  private static Statement judged(Criterion criterion, CellPair pair, double tail) {
    return Differences.ofSpeed(pair.baseline(), pair.candidate())
        .map(why -> criterion.result(Decision.NOT_SHOWN, pair, why))
        .orElseGet(() -> criterion.judge(pair, tail));
  }
}
