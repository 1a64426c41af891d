package io.poolbench.published;

import io.poolbench.journal.Calibrated;
import io.poolbench.judge.Decision;
import io.poolbench.judge.ExpressionLanguage;
import io.poolbench.judge.JudgedStudy;
import io.poolbench.judge.Statement;
import io.poolbench.study.Publication;
import io.poolbench.study.Study;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Decides the statements of a study, and gives texts their values. Not thread-safe. */
public final class StatementEvaluator {
  /** An expression in braces, within a text such as a study's answer to its title. */
  private static final Pattern EXPRESSION = Pattern.compile("\\{([^{}]*)}");

  private final Study study;
  private final CurveReader reader;
  private final ExpressionLanguage language;

  StatementEvaluator(
      JudgedStudy judged, Optional<Calibrated> calibration, List<Publication> publications) {
    this.study = judged.study();
    this.reader = new CurveReader(judged);
    this.language = reader.language(calibration, publications, Curves.ANY);
  }

  /**
   * An evaluator of what the study itself states.
   *
   * @param calibration of the calls to this host; empty if the study has none
   */
  public StatementEvaluator(JudgedStudy judged, Optional<Calibrated> calibration) {
    this(judged, calibration, judged.study().published());
  }

  /** The study's answer with the values of its result; empty if the study has none. */
  public String answer() {
    return filled(study.about().answer());
  }

  /** The decisions on the assertions of the study, in order. */
  public List<Statement> assertions() {
    return study.assertions().stream()
        .map(
            text -> {
              Decision decision = decide(new Publication.Statement(text, text, null));
              return new Statement(text, decision, reader.text());
            })
        .toList();
  }

  /**
   * The decisions on the findings that the study declares itself, in order, by the intervals of
   * their values, which the texts contain. A value whose noise is unknown shows and refutes
   * nothing.
   */
  public List<Statement> findings() {
    return study.about().findings().stream()
        .map(
            finding -> {
              String text = filled(finding.text());
              return byIntervals(
                  new Publication.Statement(text, finding.holds(), finding.fails()),
                  /* isOnceExact= */ false);
            })
        .toList();
  }

  static List<String> expressions(String text) {
    return EXPRESSION.matcher(text).results().map(match -> match.group(1)).toList();
  }

  private String filled(String text) {
    return EXPRESSION
        .matcher(text)
        .replaceAll(match -> Matcher.quoteReplacement(reader.text(value(match.group(1)))));
  }

  private Double value(String expression) {
    reader.clear();
    try {
      double value = language.number(expression);
      return reader.isComplete() ? (Double) value : null;
    } catch (ArithmeticException e) {
      return null;
    }
  }

  private Decision decide(Publication.Statement statement) {
    reader.clear();
    try {
      boolean holds = language.isTrue(statement.holds());
      if (holds && reader.isComplete()) {
        return Decision.SHOWN;
      }
      boolean fails = statement.fails() == null ? !holds : language.isTrue(statement.fails());
      return fails && reader.isComplete() ? Decision.REFUTED : Decision.NOT_SHOWN;
    } catch (ArithmeticException e) {
      reader.missing(e.getMessage());
      return Decision.NOT_SHOWN;
    }
  }

  /**
   * Decides a statement of a publication by the intervals of its values; those of unknown noise are
   * taken as measured. A refuted statement has its cause, as far as the counters show it.
   */
  Statement published(Publication.Statement statement) {
    Statement decided = byIntervals(statement, /* isOnceExact= */ true);
    String cause = decided.decision() == Decision.REFUTED ? reader.cause() : "";
    return cause.isEmpty()
        ? decided
        : new Statement(decided.text(), decided.decision(), decided.because() + "; " + cause);
  }

  /**
   * Evaluates a statement for many draws of its values from their distributions: it is confirmed,
   * or refuted, if 97.5 % of the draws or more do so.
   */
  private Statement byIntervals(Publication.Statement statement, boolean isOnceExact) {
    DrawnValues values = reader.values();
    values.startMeasured();
    Decision measured = decide(statement);
    String because = reader.text();
    int holds = 0;
    int fails = 0;
    int draws = !reader.isComplete() || values.areKnownExactly() ? 0 : DrawnValues.COUNT;
    for (int draw = 0; draw < draws; draw++) {
      values.startDraw(draw);
      Decision drawn = decide(statement);
      holds += drawn == Decision.SHOWN ? 1 : 0;
      fails += drawn == Decision.REFUTED ? 1 : 0;
    }
    boolean isOpen = values.isNoiseUnknown() && !isOnceExact;
    values.stop();
    double enough = (1 - AgreementValue.TAIL) * draws;
    Decision decision =
        isOpen
            ? Decision.NOT_SHOWN
            : draws == 0
                ? measured
                : holds >= enough
                    ? Decision.SHOWN
                    : fails >= enough ? Decision.REFUTED : Decision.NOT_SHOWN;
    return new Statement(statement.text(), decision, because);
  }
}
