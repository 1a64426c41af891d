package io.poolbench.report;

import io.poolbench.api.ConfiguredPool.AsConfiguredPool;
import io.poolbench.judge.CapacityEstimate;
import io.poolbench.judge.CapacityRanking;
import io.poolbench.judge.CapacityRanking.Answer;
import io.poolbench.judge.Decision;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.limits.AdvisedQueue;
import io.poolbench.limits.PoolAdvice;
import io.poolbench.limits.PoolAdvice.Advice;
import io.poolbench.limits.PoolChange;
import io.poolbench.result.FigureText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Formats the rankings of cells.
 *
 * @param rankings of all pairs of cells whose levels have one unit
 * @param unit of the levels, such as {@code users}
 * @param planned load, in that unit; null = none
 */
record RankingText(List<CapacityRanking> rankings, String unit, Integer planned) {
  /** More pairs than these are summarized by cell. */
  private static final int MAX_SENTENCES = 3;

  private static final String BECAUSE = Decision.NOT_SHOWN + ": ";

  RankingText {
    rankings = List.copyOf(rankings);
  }

  boolean isEmpty() {
    return rankings.stream().allMatch(ranking -> ranking.answer() == Answer.UNKNOWN);
  }

  /** The ranking of each pair, or for many pairs of each cell; and what to do about it. */
  List<String> sentences() {
    return Stream.concat(pairs().stream(), advice().stream()).toList();
  }

  private List<String> pairs() {
    if (rankings.size() <= MAX_SENTENCES) {
      // Several pairs may lack the estimate of the same cell.
      return rankings.stream().map(this::sentence).distinct().toList();
    }
    Map<String, List<String>> shown = new LinkedHashMap<>();
    for (CapacityRanking ranking : rankings) {
      if (ranking.answer() == Answer.SHOWN) {
        shown
            .computeIfAbsent(ranking.more().name(), name -> new ArrayList<>())
            .add(ranking.less().name());
      }
    }
    List<String> sentences = new ArrayList<>();
    shown.forEach(
        (more, less) ->
            sentences.add(
                more + " carries more " + unit + " than " + String.join(", ", less) + ": SHOWN."));
    List<CapacityRanking> crossing =
        rankings.stream().filter(ranking -> ranking.answer() == Answer.CROSSING).toList();
    crossing.forEach(ranking -> sentences.add(sentence(ranking)));
    long shownPairs = crossing.size() + shown.values().stream().mapToLong(List::size).sum();
    if (shownPairs < rankings.size()) {
      sentences.add(
          "NOT SHOWN by this run: %s of %s rankings%s."
              .formatted(rankings.size() - shownPairs, rankings.size(), reasons()));
    }
    return sentences;
  }

  /** What to do with the pool that a program configures for itself; empty without such a cell. */
  private Optional<String> advice() {
    return PoolAdvice.of(rankings).map(this::text);
  }

  private String text(PoolAdvice advice) {
    return switch (advice.advice()) {
      case KEEP -> keep(ofPool(advice.pool()));
      case REPLACE ->
          "Advice: replace the pool as configured by %s (%s).%s"
              .formatted(
                  advice.pool().name(),
                  change(advice.pool()).map(PoolChange::inOwnStyle).orElse(""),
                  AdvisedQueue.of(advice.pool(), planned)
                      .map(queue -> " " + because(queue))
                      .orElse(""));
      case UNKNOWN ->
          "Advice: none; a pool could not be compared with the one as configured: "
              + ofPool(advice.pool()).stream()
                  .filter(pair -> pair.answer() != Answer.SHOWN)
                  .filter(pair -> pair.answer() != Answer.NOT_SHOWN)
                  .max(Comparator.comparing(pair -> pair.answer() != Answer.CROSSING))
                  .map(this::sentence)
                  .orElseThrow();
    };
  }

  private List<CapacityRanking> ofPool(EstimatedCell pool) {
    return rankings.stream()
        .filter(pair -> pair.more().equals(pool) || pair.less().equals(pool))
        .toList();
  }

  private String keep(List<CapacityRanking> pairs) {
    long equal = pairs.stream().filter(pair -> pair.answer() == Answer.NOT_SHOWN).count();
    return "Advice: keep the pool as configured; no other is SHOWN to carry more "
        + unit
        + (equal == 0
            ? "."
            : "; a difference is NOT SHOWN of %s.".formatted(FigureText.counted(equal, "pool")));
  }

  /** Why a queue of this length is advised, as a sentence. */
  private String because(AdvisedQueue queue) {
    String length = FigureText.count(queue.length());
    return queue
        .simulated()
        .map(
            simulated ->
                ("Simulated with a queue of %s and Poisson arrivals of %s %s: TP99 %s ms, %s %%"
                        + " refused; with a longer queue accepted calls would be late under"
                        + " overload.")
                    .formatted(
                        length,
                        FigureText.count(Math.round(simulated.perSecond())),
                        unit,
                        FigureText.measure(simulated.tp99Millis()),
                        FigureText.measure(simulated.refusedPct())))
        .orElseGet(
            () ->
                "A queue of %s holds the users that it carries at least; further calls would be late."
                    .formatted(length));
  }

  /** Writes the change that the advice asks for, for each place that may have it. */
  void changeTo(Page page) {
    PoolAdvice.of(rankings)
        .filter(advice -> advice.advice() == Advice.REPLACE)
        .flatMap(advice -> change(advice.pool()))
        .ifPresent(change -> writeTo(page, change));
  }

