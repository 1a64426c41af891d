package io.poolbench.report;

import io.poolbench.judge.CapacityEstimate;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.JudgedCell;
import io.poolbench.judge.PoolAdvice;
import io.poolbench.judge.Ranking;
import io.poolbench.limits.Advice;
import io.poolbench.limits.PoolLimit;
import io.poolbench.report.Answer.Open;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Words what to do with the pool that a program configures, and tells whether that is decided. */
final class AdviceText {
  private static final String IN_ONE_PROVIDER = " in one provider only";

  private final Evaluation evaluation;
  private final Advice advice;
  private final EstimatedCell own;
  private final List<Ranking> ofOwn;

  AdviceText(Evaluation evaluation, Advice advice) {
    this.evaluation = evaluation;
    this.advice = advice;
    this.own = evaluation.pool(advice.own()).orElseThrow();
    this.ofOwn = evaluation.rankings().stream().filter(pair -> pair.isAbout(own)).toList();
  }

  /** To keep a pool is decided if it was compared with all others, and none looks better. */
  boolean isDecided() {
    return switch (advice.kind()) {
      case REPLACE -> true;
      case UNKNOWN -> false;
      case KEEP -> better().isEmpty() && ofOwn.stream().allMatch(AdviceText::isCompared);
    };
  }

  private static boolean isCompared(Ranking pair) {
    return pair.answer() == Ranking.Answer.CARRIES_MORE
        || pair.answer() == Ranking.Answer.CROSSING
        || isTie(pair);
  }

  /**
   * Whether a pair was compared with enough rounds, and both capacities are known. Fewer late calls
   * of a pool say more than no difference does.
   */
  static boolean isTie(Ranking pair) {
    return (pair.answer() == Ranking.Answer.NO_DIFFERENCE
            || pair.answer() == Ranking.Answer.FEWER_LATE)
        && Stream.of(pair.one(), pair.other())
            .allMatch(pool -> pool.asItWas().filter(CapacityEstimate::isBounded).isPresent());
  }

  /** More of what limits the pool, where that was measured to help. */
  Optional<String> helpsMost() {
    return evaluation
        .limit(advice.own())
        .filter(PoolLimit::isTried)
        .map(tried -> "What helps most: " + tried.remedy());
  }

  String sentence() {
    if (advice.kind() == PoolAdvice.Advice.REPLACE) {
      EstimatedCell pool = evaluation.pool(advice.pool()).orElseThrow();
      return "Replace %s by %s: %s instead of %s, shown%s."
          .formatted(
              advice.before(),
              advice.pool(),
              pool.textWithUnit(),
              own.text(),
              pool.judged().providers() == 1 ? IN_ONE_PROVIDER : "");
    }
    return better()
        .map(
            better ->
                "Keep %s for now: %s %s (%s against %s %s), %s."
                    .formatted(
                        advice.before(),
                        better.name(),
                        carryingMore().isPresent() ? "carries more" : "looks better",
                        better.text(),
                        own.text(),
                        own.unit(),
                        carryingMore().isPresent() ? reservation(better.judged()) : "not proven"))
        .orElseGet(this::withoutBetter);
  }

  /** Why a pool is not advised that is shown to carry more. */
  private String reservation(JudgedCell better) {
    return Advice.isTooSmall(better, own.judged())
        ? "but has fewer threads than CPUs and one, or than others hold"
        : better.measured() < own.judged().measured()
            ? "shown" + IN_ONE_PROVIDER
            : "but a gain of 5 % is not shown";
  }

  private String withoutBetter() {
    String none =
        advice.kind() == PoolAdvice.Advice.KEEP
            ? "Keep %s: no other pool is shown to carry more (%s)."
            : "No advice: another pool could not be compared with %s (%s).";
    String carries =
        own.isKnown() ? own.textWithUnit() : "max " + own.unit() + " within SLA are not known";
    return none.formatted(advice.before(), carries);
  }

  /** The limit, notes, and every pair with the pool of today, decided or not, with the reason. */
  List<String> support() {
    return Stream.of(
            evaluation
                .limit(advice.own())
                .filter(named -> !named.isTried())
                .map(named -> ("Limit: " + named.brief() + ". " + named.remedy()).strip())
                .stream(),
            advice.notes().stream(),
            pairs().stream())
        .flatMap(lines -> lines)
        .toList();
  }

  private Optional<String> pairs() {
    Map<String, List<String>> pools =
        ofOwn.stream()
            .collect(
                Collectors.groupingBy(
                    pair -> new RankingText(pair).against(own),
                    LinkedHashMap::new,
                    Collectors.mapping(pair -> pair.otherThan(own).name(), Collectors.toList())));
    return pools.isEmpty()
        ? Optional.empty()
        : Optional.of(
            pools.entrySet().stream()
                .map(each -> String.join(", ", each.getValue()) + " " + each.getKey())
                .collect(Collectors.joining("; ", "Against " + advice.before() + ": ", ".")));
  }

  /** The change to paste, in lines; empty to keep the pool. */
  List<String> paste() {
    return Stream.ofNullable(advice.change()).flatMap(change -> change.line().lines()).toList();
  }

  /** Whether a better pool than the one to keep is open. */
  Optional<Open> open(NextStep next) {
    return better()
        .filter(any -> advice.kind() != PoolAdvice.Advice.REPLACE)
        .map(
            better ->
                new Open(
                    "whether %s is better than %s".formatted(better.name(), advice.before()),
                    next));
  }

  private Optional<EstimatedCell> better() {
    return carryingMore().or(() -> highest(this::looksBetter));
  }

  /** The highest of the pools that are shown to carry more. */
  private Optional<EstimatedCell> carryingMore() {
    List<EstimatedCell> more =
        ofOwn.stream()
            .filter(pair -> pair.answer() == Ranking.Answer.CARRIES_MORE)
            .flatMap(pair -> pair.better().stream())
            .filter(pool -> !pool.equals(own))
            .toList();
    return highest(more::contains);
  }

  /** Whether one of both estimates is outside of the other's interval. */
  private boolean looksBetter(EstimatedCell pool) {
    return own.isKnown()
        && own.asItWas().isPresent()
        && pool.asItWas().filter(estimate -> isAbove(estimate, own.asItWas().get())).isPresent();
  }

  private static boolean isAbove(CapacityEstimate one, CapacityEstimate other) {
    return one.lower() > other.load() || one.load() > other.upper();
  }

  private Optional<EstimatedCell> highest(Predicate<EstimatedCell> some) {
    return evaluation.ranked().stream()
        .flatMap(group -> group.pools().stream())
        .filter(some)
        .findFirst();
  }
}
