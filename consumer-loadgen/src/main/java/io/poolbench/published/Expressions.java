package io.poolbench.published;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.judge.ExpressionLanguage;
import io.poolbench.study.Cell;
import io.poolbench.study.ConfigException;
import io.poolbench.study.Publication;
import io.poolbench.study.Study;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks the expressions of a publication and of a study before anything is measured. */
public final class Expressions {
  private static final Pattern AT_CAPACITY = Pattern.compile("\\b(least|most)_at_capacity\\s*\\(");

  private final ExpressionLanguage language;
  private final List<String> tables;
  private final Set<String> cells;

  Expressions(Publication publication) {
    this.tables = Curves.tables(List.of(publication));
    this.cells =
        PublishedRow.of(publication)
            .flatMap(row -> row.cell().stream())
            .collect(Collectors.toSet());
    this.language = language(List.of(publication), List.of());
  }

  /** Checks the findings of a study and of its publications, its assertions and its answer. */
  public static void check(Study study) {
    for (Publication publication : study.published()) {
      ExpressionLanguage language = language(List.of(publication), List.of());
      String file = "published/" + publication.name() + "/findings.yaml";
      for (Publication.Finding finding : publication.findings()) {
        for (Publication.Statement statement : finding.statements()) {
          String at = "finding " + finding.finding() + ", '" + statement.text() + "'";
          requireFails(file, at, statement);
          check(language, file, at, expressions(statement), "");
        }
      }
    }
    List<String> cells = study.cells().stream().flatMap(Expressions::names).toList();
    ExpressionLanguage language = language(study.published(), cells);
    for (int i = 0; i < study.about().findings().size(); i++) {
      Publication.Statement finding = study.about().findings().get(i);
      requireFails(study.name(), "findings." + i, finding);
      check(language, study.name(), "findings." + i, expressions(finding), finding.text());
    }
    for (int i = 0; i < study.assertions().size(); i++) {
      String assertion = study.assertions().get(i);
      requireFails(
          study.name(), "assertions." + i, new Publication.Statement(assertion, assertion, null));
      check(language, study.name(), "assertions." + i, Stream.of(assertion), "");
    }
    check(language, study.name(), "answer", Stream.empty(), study.about().answer());
  }

  /**
   * What is unknown at a capacity may have any value, so that an expression that does not hold says
   * nothing by itself.
   */
  private static void requireFails(String source, String at, Publication.Statement statement) {
    if (statement.fails() == null && AT_CAPACITY.matcher(statement.holds()).find()) {
      throw ConfigException.of(
          source, at + ": least_at_capacity, most_at_capacity: not without 'fails' (valid: both)");
    }
  }

  private static Stream<String> names(Cell cell) {
    return Stream.of(
            Stream.of(cell.name()),
            cell.groups().stream().map(Cell::name),
            cell.load().phases().stream().map(phase -> cell.name() + "/" + phase.name()))
        .flatMap(Function.identity());
  }

  private static void check(
      ExpressionLanguage language,
      String source,
      String at,
      Stream<String> conditions,
      String text) {
    try {
      conditions.forEach(expression -> language.check(at, expression));
      StatementEvaluator.expressions(text).forEach(number -> language.checkNumber(at, number));
    } catch (InvalidSettingException e) {
      throw ConfigException.of(source, e.setting() + ": " + e.getMessage());
    }
  }

  /**
   * A language for checks, without a result. If {@code cells} is empty it allows any selector,
   * because a publication has tables that a study need not name.
   */
  private static ExpressionLanguage language(List<Publication> publications, List<String> cells) {
    List<String> tables = Curves.tables(publications);
    Predicate<String> valid =
        pool -> cells.isEmpty() || cells.contains(pool) || !Curves.table(pool, tables).isEmpty();
    return new CurveReader(null)
        .language(Optional.empty(), publications, Curves.selector(valid, cells));
  }

  /** Whether a finding selects a table of the publication or a cell of its rows. */
  boolean isAboutNamedTable(Publication.Finding finding) {
    return finding.statements().stream()
        .flatMap(Expressions::expressions)
        .flatMap(expression -> language.texts(expression).stream())
        .anyMatch(
            selector -> cells.contains(selector) || !Curves.table(selector, tables).isEmpty());
  }

  private static Stream<String> expressions(Publication.Statement statement) {
    return Stream.of(statement.holds(), statement.fails()).filter(Objects::nonNull);
  }
}
