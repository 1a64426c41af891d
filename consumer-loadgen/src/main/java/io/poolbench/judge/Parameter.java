package io.poolbench.judge;

import io.poolbench.result.Metric;
import io.poolbench.spec.NearestNames;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * A parameter of an expression function.
 *
 * @param text whether it is a text, not a number
 * @param valid accepts the valid texts
 * @param hint describes the valid texts
 * @param names candidates for a suggestion when a text is mistyped
 * @param count how often it may be given; only the last parameter may have a count other than once
 */
public record Parameter(
    String name,
    boolean text,
    Predicate<String> valid,
    String hint,
    List<String> names,
    Count count) {
  public enum Count {
    ONCE,
    ONCE_OR_NOT,
    ANY
  }

  public Parameter {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(valid, "valid");
    Objects.requireNonNull(hint, "hint");
    names = List.copyOf(names);
    Objects.requireNonNull(count, "count");
  }

  public static Parameter number(String name) {
    return new Parameter(name, false, any -> true, "a number", List.of(), Count.ONCE);
  }

  public static Parameter oneOf(String name, Collection<String> names) {
    return text(name, names::contains, String.join(", ", names), names);
  }

  public static Parameter text(
      String name, Predicate<String> valid, String hint, Collection<String> names) {
    return new Parameter(name, true, valid, hint, List.copyOf(names), Count.ONCE);
  }

  public static Parameter metric() {
    return text(
        "metric",
        id -> Metric.of(id).isPresent(),
        "a metric's id, see docs/reference/metrics.md",
        Arrays.stream(Metric.values()).map(Metric::id).toList());
  }

  String typeProblem(ExpressionFunction function) {
    return function.signature() + ": " + name + " is not a " + (text ? "text" : "number");
  }

  String problem(String given) {
    return "unknown %s '%s'%s (valid: %s)"
        .formatted(name, given, NearestNames.hint(given, names), hint);
  }

  /** This parameter, given any number of times. */
  public Parameter orMore() {
    return new Parameter(name, text, valid, hint, names, Count.ANY);
  }

  /** This parameter, which may be left out. */
  public Parameter optional() {
    return new Parameter(name, text, valid, hint, names, Count.ONCE_OR_NOT);
  }
}
