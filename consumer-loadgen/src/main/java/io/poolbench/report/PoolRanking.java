package io.poolbench.report;

import java.util.Objects;
import java.util.Optional;

/**
 * Which of two pools carries more load. A pair without a shown difference has no direction.
 *
 * @param better the pool that is shown to carry more, if one is; of crossing curves the one that is
 *     better at low levels; otherwise the first of the pair
 * @param other the other one
 * @param winner the pool that is to be preferred at the loads that either carries within the SLA;
 *     null where none is shown
 * @param evidence in words, such as {@code p = 0.012, 9 rounds}; may be empty
 * @param crossing null unless the curves cross
 */
public record PoolRanking(
    String better,
    String other,
    Outcome outcome,
    String winner,
    String evidence,
    Crossing crossing) {
  /** What is known of the pair. */
  public enum Outcome {
    SHOWN,
    CROSSING,
    /** Fewer late calls, at levels that both carry or that neither does: no more load is shown. */
    FEWER_LATE,
    NOT_SHOWN,
    DEPENDS_ON_HOST,
    TOO_FEW_ROUNDS,
    MEASURED_ONCE,
    UNKNOWN
  }

  /** The levels between which the order of the pools changes. */
  public record Crossing(int lastOfLow, int firstOfHigh) {}

  public PoolRanking {
    Objects.requireNonNull(better, "better");
    Objects.requireNonNull(other, "other");
    Objects.requireNonNull(outcome, "outcome");
    Objects.requireNonNull(evidence, "evidence");
    if ((outcome == Outcome.CROSSING) != (crossing != null)) {
      throw new IllegalArgumentException(outcome + " with " + crossing);
    }
  }

  /** The pool that is shown to be worse than the winner; empty without one. */
  public Optional<String> loser() {
    return winner == null ? Optional.empty() : Optional.of(winner.equals(better) ? other : better);
  }

  boolean isAbout(String pool) {
    return better.equals(pool) || other.equals(pool);
  }

  String otherThan(String pool) {
    return better.equals(pool) ? other : better;
  }

  /** What the other pool of the pair does beside one of them, in a few words. */
  String against(String pool) {
    boolean isBetter = !better.equals(pool);
    return switch (outcome) {
      case SHOWN -> isBetter ? "more users" : "fewer users";
      case CROSSING -> isBetter ? "better at low levels only" : "better at high levels only";
      case FEWER_LATE -> (isBetter ? "fewer" : "more") + " late calls";
      case NOT_SHOWN -> "no difference shown";
      case DEPENDS_ON_HOST -> "calm and disturbed rounds disagree";
      case TOO_FEW_ROUNDS -> "too few rounds measured both";
      case MEASURED_ONCE -> "measured once, not ranked";
      case UNKNOWN -> "not ranked, no estimate";
    };
  }

  /** The pair in a sentence with its evidence. */
  public String sentence(String unit) {
    String why = evidence.isEmpty() ? "" : " (" + evidence + ")";
    return switch (outcome) {
      case SHOWN -> "%s carries more %s than %s%s.".formatted(better, unit, other, why);
      case CROSSING ->
          "%s is better up to some %s %s, %s from %s on%s."
              .formatted(better, crossing.lastOfLow, unit, other, crossing.firstOfHigh, why);
      case FEWER_LATE ->
          "%s has fewer late calls than %s, at levels that both carry or neither does%s."
              .formatted(better, other, why);
      case NOT_SHOWN -> "%s and %s: no difference shown%s.".formatted(better, other, why);
      case DEPENDS_ON_HOST ->
          "%s and %s: calm and disturbed rounds disagree%s.".formatted(better, other, why);
      case TOO_FEW_ROUNDS -> "%s and %s: too few rounds measured both.".formatted(better, other);
      case MEASURED_ONCE -> "%s and %s: measured once, not ranked.".formatted(better, other);
      case UNKNOWN -> "%s and %s: not ranked, no estimate.".formatted(better, other);
    };
  }
}
