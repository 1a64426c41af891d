package io.poolbench.compare;

import java.util.ArrayList;
import java.util.List;

/**
 * Results compared with a baseline, the first of them.
 *
 * @param operands the results, the baseline first; two or more
 * @param pairs each other result's cells with the baseline's, in the order of the results
 * @param unpaired cells without a partner, once for each result that lacks one
 * @param results of each criterion for each pair
 */
public record Comparison(
    List<Operand> operands, List<Pair> pairs, List<Side> unpaired, List<CriterionResult> results) {
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
      Pairing pairing = Pairing.of(operands.get(0), candidate);
      pairs.addAll(pairing.pairs());
      unpaired.addAll(pairing.unpaired());
    }
    return new Comparison(
        operands,
        pairs,
        unpaired,
        criteria.stream()
            .flatMap(criterion -> pairs.stream().map(pair -> judged(criterion, pair)))
            .toList());
  }

  public boolean any(CriterionResult.Outcome outcome) {
    return results.stream().anyMatch(result -> result.outcome() == outcome);
  }

  /** Undecided if CPU speeds differ: the speed alone can break a limit or hide a violation. */
  private static CriterionResult judged(Criterion criterion, Pair pair) {
    return SpeedDifference.between(pair.baseline(), pair.candidate())
        .map(SpeedDifference::sentence)
        .map(why -> CriterionResult.of(CriterionResult.Outcome.UNDECIDED, criterion, pair, why))
        .orElseGet(() -> criterion.judge(pair));
  }
}
