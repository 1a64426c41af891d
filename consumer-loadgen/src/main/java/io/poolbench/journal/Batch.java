package io.poolbench.journal;

import java.util.List;
import java.util.Objects;

/**
 * The calls that ended in a short part of a slice. A slice has enough batches to estimate how far
 * its figures vary.
 */
public record Batch(Span span, Calls calls, Times times) {
  public Batch {
    Objects.requireNonNull(span, "span");
    Objects.requireNonNull(calls, "calls");
    Objects.requireNonNull(times, "times");
    if (calls.ok() != times.response().count()) {
      throw new IllegalArgumentException(
          calls.ok() + " OK calls with " + times.response().count() + " response times");
    }
  }

  /** Several batches together, at least one. */
  public static Batch sum(List<Batch> batches) {
    return new Batch(
        batches.stream().map(Batch::span).reduce(Span::plus).orElseThrow(),
        batches.stream().map(Batch::calls).reduce(Calls.NONE, Calls::plus),
        Times.sum(batches.stream().map(Batch::times).toList()));
  }
}
