package io.poolbench.report;

import io.poolbench.report.Table.Column;
import io.poolbench.result.FigureText;
import io.poolbench.sla.CapacityEstimate;
import io.poolbench.sla.CapacityRanking;
import io.poolbench.sla.CapacityRanking.Answer;
import io.poolbench.sla.EstimatedCell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Rankings of cells in words.
 *
 * @param rankings of all pairs of cells whose levels have one unit
 * @param unit of the levels, such as {@code users}
 */
record RankingText(List<CapacityRanking> rankings, String unit) {
  /** More pairs than these are summed up cell by cell. */
  private static final int MAX_SENTENCES = 3;

  RankingText {
    rankings = List.copyOf(rankings);
  }

  /** Whether any cell has an estimate that is ranked. */
  boolean isEmpty() {
    return rankings.stream().allMatch(ranking -> ranking.answer() == Answer.UNKNOWN);
  }

  /** A sentence for each pair, or for each cell of many. */
  List<String> sentences() {
    if (rankings.size() <= MAX_SENTENCES) {
      return rankings.stream().map(this::sentence).toList();
    }
    Map<String, List<String>> shown = new LinkedHashMap<>();
    for (CapacityRanking ranking : rankings) {
      if (ranking.answer() == Answer.SHOWN) {
        shown
            .computeIfAbsent(name(ranking.more()), name -> new ArrayList<>())
            .add(name(ranking.less()));
      }
    }
    List<String> sentences = new ArrayList<>();
    shown.forEach(
        (more, less) ->
            sentences.add(
                more + " carries more " + unit + " than " + String.join(", ", less) + ": shown."));
    long shownPairs = shown.values().stream().mapToLong(List::size).sum();
    if (shownPairs < rankings.size()) {
      sentences.add(
          "Not shown by this run: %s of %s rankings%s."
              .formatted(rankings.size() - shownPairs, rankings.size(), reasons()));
    }
    return sentences;
  }

  private String reasons() {
    List<String> reasons = new ArrayList<>();
    if (any(Answer.MEASURED_ONCE)) {
      reasons.add("cells measured once, each in its own provider, are not ranked");
    }
    if (any(Answer.UNKNOWN)) {
      reasons.add("some have no estimate");
    }
    return reasons.isEmpty() ? "" : " (" + String.join("; ", reasons) + ")";
  }

  private boolean any(Answer answer) {
    return rankings.stream().anyMatch(ranking -> ranking.answer() == answer);
  }

  /** How the intervals of all pairs are meant. */
  String note() {
    return "Shown: the interval of the difference lies above 0; "
        + (rankings.size() == 1
            ? CapacityEstimate.CONFIDENCE_PCT + " %"
            : "all %s together %s %% (Bonferroni)"
                .formatted(rankings.size(), CapacityEstimate.CONFIDENCE_PCT))
        + ".";
  }

  /** Such as {@code fixed 16 carries more users than cached: shown, by 8.3 to 13.1 users.} */
  String sentence(CapacityRanking ranking) {
    String more = name(ranking.more());
    String less = name(ranking.less());
    if (ranking.answer() == Answer.UNKNOWN) {
      return more + " and " + less + ": no ranking, " + lacking(ranking) + ".";
    }
    if (level(ranking.more()) == level(ranking.less())) {
      return "%s and %s: no ranking, both %s level measured."
          .formatted(
              more, less, level(ranking.more()) > 0 ? "beyond the highest" : "below the lowest");
    }
    String claim = more + " carries more " + unit + " than " + less + ": ";
    return switch (ranking.answer()) {
      case SHOWN -> claim + "shown by this run, by " + difference(ranking) + ".";
      case NOT_SHOWN -> claim + "not shown by this run (difference " + difference(ranking) + ").";
      case MEASURED_ONCE -> claim + "not shown, each was measured once, in a provider of its own.";
      case UNKNOWN -> throw new IllegalStateException(ranking.toString());
    };
  }

  private static double level(EstimatedCell cell) {
    return cell.estimate().orElseThrow().load();
  }

  private static String lacking(CapacityRanking ranking) {
    EstimatedCell cell = ranking.more().estimate().isEmpty() ? ranking.more() : ranking.less();
    return name(cell) + " has no estimate: " + EstimateText.lack(cell);
  }

  private String difference(CapacityRanking ranking) {
    double lower = ranking.difference().lower();
    double upper = ranking.difference().upper();
    if (Double.isInfinite(lower) && Double.isInfinite(upper)) {
      return "unknown";
    }
    if (Double.isInfinite(upper)) {
      return figure(lower) + " " + unit + " or more";
    }
    return Double.isInfinite(lower)
        ? figure(upper) + " " + unit + " or less"
        : figure(lower) + " to " + figure(upper) + " " + unit;
  }

  private static String figure(double difference) {
    return FigureText.measure(difference);
  }

  /** A row for each pair. */
  Table table() {
    return new Table(
        List.of(
            Column.text("carries more " + unit),
            Column.text("than"),
            Column.text("answer"),
            Column.text("difference")),
        rankings.stream()
            .map(
                ranking ->
                    List.of(
                        name(ranking.more()),
                        name(ranking.less()),
                        answer(ranking),
                        ranking.difference() == null ? FigureText.UNKNOWN : difference(ranking)))
            .toList());
  }

  private static String answer(CapacityRanking ranking) {
    return switch (ranking.answer()) {
      case SHOWN -> "shown";
      case NOT_SHOWN -> "not shown";
      case MEASURED_ONCE -> "not shown: measured once";
      case UNKNOWN -> "no estimate";
    };
  }

  private static String name(EstimatedCell cell) {
    return cell.cell().cell().name();
  }
}
