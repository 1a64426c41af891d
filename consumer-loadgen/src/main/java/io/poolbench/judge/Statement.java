package io.poolbench.judge;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Something that a study states or requires, with the decision on it: a finding, an assertion, a
 * criterion, a planned load.
 *
 * @param because the values that decide it, or the missing ones
 */
public record Statement(String text, Decision decision, String because) {
  public Statement {
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(decision, "decision");
    Objects.requireNonNull(because, "because");
  }

  /** The numbers of statements by their decisions, such as {@code 2 shown, 1 refuted}. */
  public static String counts(List<Statement> statements) {
    return Stream.of(Decision.values())
        .map(decision -> Map.entry(decision.word(), count(statements, decision)))
        .filter(count -> count.getValue() > 0)
        .map(count -> count.getValue() + " " + count.getKey())
        .collect(Collectors.joining(", "));
  }

  public static long count(List<Statement> statements, Decision decision) {
    return statements.stream().filter(each -> each.decision == decision).count();
  }

  public String sentence() {
    return text.replaceFirst("\\.$", "")
        + ": "
        + decision.word()
        + (because.isEmpty() ? "." : " (" + because + ").");
  }
}
