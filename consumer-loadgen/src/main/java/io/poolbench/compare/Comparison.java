package io.poolbench.compare;

import io.poolbench.compare.CellPair.Side;
import io.poolbench.compare.ComparedResults.ComparedLevel;
import io.poolbench.compare.ComparedResults.ComparedPair;
import io.poolbench.compare.ComparedResults.ComparedResult;
import io.poolbench.config.ConfigException;
import io.poolbench.journal.FigureText;
import io.poolbench.journal.Metric;
import io.poolbench.judging.CapacityEstimate;
import io.poolbench.judging.Decision;
import io.poolbench.judging.EstimatedCell;
import io.poolbench.judging.JudgedCell;
import io.poolbench.judging.JudgedStudy;
import io.poolbench.judging.Ranking;
import io.poolbench.judging.Rankings;
import io.poolbench.judging.Statement;
import io.poolbench.stats.Range;
import io.poolbench.stats.SampleMean;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Compares runs, or cells of one run, with the first of them. Between runs the samples are
 * repetitions, within a run its rounds. The error probability of all that is shown is {@value
 * #ERROR_PCT} % together: half of it is that of the capacities, half that of the metrics.
 */
public final class Comparison {
  private static final int ERROR_PCT = 100 - CapacityEstimate.CONFIDENCE_PCT;
  private static final double ERROR = ERROR_PCT / 100.0;

  /** The metrics of the tables; a criterion may name any other metric. */
  private static final List<Metric> METRICS =
      List.of(
          Metric.TPS,
          Metric.TP50,
          Metric.TP90,
          Metric.TP99,
          Metric.TP999,
          Metric.PROVIDER_CPU,
          Metric.PROVIDER_CPU_PER_CALL,
          Metric.AVAILABILITY);

  private final List<Operand> operands;
  private final List<Criterion> criteria;
  private final List<List<Side>> matched = new ArrayList<>();
  private final List<Side> unpaired = new ArrayList<>();

  private Comparison(List<Operand> operands, List<Criterion> criteria) {
    this.operands = operands;
    this.criteria = criteria;
  }

  /**
   * Compares runs with the first of them.
   *
   * @param operands two or more
   */
  public static ComparedResults of(List<Operand> operands, List<Criterion> criteria) {
    return new Comparison(operands, criteria).compared();
  }

  private ComparedResults compared() {
    operands.stream().skip(1).forEach(candidate -> match(operands.get(0), candidate));
    List<CellPair> pairs = ranked();
    long tests =
        pairs.stream()
            .flatMap(pair -> pair.levels().stream())
            .mapToLong(level -> METRICS.stream().filter(each -> isKnown(level, each)).count())
            .sum();
    return new ComparedResults(
        operands.stream().map(each -> new ComparedResult(each.letter(), each.source())).toList(),
        pairs.stream().map(pair -> text(pair, tests)).toList(),
        judged(pairs),
        unpaired.stream().map(side -> side.named().label()).toList());
  }

  private static boolean isKnown(LevelPair level, Metric metric) {
    return level.difference(metric).isPresent();
  }

  /** Makes one pair if each run has one cell, otherwise pairs of cells with the same name. */
  private void match(Operand baseline, Operand candidate) {
    if (baseline.cells().size() == 1 && candidate.cells().size() == 1) {
      matched.add(
          List.of(
              new Side(baseline, baseline.cells().get(0)),
              new Side(candidate, candidate.cells().get(0))));
      return;
    }
    Map<String, JudgedCell> before = byName(baseline);
    Map<String, JudgedCell> after = byName(candidate);
    if (before.keySet().stream().noneMatch(after::containsKey)) {
      throw ConfigException.of(
          baseline.source() + " and " + candidate.source(),
          ("have no cell of the same name (valid: one cell of each, by its name or number, such as"
                  + " %s:1; %s; %s)")
              .formatted(baseline.source(), baseline.listed(), candidate.listed()));
    }
    candidate.cells().stream()
        .filter(cell -> before.containsKey(cell.name()))
        .map(
            cell -> List.of(new Side(baseline, before.get(cell.name())), new Side(candidate, cell)))
        .forEach(matched::add);
    unpaired(baseline, after);
    unpaired(candidate, before);
  }

  private void unpaired(Operand run, Map<String, JudgedCell> others) {
    run.cells().stream()
        .filter(cell -> !others.containsKey(cell.name()))
        .forEach(cell -> unpaired.add(new Side(run, cell)));
  }

  private static Map<String, JudgedCell> byName(Operand run) {
    return run.cells().stream().collect(Collectors.toMap(JudgedCell::name, Function.identity()));
  }

  /** Pairs of one run have the ranking of its report; all others are ranked together. */
  private List<CellPair> ranked() {
    List<List<Side>> betweenRuns =
        matched.stream()
            .filter(Comparison::hasCapacities)
            .filter(pair -> !pair.get(0).run().isSameRun(pair.get(1).run()))
            .toList();
    List<Ranking> rankings =
        Rankings.between(
            betweenRuns.stream()
                .map(pair -> pair.stream().map(Comparison::estimated).toList())
                .toList());
    return matched.stream()
        .map(
            pair -> {
              int index = betweenRuns.indexOf(pair);
              Optional<Ranking> ranking =
                  index >= 0
                      ? Optional.of(rankings.get(index))
                      : hasCapacities(pair) ? ofOneRun(pair) : Optional.empty();
              return CellPair.of(pair.get(0), pair.get(1), ranking);
            })
        .toList();
  }

  /** Phases of one load have no capacity. */
  private static boolean hasCapacities(List<Side> pair) {
    return CellPair.isComparable(pair.get(0), pair.get(1))
        && pair.stream().allMatch(side -> side.load().phases().isEmpty());
  }

  private static EstimatedCell estimated(Side side) {
    return EstimatedCell.of(side.cell(), side.run().judged());
  }

  private static Optional<Ranking> ofOneRun(List<Side> pair) {
    JudgedStudy judged = pair.get(0).run().judged();
    return Rankings.of(judged).stream()
        .filter(ranking -> isOf(ranking, pair.get(0), pair.get(1)))
        .findFirst()
        .or(
            () ->
                Rankings.of(pair.stream().map(Comparison::estimated).toList(), judged).stream()
                    .findFirst());
  }

  private static boolean isOf(Ranking ranking, Side baseline, Side candidate) {
    List<JudgedCell> ranked = List.of(ranking.one().judged(), ranking.other().judged());
    return ranked.equals(List.of(baseline.cell(), candidate.cell()))
        || ranked.equals(List.of(candidate.cell(), baseline.cell()));
  }

  private static ComparedPair text(CellPair pair, long tests) {
    CapacityChange capacity = new CapacityChange(pair);
    return new ComparedPair(
        pair.baseline().named(),
        pair.candidate().named(),
        capacity.decision(),
        capacity.text(),
        pair.levels().stream()
            .flatMap(
                level ->
                    METRICS.stream()
                        .filter(metric -> level.before(metric) != null)
                        .filter(metric -> level.after(metric) != null)
                        .map(metric -> text(pair, level, metric, tests)))
            .toList(),
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
  private List<Statement> judged(List<CellPair> pairs) {
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
