package io.poolbench.journal;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The calls that ended in a short part of a slice. A slice has enough batches to estimate how far
 * its figures vary.
 *
 * @param states of the pool at the end by name; empty if they were not read
 */
public record Batch(Span span, Calls calls, Times times, Map<String, Double> states) {
  public Batch {
    states = Map.copyOf(states);
    Objects.requireNonNull(span, "span");
    Objects.requireNonNull(calls, "calls");
    Objects.requireNonNull(times, "times");
    if (calls.ok() != times.response().count()) {
      throw new IllegalArgumentException(
          calls.ok() + " OK calls with " + times.response().count() + " response times");
    }
  }

  public Batch(Span span, Calls calls, Times times) {
    this(span, calls, times, Map.of());
  }

  /** Several batches together, at least one; states of one moment are left out. */
  public static Batch sum(List<Batch> batches) {
    return new Batch(
        batches.stream().map(Batch::span).reduce(Span::plus).orElseThrow(),
        batches.stream().map(Batch::calls).reduce(Calls.NONE, Calls::plus),
        Times.sum(batches.stream().map(Batch::times).toList()));
  }
}
