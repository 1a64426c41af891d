package io.poolbench.report;

import io.poolbench.journal.FigureText;
import io.poolbench.judge.CapacityEstimate;
import io.poolbench.judge.Decision;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.JudgedCell;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.judge.PoolAdvice;
import io.poolbench.judge.Ranking;
import io.poolbench.judge.Statement;
import io.poolbench.limits.Advice;
import io.poolbench.limits.PoolLimit;
import io.poolbench.published.Published;
import io.poolbench.published.Published.Agreement;
import io.poolbench.report.Answer.Open;
import io.poolbench.report.Answer.Status;
import io.poolbench.study.Sla;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Decides and words the answer of a study. */
final class AnswerText {
  /** More cells than these are counted instead of named. */
  private static final int MAX_NAMED = 4;

  private static final String IN_ONE_PROVIDER = " in one provider only";

  private final Evaluation evaluation;
  private final List<Leaders> groups;
  private final OpenQuestions questions;
  private final List<String> sentences = new ArrayList<>();
  private final List<String> support = new ArrayList<>();
  private final List<Open> open = new ArrayList<>();
  private final List<String> paste = new ArrayList<>();

  AnswerText(Evaluation evaluation) {
    this.evaluation = evaluation;
    this.questions = new OpenQuestions(evaluation.study());
    this.groups = evaluation.ranked();
  }

  Answer answer() {
    addRequirements();
    Optional<String> unanswered = unanswered();
    if (unanswered.isPresent()) {
      sentences.add("No call was answered" + unanswered.get() + ".");
      open.add(new Open("no call was answered", questions.again()));
    }
    addAdvice();
    addPublished();
    if (evaluation.advice() == null && unanswered.isEmpty()) {
      groups.forEach(this::addCapacities);
    }
    addFindings();
    if (sentences.isEmpty()) {
      sentences.add(nothing());
    }
    List<String> all = new ArrayList<>(sentences.subList(1, sentences.size()));
    if (!evaluation.statements().answer().isEmpty()) {
      all.add(evaluation.statements().answer());
    }
    all.addAll(support);
    groups.forEach(group -> open.addAll(questions.of(group)));
    return new Answer(
        status(),
        sentences.get(0),
        groups.stream().flatMap(group -> leaders(group).stream()).toList(),
        groups.stream().flatMap(group -> group.shownBetter().stream()).toList(),
        all,
        paste,
        open);
  }

  private String nothing() {
    return evaluation.cells().stream().noneMatch(EstimatedCell::isMeasured)
        ? "Nothing was measured."
        : "See the levels: this study asks for no capacity.";
  }

  /** Why no call was answered; empty if one was, or if no level counts. */
  private Optional<String> unanswered() {
    List<JudgedLevel> counting =
        evaluation.cells().stream()
            .flatMap(pool -> pool.judged().levels().stream())
            .filter(JudgedLevel::counts)
            .toList();
    boolean isAnswered = counting.stream().anyMatch(level -> level.together().calls().ok() > 0);
    return counting.isEmpty() || isAnswered
        ? Optional.empty()
        : Optional.of(
            evaluation.cells().stream()
                .flatMap(pool -> Notes.reasons(pool).keySet().stream())
                .findFirst()
                .map(why -> ": " + why)
                .orElse(""));
  }

  private static List<String> leaders(Leaders group) {
    return group.anyShown()
        ? group.leading().stream().map(EstimatedCell::name).toList()
        : List.of();
  }

  private Status status() {
    List<Statement> requirements = evaluation.statements().requirements();
    return switch (Decision.all(requirements.stream().map(Statement::decision).toList())) {
      case REFUTED -> Status.REFUTED;
      case NOT_SHOWN -> Status.OPEN;
      case SHOWN ->
          !requirements.isEmpty()
              ? Status.ANSWERED
              : unanswered().isPresent()
                  ? Status.OPEN
                  : isNoLoadKept()
                      ? Status.NO_LOAD
                      : isAnythingDecided() ? Status.ANSWERED : Status.OPEN;
    };
  }

  private boolean isNoLoadKept() {
    List<EstimatedCell> pools = groups.stream().flatMap(group -> group.pools().stream()).toList();
    return pools.size() == 1 && isNone(pools.get(0));
  }

  private static boolean isNone(EstimatedCell pool) {
    return pool.passedLevel().passing().isEmpty() && pool.passedLevel().isKnown();
  }

  /** Whether something that was asked, other than by a requirement, is decided. */
  private boolean isAnythingDecided() {
    Published published = evaluation.published();
    return evaluation.statements().findings().stream()
            .anyMatch(finding -> finding.decision() != Decision.NOT_SHOWN)
        || (published != null
            && published.count(Agreement.AGREES) + published.count(Agreement.DEVIATES) > 0)
        || (evaluation.advice() == null
            ? groups.stream().anyMatch(AnswerText::isDecided)
            : isDecided(evaluation.advice()))
        || tried().isPresent()
        || evaluation.cells().stream()
            .filter(EstimatedCell::isOfPhases)
            .flatMap(pool -> pool.judged().levels().stream())
            .anyMatch(level -> level.verdict().kind().isDecided());
  }

