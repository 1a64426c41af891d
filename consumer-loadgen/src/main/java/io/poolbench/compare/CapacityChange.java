package io.poolbench.compare;

import io.poolbench.judge.Decision;
import io.poolbench.judge.PairedCurves.CurveCrossing;
import io.poolbench.judge.Ranking;
import io.poolbench.judge.Ranking.CapacityDifference;
import io.poolbench.stats.Range;
import java.util.Optional;

/** The candidate's capacity beside the baseline's. */
record CapacityChange(CellPair pair) {
  /** Whether the candidate carries more (SHOWN) or less (REFUTED). */
  Decision decision() {
    return pair.ranking()
        .filter(ranking -> lack().isEmpty())
        .flatMap(Ranking::carriesMore)
        .map(more -> more.judged().equals(pair.candidate().cell()))
        .map(isCandidate -> isCandidate ? Decision.SHOWN : Decision.REFUTED)
        .orElse(Decision.NOT_SHOWN);
  }

  /** The interval of the candidate's additional load; empty if it is unknown, or SLAs differ. */
  Optional<Range> gain() {
    return pair.ranking()
        .filter(ranking -> pair.differenceOfSlas().isEmpty())
        .flatMap(
            ranking ->
                ranking
                    .capacity()
                    .map(CapacityDifference::interval)
                    .map(range -> isFirst(ranking) ? range : range.negated()));
  }

  private boolean isFirst(Ranking ranking) {
    return ranking.one().judged().equals(pair.candidate().cell());
  }

  /** Why the difference decides nothing; empty if it may decide something. */
  Optional<String> lack() {
    if (pair.ranking().isEmpty()) {
      return Optional.of("no capacities to compare");
    }
    Optional<String> differenceOfSlas = pair.differenceOfSlas();
    if (differenceOfSlas.isPresent()) {
      return differenceOfSlas;
    }
    return Optional.ofNullable(
        switch (pair.ranking().get().answer()) {
          case MEASURED_ONCE -> LevelPair.ONE_RUN_ADVICE;
          case TOO_FEW_ROUNDS -> "too few rounds measured both";
          case DEPENDS_ON_HOST -> "calm and disturbed rounds disagree";
          case UNKNOWN -> "a capacity is unknown";
          default -> null;
        });
  }

  /** How the candidate's capacity is, beside the baseline's. */
  String word() {
    if (decision() != Decision.NOT_SHOWN) {
      return decision() == Decision.SHOWN ? "better" : "worse";
    }
    if (pair.ranking().isEmpty() || pair.differenceOfSlas().isPresent()) {
      return "not compared";
    }
    // One has fewer late calls, at all loads or at some.
    return pair.ranking().get().answer().isShown()
        ? "no difference in max " + pair.baseline().unit() + " shown"
        : "no difference shown";
  }

  String text() {
    String range =
        gain().map(gain -> LevelPair.text(gain, " " + pair.baseline().unit())).orElse("");
    Optional<String> lack = lack();
    if (lack.isPresent()) {
      return pair.ranking().isEmpty()
          ? ""
          : range.isEmpty() ? lack.get() : range + " within these runs; " + lack.get();
    }
    Ranking ranking = pair.ranking().orElseThrow();
    return switch (ranking.answer()) {
      case CROSSING -> crossing(ranking.crossing().orElseThrow(), ranking);
      case FEWER_LATE ->
          "%s; %s has fewer %s %s"
              .formatted(
                  range,
                  label(ranking.late().orElseThrow().logOdds() > 0 == isFirst(ranking)),
                  ranking.late().orElseThrow().calls(),
                  ranking.late().orElseThrow().text(pair.baseline().cell().workload()));
      // An interval leaves open how the curves run between levels, which an order need not.
      case CARRIES_MORE ->
          gain().filter(gain -> gain.lower() * gain.upper() > 0).isEmpty()
              ? range + ": which carries more is shown, how much more is not"
              : range;
      default -> range;
    };
  }

  /** The differences of a crossing are above 0 where the one cell has fewer late calls. */
  private String crossing(CurveCrossing crossing, Ranking ranking) {
    boolean isCandidateLow = (crossing.low().logOdds() > 0) == isFirst(ranking);
    return crossing.text(
        label(isCandidateLow), label(!isCandidateLow), pair.baseline().cell().workload());
  }

  private String label(boolean isCandidate) {
    return (isCandidate ? pair.candidate() : pair.baseline()).named().label();
  }
}
