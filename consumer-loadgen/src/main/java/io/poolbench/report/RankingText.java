package io.poolbench.report;

import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.PairedCurves.CurveCrossing;
import io.poolbench.judge.PairedCurves.LateDifference;
import io.poolbench.judge.Ranking;
import io.poolbench.judge.Ranking.Answer;
import io.poolbench.judge.Ranking.Caveat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Words a ranking. A pair without a shown difference has no direction. */
record RankingText(Ranking ranking) {
  /**
   * The cell that is named first: the better one; of crossing curves the one that is better at low
   * levels; otherwise the first of the pair.
   */
  EstimatedCell first() {
    boolean isOtherFirst =
        ranking.answer() == Answer.CROSSING
            ? ranking.crossing().orElseThrow().low().logOdds() < 0
            : ranking.better().filter(ranking.other()::equals).isPresent();
    return isOtherFirst ? ranking.other() : ranking.one();
  }

  EstimatedCell second() {
    return ranking.otherThan(first());
  }

  /** What the other pool of the pair does beside one of them, in a few words. */
  String against(EstimatedCell pool) {
    boolean isBetter = !first().equals(pool);
    return switch (ranking.answer()) {
      case CARRIES_MORE -> (isBetter ? "more " : "fewer ") + unit();
      case CROSSING -> isBetter ? "better at low levels only" : "better at high levels only";
      case FEWER_LATE -> (isBetter ? "fewer " : "more ") + ranking.late().orElseThrow().calls();
      case NO_DIFFERENCE -> "no difference shown";
      case DEPENDS_ON_HOST -> "calm and disturbed rounds disagree";
      case TOO_FEW_ROUNDS -> "too few rounds measured both";
      case MEASURED_ONCE -> "measured once, not ranked";
      case UNKNOWN -> "not ranked, no estimate";
    };
  }

  /** The pair in a sentence with its evidence. */
  String sentence() {
    String why = evidence().isEmpty() ? "." : " (" + evidence() + ").";
    String first = first().name();
    String second = second().name();
    return switch (ranking.answer()) {
      case CARRIES_MORE -> "%s carries more %s than %s".formatted(first, unit(), second) + why;
      case CROSSING ->
          ranking.crossing().orElseThrow().text(first, second, ranking.one().workload()) + why;
      case FEWER_LATE ->
          "%s has fewer %s than %s %s"
                  .formatted(
                      first,
                      ranking.late().orElseThrow().calls(),
                      second,
                      ranking.late().orElseThrow().text(ranking.one().workload()))
              + why;
      case NO_DIFFERENCE, DEPENDS_ON_HOST ->
          "%s and %s: %s%s".formatted(first, second, against(first()), why);
      case TOO_FEW_ROUNDS, MEASURED_ONCE, UNKNOWN ->
          "%s and %s: %s.".formatted(first, second, against(first()));
    };
  }

  private String unit() {
    return ranking.one().unit();
  }

  /** Such as {@code p = 0.012, at least 5 % more, of these minutes}; may be empty. */
  String evidence() {
    List<String> parts = new ArrayList<>();
    pValue()
        .map(value -> value < 0.001 ? "p < 0.001" : String.format(Locale.ROOT, "p = %.3f", value))
        .ifPresent(parts::add);
    ranking
        .capacity()
        .filter(difference -> ranking.answer() == Answer.CARRIES_MORE)
        .map(difference -> difference.gain().lower())
        .map(gain -> Math.floor(100 * gain))
        .filter(pct -> Double.isFinite(pct) && pct > 0)
        .map(pct -> String.format(Locale.ROOT, "at least %.0f %% more", pct))
        .ifPresent(parts::add);
    ranking.caveats().stream().map(RankingText::text).forEach(parts::add);
    return String.join(", ", parts);
  }

  private Optional<Double> pValue() {
    return switch (ranking.answer()) {
      case CARRIES_MORE, NO_DIFFERENCE, DEPENDS_ON_HOST ->
          ranking
              .capacity()
              .map(difference -> Math.max(difference.pValue(), difference.anyCurve()));
      case FEWER_LATE -> ranking.late().map(LateDifference::pValue);
      case CROSSING -> ranking.crossing().map(CurveCrossing::pValue);
      case TOO_FEW_ROUNDS, MEASURED_ONCE, UNKNOWN -> Optional.empty();
    };
  }

  private static String text(Caveat caveat) {
    return switch (caveat) {
      case FROM_ONE_PROVIDER -> "in one provider";
      case OF_THESE_MINUTES -> "of these minutes";
      case UNDISTURBED -> "by undisturbed slices";
      case MORE_LATE_CALLS_ALLOWED -> "with more late calls than the SLA allows";
    };
  }
}
