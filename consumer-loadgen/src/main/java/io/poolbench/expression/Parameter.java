package io.poolbench.expression;

import io.poolbench.config.NearestNames;
import io.poolbench.result.Metric;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * A parameter of a function.
 *
 * @param name such as {@code metric}
 * @param text whether it is a text; a number otherwise
 * @param valid which texts it takes
 * @param hint the valid texts in words
 * @param names those among which a mistyped text is looked for
 * @param count how often it may be given; the last parameter only may be given other than once
 */
public record Parameter(
    String name,
    boolean text,
    Predicate<String> valid,
    String hint,
    List<String> names,
    Count count) {
  /** How often an argument is given. */
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

  /** A text that is one of some names. */
  public static Parameter oneOf(String name, Collection<String> names) {
    return text(name, names::contains, String.join(", ", names), names);
  }

  /** A text that a predicate accepts. */
  public static Parameter text(
      String name, Predicate<String> valid, String hint, Collection<String> names) {
    return new Parameter(name, true, valid, hint, List.copyOf(names), Count.ONCE);
  }

  /** The id of a metric. */
  public static Parameter metric() {
    return text(
        "metric",
        id -> Metric.of(id).isPresent(),
        "a metric's id, see docs/metrics.md",
        Arrays.stream(Metric.values()).map(Metric::id).toList());
  }

  /** The problem of an argument that is of the other type. */
  String typeProblem(ExpressionFunction function) {
    return function.signature() + ": " + name + " is not a " + (text ? "text" : "number");
  }

  /** The problem of a text that it does not take. */
  String problem(String given) {
    return "unknown %s '%s'%s (valid: %s)"
        .formatted(name, given, NearestNames.hint(given, names), hint);
  }

  /** The same, to be given any number of times. */
  public Parameter orMore() {
    return new Parameter(name, text, valid, hint, names, Count.ANY);
  }

  /** The same, which may be left out. */
  public Parameter optional() {
    return new Parameter(name, text, valid, hint, names, Count.ONCE_OR_NOT);
  }
}
