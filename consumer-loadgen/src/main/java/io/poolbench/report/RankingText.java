package io.poolbench.report;

import io.poolbench.api.ConfiguredPool.AsConfiguredPool;
import io.poolbench.api.PoolConfig;
import io.poolbench.inspect.StarterStudy;
import io.poolbench.judge.CapacityEstimate;
import io.poolbench.judge.CapacityRanking;
import io.poolbench.judge.CapacityRanking.Answer;
import io.poolbench.judge.Decision;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.PoolAdvice;
import io.poolbench.judge.PoolAdvice.Advice;
import io.poolbench.model.OpenQueue;
import io.poolbench.result.FigureText;
import io.poolbench.spec.TargetSettings;
import io.poolbench.spec.Workload;
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

  private String text(PoolAdvice of) {
    return switch (of.advice()) {
      case KEEP -> keep(ofPool(of.pool()));
      case REPLACE ->
          "Advice: replace the pool as configured by %s (%s).%s"
              .formatted(
                  of.pool().name(),
                  change(of.pool()).map(PoolChange::inOwnStyle).orElse(""),
                  queue(of.pool()).map(queue -> " " + queue.reason()).orElse(""));
      case UNKNOWN ->
          "Advice: none; a pool could not be compared with the one as configured: "
              + ofPool(of.pool()).stream()
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

  /** A queue to configure, and a sentence that says why. */
  private record AdvisedQueue(int length, String reason) {}

  /**
   * The queue to configure with a fixed pool whose queue nobody chose. In a closed loop the queue
   * alone holds the users that the pool carries at least, because an answer leaves before its
   * thread is free: threads and queue together, without more places, refuse some of their calls. In
   * an open loop see {@link OpenQueue}. Empty for other pools.
   */
  private Optional<AdvisedQueue> queue(EstimatedCell of) {
    if (!(of.cell().cell().provider() instanceof TargetSettings target)
        || !(target.pool() instanceof PoolConfig pool)
        || !StarterStudy.isDefaultQueue(of.name(), pool)) {
      return Optional.empty();
    }
    boolean closed = of.workload() instanceof Workload.Closed;
    return of.estimate()
        .map(CapacityEstimate::atLeast)
        .filter(Double::isFinite)
        .flatMap(load -> closed ? Optional.of(holding(load)) : simulated(of, load, pool))
        .filter(queue -> queue.length() < pool.queues());
  }

  private static AdvisedQueue holding(double users) {
    int length = Math.max(OpenQueue.SHORTEST, (int) users);
    return new AdvisedQueue(
        length,
        "A queue of %s holds the users that it carries at least; further calls would be late."
            .formatted(FigureText.count(length)));
  }

  /**
   * @param carried the rate that the pool carries at least
   */
  private Optional<AdvisedQueue> simulated(EstimatedCell of, double carried, PoolConfig pool) {
    double rate = planned == null ? Math.max(1, carried) : planned;
    return OpenQueue.of(of.cell(), pool.threads(), pool.queues(), rate)
        .map(
            queue ->
                new AdvisedQueue(
                    queue.length(),
                    ("Simulated with a queue of %s and Poisson arrivals of %s %s: TP99 %s ms, %s %%"
                            + " refused; with a longer queue accepted calls would be late under"
                            + " overload.")
                        .formatted(
                            FigureText.count(queue.length()),
                            FigureText.count(Math.round(rate)),
                            unit,
                            FigureText.measure(queue.tp99Millis()),
                            FigureText.measure(queue.refusedPct()))));
  }

  /** Writes the change that the advice asks for, for each place that may have it. */
  void changeTo(Page page) {
    PoolAdvice.of(rankings)
        .filter(of -> of.advice() == Advice.REPLACE)
        .flatMap(of -> change(of.pool()))
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
        .ifPresent(own -> page.paragraph(PoolChange.afterwards(own.ranPool().label())));
  }

  private Optional<PoolChange> change(EstimatedCell of) {
    return of.cell().cell().provider() instanceof TargetSettings target
            && target.pool() instanceof PoolConfig pool
        ? Optional.of(
            new PoolChange(
                queue(of)
                    .map(AdvisedQueue::length)
                    .map(length -> PoolConfig.of(pool.type(), null, pool.threads(), length, null))
                    .orElse(pool),
                target.program().configuredBy()))
        : Optional.empty();
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
