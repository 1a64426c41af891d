package io.poolbench.journal;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * What one pool did during a stretch of one load: the only carrier of what was measured. Slices add
 * up, in any order and grouping.
 *
 * @param batches consecutive parts, or those of several slices in order of time; at least one
 * @param pending what was unfinished at the end, or at the end of each of several slices
 * @param failures failed calls by reason
 * @param violations violated validity rules: an invalid slice says nothing about the pool
 */
public record Slice(
    Key key,
    List<Batch> batches,
    Pending pending,
    Map<String, Long> failures,
    Counters counters,
    Set<Violation> violations)
    implements Entry {
  private static final Comparator<Batch> BATCHES_IN_TIME =
      Comparator.comparing(Batch::span, Span.IN_TIME);
  private static final Comparator<Slice> IN_TIME =
      Comparator.comparing(slice -> slice.batches.get(0), BATCHES_IN_TIME);

  public Slice {
    Objects.requireNonNull(key, "key");
    batches = batches.stream().sorted(BATCHES_IN_TIME).toList();
    Objects.requireNonNull(pending, "pending");
    failures = Collections.unmodifiableMap(new TreeMap<>(failures));
    Objects.requireNonNull(counters, "counters");
    violations = Collections.unmodifiableSet(new LinkedHashSet<>(violations));
    if (batches.isEmpty()) {
      throw new IllegalArgumentException("no batch");
    }
  }

  /** This slice as one of another key. */
  public Slice with(Key other) {
    return new Slice(other, batches, pending, failures, counters, violations);
  }

  /** This slice with other batches. */
  public Slice with(List<Batch> others) {
    return new Slice(key, others, pending, failures, counters, violations);
  }

  /** This slice with other counters. */
  public Slice with(Counters others) {
    return new Slice(key, batches, pending, failures, others, violations);
  }

  /** This slice with other violations. */
  public Slice with(Set<Violation> others) {
    return new Slice(key, batches, pending, failures, counters, others);
  }

  /** All slices together, at least one. */
  public static Slice sum(Collection<Slice> slices) {
    if (slices.isEmpty()) {
      throw new IllegalArgumentException("no slice");
    }
    List<Slice> inTime = slices.stream().sorted(IN_TIME).toList();
    Map<String, Long> failures = new TreeMap<>();
    Set<Violation> violations = new LinkedHashSet<>();
    for (Slice slice : inTime) {
      slice.failures.forEach((reason, calls) -> failures.merge(reason, calls, Long::sum));
      violations.addAll(slice.violations);
    }
    return new Slice(
        inTime.stream().map(Slice::key).reduce(Key::common).orElseThrow(),
        inTime.stream().flatMap(slice -> slice.batches.stream()).toList(),
        inTime.stream().map(Slice::pending).reduce(Pending::plus).orElseThrow(),
        failures,
        counters(inTime),
        violations);
  }

  private static Counters counters(List<Slice> inTime) {
    Counters last =
        inTime.stream().max(Comparator.comparing(Slice::lastBatch, BATCHES_IN_TIME)).get().counters;
    return Counters.sum(inTime.stream().map(Slice::counters).toList(), last);
  }

  private Batch lastBatch() {
    return batches.get(batches.size() - 1);
  }

  /** The calls of all batches, with the times that they took. */
  public Batch total() {
    return Batch.sum(batches);
  }

  /** Whether the slice says something about the pool. */
  @JsonIgnore
  public boolean isValid() {
    return violations.isEmpty();
  }
}