  /** To keep a pool is decided if it was compared with all others, and none looks better. */
  private boolean isDecided(Advice advice) {
    EstimatedCell own = evaluation.pool(advice.own()).orElseThrow();
    return switch (advice.kind()) {
      case REPLACE -> true;
      case UNKNOWN -> false;
      case KEEP ->
          carryingMore(own).isEmpty()
              && anotherLooksBetter().isEmpty()
              && evaluation.rankings().stream()
                  .filter(pair -> pair.isAbout(own))
                  .allMatch(pair -> isBest(pair) || isTie(pair));
    };
  }

  private static boolean isBest(Ranking pair) {
    return pair.answer() == Ranking.Answer.CARRIES_MORE || pair.answer() == Ranking.Answer.CROSSING;
  }

  /** Pools that are compared ask which one carries more; others ask what each carries. */
  private static boolean isDecided(Leaders group) {
    boolean isCompared =
        group.pools().size() > 1
            && group.rankings().stream()
                .anyMatch(pair -> pair.answer() != Ranking.Answer.MEASURED_ONCE);
    return isCompared
        ? group.anyShown() || group.rankings().stream().allMatch(AnswerText::isTie)
        : group.pools().stream().anyMatch(EstimatedCell::isKnown);
  }

  /**
   * Whether a pair was compared with enough rounds, and both capacities are known. Fewer late calls
   * of a pool say more than no difference does.
   */
  private static boolean isTie(Ranking pair) {
    return (pair.answer() == Ranking.Answer.NO_DIFFERENCE
            || pair.answer() == Ranking.Answer.FEWER_LATE)
        && Stream.of(pair.one(), pair.other())
            .allMatch(pool -> pool.asItWas().filter(CapacityEstimate::isBounded).isPresent());
  }

  /** Of requirements that do not hold the worst ones. */
  private void addRequirements() {
    List<Statement> requirements = evaluation.statements().requirements();
    for (Decision worst : List.of(Decision.REFUTED, Decision.NOT_SHOWN)) {
      List<Statement> some =
          requirements.stream().filter(requirement -> requirement.decision() == worst).toList();
      if (!some.isEmpty()) {
        sentences.add(some.get(0).sentence());
        some.stream().skip(1).limit(MAX_NAMED).map(Statement::sentence).forEach(support::add);
        if (worst == Decision.NOT_SHOWN) {
          open.add(new Open(some.get(0).text(), questions.again()));
        }
        return;
      }
    }
    if (requirements.size() == 1) {
      sentences.add(requirements.get(0).sentence());
    } else if (!requirements.isEmpty()) {
      sentences.add("The study's " + requirements.size() + " requirements hold.");
    }
  }

  /** What helps most stands first. */
  private void addAdvice() {
    Advice advice = evaluation.advice();
    if (advice == null) {
      return;
    }
    tried().ifPresent(tried -> sentences.add("What helps most: " + tried.remedy()));
    EstimatedCell own = evaluation.pool(advice.own()).orElseThrow();
    sentences.add(
        switch (advice.kind()) {
          case REPLACE -> replace(advice, own);
          case KEEP, UNKNOWN -> keep(advice, own);
        });
    evaluation
        .limit(advice.own())
        .filter(named -> !named.isTried())
        .ifPresent(
            named -> support.add(("Limit: " + named.brief() + ". " + named.remedy()).strip()));
    support.addAll(advice.notes());
    addPairs(advice, own);
  }

  /** What limits the pool of today, where more of it was measured to help. */
  private Optional<PoolLimit> tried() {
    return Optional.ofNullable(evaluation.advice())
        .flatMap(advice -> evaluation.limit(advice.own()))
        .filter(PoolLimit::isTried);
  }

  /** Every pair with the pool of today, decided or not, with the reason. */
  private void addPairs(Advice advice, EstimatedCell own) {
    Map<String, List<String>> pools =
        evaluation.rankings().stream()
            .filter(pair -> pair.isAbout(own))
            .collect(
                Collectors.groupingBy(
                    pair -> new RankingText(pair).against(own),
                    LinkedHashMap::new,
                    Collectors.mapping(pair -> pair.otherThan(own).name(), Collectors.toList())));
    if (!pools.isEmpty()) {
      support.add(
          pools.entrySet().stream()
              .map(each -> String.join(", ", each.getValue()) + " " + each.getKey())
              .collect(Collectors.joining("; ", "Against " + advice.before() + ": ", ".")));
    }
  }

