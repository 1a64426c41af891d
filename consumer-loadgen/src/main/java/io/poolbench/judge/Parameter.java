package io.poolbench.judge;

import io.poolbench.journal.Metric;
import io.poolbench.study.NearestNames;
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
 * @param isOptional whether it may be left out, as only the last parameter may
 */
public record Parameter(
    String name,
    boolean text,
    Predicate<String> valid,
    String hint,
    List<String> names,
    boolean isOptional) {
  public Parameter {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(valid, "valid");
    Objects.requireNonNull(hint, "hint");
    names = List.copyOf(names);
  }

  public static Parameter number(String name) {
    return new Parameter(name, false, any -> true, "a number", List.of(), false);
  }

  public static Parameter oneOf(String name, Collection<String> names) {
    return text(name, names::contains, String.join(", ", names), names);
  }

  public static Parameter text(
      String name, Predicate<String> valid, String hint, Collection<String> names) {
    return new Parameter(name, true, valid, hint, List.copyOf(names), false);
  }

  public static Parameter metric() {
    return text(
        "metric",
        id -> Metric.of(id).isPresent(),
        "a metric's id, see docs/reference/metrics.md",
        Arrays.stream(Metric.values()).map(Metric::id).toList());
  }

  String problem(String given) {
    return "unknown %s '%s'%s (valid: %s)"
        .formatted(name, given, NearestNames.hint(given, names), hint);
  }

  /** This parameter, which may be left out. */
  public Parameter optional() {
    return new Parameter(name, text, valid, hint, names, true);
  }
}
