package io.poolbench.expression;

import java.util.Collection;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * A parameter of a function.
 *
 * @param name such as {@code metric}
 * @param text whether it is a text; a number otherwise
 * @param valid which texts it takes
 * @param hint the valid texts in words
 * @param repeated whether the last argument may be given more than once
 */
public record Parameter(
    String name, boolean text, Predicate<String> valid, String hint, boolean repeated) {
  public Parameter {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(valid, "valid");
    Objects.requireNonNull(hint, "hint");
  }

  /** A number. */
  public static Parameter number(String name) {
    return new Parameter(name, false, any -> true, "a number", false);
  }

  /** A text that is one of some names. */
  public static Parameter oneOf(String name, Collection<String> names) {
    return new Parameter(name, true, names::contains, String.join(", ", names), false);
  }

  /** A text that a predicate accepts. */
  public static Parameter text(String name, Predicate<String> valid, String hint) {
    return new Parameter(name, true, valid, hint, false);
  }

  /** The problem of an argument that is of the other type. */
  String typeProblem(ExpressionFunction function) {
    return function.signature() + ": " + name + " is not a " + (text ? "text" : "number");
  }

  /** The same, to be given once or more. */
  public Parameter orMore() {
    return new Parameter(name, text, valid, hint, true);
  }
}
