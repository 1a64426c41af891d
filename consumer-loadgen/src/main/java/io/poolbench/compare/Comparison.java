package io.poolbench.compare;

import io.poolbench.compare.Pair.Side;
import io.poolbench.config.ConfigException;
import io.poolbench.judge.Decision;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Results compared with a baseline, the first of them.
 *
 * @param operands the results, the baseline first; two or more
 * @param pairs each other result's cells with the baseline's, in the order of the results
 * @param unpaired cells without a partner, once for each result that lacks one
 * @param results of each criterion for each pair, and for each cell of the baseline that an
 *     interrupted run lacks
 */
public record Comparison(
    List<Operand> operands, List<Pair> pairs, List<Side> unpaired, List<Criterion.Result> results) {
  public Comparison {
    operands = List.copyOf(operands);
    pairs = List.copyOf(pairs);
    unpaired = List.copyOf(unpaired);
    results = List.copyOf(results);
  }

  public static Comparison of(List<Operand> operands, List<Criterion> criteria) {
    List<Pair> pairs = new ArrayList<>();
    List<Side> unpaired = new ArrayList<>();
    for (Operand candidate : operands.subList(1, operands.size())) {
      match(operands.get(0), candidate, pairs, unpaired);
    }
    return new Comparison(
        operands,
        pairs,
        unpaired,
        criteria.stream()
            .flatMap(
                criterion ->
                    Stream.concat(
                        concerned(criterion, pairs).stream().map(pair -> judged(criterion, pair)),
                        notReached(criterion, operands, unpaired)))
            .toList());
  }

  /** The pairs that a criterion concerns; all pairs if it concerns none. */
  private static List<Pair> concerned(Criterion criterion, List<Pair> pairs) {
    List<Pair> concerned = pairs.stream().filter(criterion::concerns).toList();
    return concerned.isEmpty() ? pairs : concerned;
  }

  /** Undecided for each cell of the baseline that the run of a candidate did not come to. */
  private static Stream<Criterion.Result> notReached(
      Criterion criterion, List<Operand> operands, List<Side> unpaired) {
    Set<String> lacking = unpaired.stream().map(Side::label).collect(Collectors.toSet());
    List<Side> cells =
        operands.get(0).sides().stream()
            .filter(side -> lacking.contains(side.label()) && !side.isPart())
            .filter(
                side ->
                    criterion.concerns(new Pair(side, side, null, List.of(), List.of(), List.of())))
            .toList();
    return operands.stream()
        .skip(1)
        .filter(candidate -> candidate.study().interrupted())
        .flatMap(
            candidate ->
                cells.stream()
                    .filter(side -> !candidate.hasMeasured(side.name()))
                    .map(
                        side ->
                            new Criterion.Result(
                                Decision.NOT_SHOWN,
                                criterion.text(),
                                "the run of %s was interrupted before its '%s'"
                                    .formatted(candidate.letter(), side.name()))));
  }

  /** The decision on all criteria; SHOWN without a criterion. */
  public Decision decision() {
    return Decision.all(results.stream().map(Criterion.Result::outcome).toList());
  }

  /** Makes one pair if each result has one cell, otherwise pairs of cells with the same name. */
  private static void match(
      Operand baseline, Operand candidate, List<Pair> pairs, List<Side> unpaired) {
    List<Side> before = baseline.sides();
    List<Side> after = candidate.sides();
    if (before.size() == 1 && after.size() == 1) {
      pairs.add(Pair.of(before.get(0), after.get(0)));
      return;
    }
    Map<String, Side> beforeByName = byName(before);
    Map<String, Side> afterByName = byName(after);
    if (Collections.disjoint(beforeByName.keySet(), afterByName.keySet())) {
      throw ConfigException.of(
          baseline.source() + " and " + candidate.source(),
          ("have no cell of the same name (valid: one cell of each, by its name or number, such as"
                  + " %s:1; %s; %s)")
              .formatted(baseline.source(), baseline.listed(), candidate.listed()));
    }
    after.stream()
        .filter(side -> beforeByName.containsKey(side.name()))
        .map(side -> Pair.of(beforeByName.get(side.name()), side))
        .forEach(pairs::add);
    before.stream().filter(side -> !afterByName.containsKey(side.name())).forEach(unpaired::add);
    after.stream().filter(side -> !beforeByName.containsKey(side.name())).forEach(unpaired::add);
  }

  private static Map<String, Side> byName(List<Side> sides) {
    return sides.stream().collect(Collectors.toMap(Side::name, Function.identity()));
  }

  /** Undecided if CPU speeds differ: the speed alone can break a limit or hide a violation. */
  private static Criterion.Result judged(Criterion criterion, Pair pair) {
    return Differences.ofSpeed(pair.baseline(), pair.candidate())
        .map(why -> criterion.result(Decision.NOT_SHOWN, pair, why))
        .orElseGet(() -> criterion.judge(pair));
  }
}
