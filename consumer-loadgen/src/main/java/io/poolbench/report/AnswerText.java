package io.poolbench.report;

import io.poolbench.journal.FigureText;
import io.poolbench.judge.Decision;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.judge.Ranking;
import io.poolbench.judge.Statement;
import io.poolbench.published.Published;
import io.poolbench.published.Published.Agreement;
import io.poolbench.report.Answer.Open;
import io.poolbench.report.Answer.Status;
import io.poolbench.study.Sla;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Decides and words the answer of a study. */
final class AnswerText {
  /** More cells than these are counted instead of named. */
  private static final int MAX_NAMED = 4;

  private final Evaluation evaluation;
  private final List<Leaders> groups;
  private final OpenQuestions questions;
  private final Optional<AdviceText> advice;
  private final List<String> sentences = new ArrayList<>();
  private final List<String> support = new ArrayList<>();
  private final List<Open> open = new ArrayList<>();
  private final List<String> paste = new ArrayList<>();

  AnswerText(Evaluation evaluation) {
    this.evaluation = evaluation;
    this.questions = new OpenQuestions(evaluation.study());
    this.groups = evaluation.ranked();
    this.advice =
        Optional.ofNullable(evaluation.advice()).map(given -> new AdviceText(evaluation, given));
  }

  Answer answer() {
    addRequirements();
    Optional<String> unanswered = unanswered();
    if (unanswered.isPresent()) {
      sentences.add("No call was answered" + unanswered.get() + ".");
      open.add(new Open("no call was answered", questions.again()));
    }
    advice.ifPresent(this::addAdvice);
    addPublished();
    if (advice.isEmpty() && unanswered.isEmpty()) {
      groups.forEach(this::addCapacities);
    }
    addFindings();
    if (sentences.isEmpty()) {
      sentences.add(nothing());
    }
    List<String> all = new ArrayList<>(sentences.subList(1, sentences.size()));
    if (!evaluation.statements().answer().isEmpty() && isAnythingMeasured()) {
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
    return isAnythingMeasured()
        ? "See the levels: this study asks for no capacity."
        : "Nothing was measured.";
  }

  private boolean isAnythingMeasured() {
    return evaluation.cells().stream().anyMatch(EstimatedCell::isMeasured);
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
        || (advice.isEmpty()
            ? groups.stream().anyMatch(AnswerText::isDecided)
            : advice.get().isDecided() || advice.get().helpsMost().isPresent())
        || evaluation.cells().stream()
            .filter(EstimatedCell::isOfPhases)
            .flatMap(pool -> pool.judged().levels().stream())
            .anyMatch(level -> level.verdict().kind().isDecided());
  }

  /** Pools that are compared ask which one carries more; others ask what each carries. */
  private static boolean isDecided(Leaders group) {
    boolean isCompared =
        group.pools().size() > 1
            && group.rankings().stream()
                .anyMatch(pair -> pair.answer() != Ranking.Answer.MEASURED_ONCE);
    return isCompared
        ? group.anyShown() || group.rankings().stream().allMatch(AdviceText::isTie)
        : group.pools().stream().anyMatch(EstimatedCell::isKnown);
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

  private void addAdvice(AdviceText text) {
    text.helpsMost().ifPresent(sentences::add);
    sentences.add(text.sentence());
    support.addAll(text.support());
    paste.addAll(text.paste());
    text.open(questions.again()).ifPresent(open::add);
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
        .filter(limit -> advice.isEmpty())
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
