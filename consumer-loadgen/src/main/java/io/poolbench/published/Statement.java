package io.poolbench.published;

import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A part of a finding that figures decide.
 *
 * @param text what is stated
 * @param because the figures that decide it, or what is missing to decide it
 * @param cause why it is refuted, as far as the counters show it; empty where it is not
 */
public record Statement(String text, Ruling ruling, String because, String cause) {
  public Statement {
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(ruling, "ruling");
    Objects.requireNonNull(because, "because");
    Objects.requireNonNull(cause, "cause");
  }

  /** One that all of these readings decide together; without one of them it is undecided. */
  static Statement of(
      String text, List<Reading> readings, Predicate<List<Double>> holds, Supplier<String> cause) {
    List<Reading> lacking = readings.stream().filter(reading -> !reading.known()).toList();
    if (!lacking.isEmpty()) {
      return undecided(text, texts(lacking));
    }
    return decided(
        text, holds.test(readings.stream().map(Reading::value).toList()), texts(readings), cause);
  }

  /** One of a figure that agrees with a published one within the band of its kind. */
  static Statement agrees(
      String text, Reading reading, FigureKind kind, double published, Supplier<String> cause) {
    return of(text, List.of(reading), values -> kind.agrees(published, values.get(0)), cause);
  }

  static Statement decided(String text, boolean holds, String because, Supplier<String> cause) {
    return new Statement(
        text, holds ? Ruling.CONFIRMED : Ruling.REFUTED, because, holds ? "" : cause.get());
  }

  static Statement undecided(String text, String missing) {
    return new Statement(text, Ruling.UNDECIDED, missing, "");
  }

  private static String texts(List<Reading> readings) {
    return readings.stream().map(Reading::text).distinct().collect(Collectors.joining(", "));
  }
}