  private String replace(Advice advice, EstimatedCell own) {
    advice.change().line().lines().forEach(paste::add);
    EstimatedCell better = evaluation.pool(advice.pool()).orElseThrow();
    return "Replace %s by %s: %s instead of %s, shown%s."
        .formatted(
            advice.before(),
            advice.pool(),
            better.textWithUnit(),
            own.text(),
            better.judged().measured() == 1 ? IN_ONE_PROVIDER : "");
  }

  private String keep(Advice advice, EstimatedCell own) {
    Optional<EstimatedCell> more = carryingMore(own);
    if (more.isPresent()) {
      JudgedCell other = more.get().judged();
      String why =
          Advice.isTooSmall(other, own.judged())
              ? "but has fewer threads than CPUs and one, or than others hold"
              : other.measured() < own.judged().measured()
                  ? "shown" + IN_ONE_PROVIDER
                  : "but a gain of 5 % is not shown";
      open.add(whether(more.get(), advice, questions.again()));
      return "Keep %s for now: %s carries more (%s against %s %s), %s."
          .formatted(
              advice.before(), more.get().name(), more.get().brief(), own.brief(), own.unit(), why);
    }
    Optional<EstimatedCell> better = anotherLooksBetter();
    if (better.isPresent()) {
      open.add(whether(better.get(), advice, questions.again()));
      return "Keep %s for now: %s looks better (%s against %s %s), not proven."
          .formatted(
              advice.before(), better.get().name(), better.get().brief(), own.brief(), own.unit());
    }
    String none =
        advice.kind() == PoolAdvice.Advice.KEEP
            ? "Keep %s: no other pool is shown to carry more (%s)."
            : "No advice: another pool could not be compared with %s (%s).";
    String carries =
        own.isKnown() ? own.textWithUnit() : "max " + own.unit() + " within SLA are not known";
    return none.formatted(advice.before(), carries);
  }

  private static Open whether(EstimatedCell better, Advice advice, NextStep next) {
    return new Open("whether %s is better than %s".formatted(better.name(), advice.before()), next);
  }

  /** The highest of the pools that are shown to carry more, though it is not advised. */
  private Optional<EstimatedCell> carryingMore(EstimatedCell own) {
    List<EstimatedCell> more =
        evaluation.rankings().stream()
            .filter(pair -> pair.isAbout(own))
            .filter(pair -> pair.answer() == Ranking.Answer.CARRIES_MORE)
            .flatMap(pair -> pair.better().stream())
            .filter(pool -> !pool.equals(own))
            .toList();
    return groups.stream()
        .flatMap(group -> group.pools().stream())
        .filter(more::contains)
        .findFirst();
  }

  /** The highest of the pools that look better than that of a program; empty without advice. */
  private Optional<EstimatedCell> anotherLooksBetter() {
    return Optional.ofNullable(evaluation.advice())
        .flatMap(advice -> evaluation.pool(advice.own()))
        .flatMap(
            own ->
                groups.stream()
                    .flatMap(group -> group.pools().stream())
                    .filter(pool -> looksBetter(pool, own))
                    .findFirst());
  }

  private static boolean looksBetter(EstimatedCell pool, EstimatedCell own) {
    return own.isKnown()
        && own.asItWas().isPresent()
        && pool.asItWas()
            .filter(estimate -> estimate.lower() > own.asItWas().get().load())
            .isPresent();
  }

  private void addPublished() {
    Published published = evaluation.published();
    if (published == null) {
      return;
    }
    List<Statement> findings =
        published.findings().stream().map(Published.NumberedFinding::finding).toList();
    if (!findings.isEmpty()) {
      support.add("Published findings: " + Statement.counts(findings) + ".");
    }
    if (published.count(Agreement.NOT_CALIBRATED) > 0) {
      sentences.add(
          "No published value is compared: the calibration does not hold (%s)."
              .formatted(evaluation.run().calibration().shortfall()));
      open.add(new Open("whether published values agree", OpenQuestions.CALMER));
      return;
    }
    long agree = published.count(Agreement.AGREES);
    long deviate = published.count(Agreement.DEVIATES);
    long others = published.compared() - agree - deviate;
    sentences.add(
        "%s of %s published values agree%s."
            .formatted(
                agree,
                published.compared(),
                deviate + others == 0
                    ? ""
                    : "; %s deviate, %s are open or not measured".formatted(deviate, others)));
  }

  /** The first findings are named where there is no other answer. */
  private void addFindings() {
    List<Statement> findings = evaluation.statements().findings();
    if (findings.isEmpty()) {
      return;
    }
    if (sentences.isEmpty()) {
      findings.stream()
          .limit(MAX_NAMED)
          .map(finding -> Tones.of(finding).prefix() + finding.sentence())
          .forEach(support::add);
    }
    long refuted = Statement.count(findings, Decision.REFUTED);
    sentences.add(
        "%s of %s findings are shown%s."
            .formatted(
                Statement.count(findings, Decision.SHOWN),
                findings.size(),
                refuted == 0 ? "" : ", " + refuted + " refuted"));
  }