  private void writeTo(Page page, PoolChange change) {
    page.heading(2, "The change");
    page.paragraph(change.inOwnStyle());
    page.verbatim(change.everywhere());
    rankings.stream()
        .flatMap(pair -> Stream.of(pair.more(), pair.less()))
        .map(EstimatedCell::cell)
        .filter(cell -> cell.cell().provider().pool() instanceof AsConfiguredPool)
        .findFirst()
        .ifPresent(own -> page.paragraph(afterwards(own.ranPool().label())));
  }

  /**
   * What to watch after the change, and how to undo it.
   *
   * @param before the pool that ran before
   */
  private static String afterwards(String before) {
    return "Watch after the change: refused calls (\"Thread pool is EXHAUSTED\" in the log), the"
        + " queue's length, active threads, and the callers' TP99; Dubbo 3.2 and newer has them as"
        + " dubbo_thread_pool_reject_thread_count, dubbo_thread_pool_queue_size and"
        + " dubbo_thread_pool_active_size. To go back, restore what ran before: "
        + before
        + ".";
  }

  private Optional<PoolChange> change(EstimatedCell cell) {
    return PoolChange.to(cell, AdvisedQueue.of(cell, planned));
  }

  /** Why pairs are not shown, each reason once: {@code (too few rounds; no estimate)}. */
  private String reasons() {
    String reasons =
        rankings.stream()
            .map(RankingText::answer)
            .filter(answer -> answer.startsWith(BECAUSE))
            .map(answer -> answer.substring(BECAUSE.length()))
            .distinct()
            .collect(Collectors.joining("; "));
    return reasons.isEmpty() ? "" : " (" + reasons + ")";
  }

  /** The error probability of all pairs together. */
  String note() {
    return "SHOWN: of %s, with an error of at most %s %% in all."
        .formatted(
            rankings.size() == 1 ? "one pair" : rankings.size() + " pairs",
            100 - CapacityEstimate.CONFIDENCE_PCT);
  }

  /** Such as {@code fixed 16 carries more users than cached: SHOWN (9 rounds, p = 0.004).} */
  String sentence(CapacityRanking ranking) {
    String more = ranking.more().name();
    String less = ranking.less().name();
    return switch (ranking.answer()) {
      case UNKNOWN -> lacking(ranking) + ".";
      case CROSSING ->
          "%s is better up to some %s %s, %s from %s on: SHOWN."
              .formatted(
                  more,
                  ranking.crossing().lastOfLow(),
                  unit,
                  less,
                  ranking.crossing().firstOfHigh());
      case DEPENDS_ON_HOST ->
          ("%s against %s depends on the host's state: calm and disturbed rounds disagree, or one"
                  + " cell was disturbed more%s.")
              .formatted(more, less, evidence(ranking));
      default ->
          "%s carries more %s than %s: %s."
              .formatted(more, unit, less, answer(ranking) + evidence(ranking));
    };
  }

  private static String lacking(CapacityRanking ranking) {
    EstimatedCell cell = ranking.more().estimate().isEmpty() ? ranking.more() : ranking.less();
    return cell.name() + " is not ranked: no estimate, " + CapacityText.lack(cell);
  }

  private String evidence(CapacityRanking ranking) {
    if (ranking.test() != null) {
      return " (%s, p %s)"
          .formatted(
              FigureText.counted(ranking.test().rounds(), "round"), p(ranking.test().corrected()));
    }
    return ranking.difference() == null ? "" : " (difference " + difference(ranking) + ")";
  }

  private static String p(double corrected) {
    return corrected < 0.001 ? "< 0.001" : String.format(Locale.ROOT, "= %.3f", corrected);
  }

  private String difference(CapacityRanking ranking) {
    double lower = ranking.difference().lower();
    double upper = ranking.difference().upper();
    if (Double.isInfinite(lower) && Double.isInfinite(upper)) {
      return "unknown";
    }
    if (Double.isInfinite(upper)) {
      return FigureText.measure(lower) + " " + unit + " or more";
    }
    return Double.isInfinite(lower)
        ? FigureText.measure(upper) + " " + unit + " or less"
        : FigureText.measure(lower) + " to " + FigureText.measure(upper) + " " + unit;
  }

  Table table() {
    return Table.of(
        rankings,
        Table.text("carries more " + unit, ranking -> ranking.more().name()),
        Table.text("than", ranking -> ranking.less().name()),
        Table.text("answer", RankingText::answer),
        Table.text("evidence", ranking -> evidence(ranking).strip()));
  }

  static String answer(CapacityRanking ranking) {
    return switch (ranking.answer()) {
      case SHOWN -> "SHOWN";
      case CROSSING -> "the curves cross";
      case NOT_SHOWN ->
          ranking.test() != null && ranking.test().shown()
              ? BECAUSE + "fewer late calls, but at loads that both fail"
              : Decision.NOT_SHOWN.toString();
      case DEPENDS_ON_HOST -> BECAUSE + "depends on what disturbed the host";
      case TOO_FEW_ROUNDS -> BECAUSE + "too few rounds";
      case MEASURED_ONCE -> BECAUSE + "measured once";
      case UNKNOWN -> BECAUSE + "no estimate";
    };
  }
}