  /** Which pool carries most; of a single one what it carries. */
  private void addCapacities(Leaders group) {
    List<EstimatedCell> pools = group.pools().stream().filter(EstimatedCell::isMeasured).toList();
    if (pools.isEmpty()) {
      return;
    }
    if (pools.size() == 1) {
      sentences.add(single(pools.get(0)));
      return;
    }
    group.rankings().stream()
        .filter(
            pair ->
                pair.answer() == Ranking.Answer.CROSSING
                    || pair.answer() == Ranking.Answer.FEWER_LATE)
        .limit(MAX_NAMED)
        .map(pair -> new RankingText(pair).sentence())
        .forEach(support::add);
    sentences.add(group.anyShown() ? best(group, pools) : undecided(group, pools));
  }

  private String best(Leaders group, List<EstimatedCell> pools) {
    List<EstimatedCell> leading = group.leading();
    if (leading.size() == 1) {
      List<EstimatedCell> worse = group.losers().getOrDefault(leading.get(0), List.of());
      if (!worse.isEmpty()) {
        support.add("Shown better than " + Leaders.briefly(worse) + ".");
      }
      return leading.get(0).name()
          + " carries most"
          + among(group)
          + leading.get(0).textWithUnit()
          + notCompared(group);
    }
    group.shownBetter().stream().limit(MAX_NAMED).forEach(support::add);
    return leading.isEmpty() || group.beaten().isEmpty()
        ? "No pool is best at all loads: " + ranges(pools) + "."
        : "%s carry most%s%s; no difference in max %s shown between them%s"
            .formatted(
                named(leading), among(group), ranges(leading), group.unit(), notCompared(group));
  }

  private static String among(Leaders group) {
    return group.uncompared().isEmpty() ? ": " : " of those compared: ";
  }

  private static String notCompared(Leaders group) {
    List<EstimatedCell> others = group.uncompared();
    return others.isEmpty()
        ? "."
        : "; %s %s not compared.".formatted(named(others), others.size() == 1 ? "was" : "were");
  }

  private static String undecided(Leaders group, List<EstimatedCell> pools) {
    boolean once =
        !group.rankings().isEmpty()
            && group.rankings().stream()
                .allMatch(pair -> pair.answer() == Ranking.Answer.MEASURED_ONCE);
    return once
        ? "%s%s: measured once each, so none is shown to be better."
            .formatted(pools.size() > MAX_NAMED ? named(pools) + ", " : "", ranges(pools))
        : "No difference in max %s shown%s: %s."
            .formatted(
                group.unit(),
                pools.size() > MAX_NAMED ? " between " + named(pools) : "",
                ranges(pools, EstimatedCell::text));
  }

  private static String ranges(List<EstimatedCell> pools) {
    return ranges(pools, EstimatedCell::textWithUnit);
  }

  private static String ranges(List<EstimatedCell> pools, Function<EstimatedCell, String> text) {
    return pools.size() <= MAX_NAMED
        ? pools.stream()
            .map(pool -> pool.name() + " " + text.apply(pool))
            .collect(Collectors.joining(", "))
        : "from %s to %s"
            .formatted(text.apply(pools.get(pools.size() - 1)), text.apply(pools.get(0)));
  }

  private static String named(List<EstimatedCell> pools) {
    return pools.size() > MAX_NAMED
        ? pools.size() + " pools"
        : Leaders.enumerated(pools.stream().map(EstimatedCell::name).toList());
  }

  private String single(EstimatedCell pool) {
    Sla sla = pool.judged().cell().sla();
    evaluation
        .limit(pool.name())
        .filter(limit -> evaluation.advice() == null)
        .ifPresent(limit -> support.add("Limit: " + limit.brief() + "."));
    if (!pool.isKnown()) {
      return "%s: max %s within SLA is not known%s."
          .formatted(pool.name(), pool.unit(), lack(pool));
    }
    return isNone(pool)
        ? "%s keeps %s at no measured load%s."
            .formatted(
                pool.name(),
                FigureText.sla(sla),
                pool.text().equals("none") ? "" : ": " + pool.textWithUnit())
        : "%s carries %s within %s."
            .formatted(pool.name(), pool.textWithUnit(), FigureText.sla(sla));
  }

  /** Why there is no estimate; empty where there is one. */
  private static String lack(EstimatedCell pool) {
    if (pool.asItWas().isPresent()) {
      return "";
    }
    return pool.judged().levels().stream().anyMatch(JudgedLevel::counts)
        ? " (no level reaches the TPS that the SLA asks for)"
        : " (no level counts)";
  }
}
