package io.poolbench.measure;

import io.poolbench.dubbo.ClientKind;
import io.poolbench.journal.Batch;
import io.poolbench.journal.Calls;
import io.poolbench.journal.CounterNames;
import io.poolbench.journal.Counters;
import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import io.poolbench.journal.Slice;
import io.poolbench.journal.Violation;
import io.poolbench.judge.Measurement;
import io.poolbench.study.Cell;
import io.poolbench.study.Group;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Completes the slices of a cell as they were measured: with what client and provider know of the
 * calls, and with the violated validity rules.
 *
 * @param capacity of the cell in calls per second; empty if it was not measured
 */
record MeasuredSlices(Cell cell, OptionalDouble capacity) {
  /**
   * The slices of one visit, or of one phase of it: that of all calls, then those of its groups.
   */
  List<Slice> complete(List<Slice> measured) {
    List<Cell> groups = cell.groups();
    List<Slice> slices = new ArrayList<>();
    if (groups.isEmpty()) {
      for (Slice slice : measured) {
        Slice known = known(slice);
        slices.add(known.with(new Measurement(level(known)).violations()));
      }
      return slices;
    }
    Slice whole = known(measured.get(0));
    long refusals = refusals(measured.get(0));
    Set<Violation> all = new LinkedHashSet<>();
    for (int number = 0; number < groups.size(); number++) {
      // The provider does not tell groups apart: no refusal is counted of two.
      Slice part = refused(measured.get(number + 1), refusals);
      refusals -= part.total().calls().rejected();
      Group group = cell.load().groups().get(number);
      Level own =
          new Level(
              groups.get(number), cell.load().level(group, part.key().level()), List.of(part));
      Set<Violation> violations = new Measurement(level(whole), own).violations();
      all.addAll(violations);
      slices.add(part.with(violations));
    }
    slices.add(0, whole.with(all));
    return slices;
  }

  private Level level(Slice slice) {
    int level = slice.key().level();
    int load =
        cell.load().phases().stream()
            .filter(phase -> phase.name().equals(slice.key().part()))
            .findFirst()
            .map(phase -> phase.level(level))
            .orElse(level);
    return new Level(cell, load, List.of(slice));
  }

  /** The slice of all calls, with the counters. */
  private Slice known(Slice whole) {
    Counters counters = whole.counters();
    if (ClientKind.seesLateAnswers(cell.driver().client())) {
      long expired = whole.total().calls().expired();
      counters = counters.plusGained(CounterNames.EXPIRED, OptionalDouble.of((double) expired));
    }
    if (capacity.isPresent()) {
      counters = counters.closingWith(CounterNames.CAPACITY, capacity.getAsDouble());
    }
    return refused(whole, refusals(whole)).with(counters);
  }

  /** A slice of which no more calls are refused than this, unless its client knows better. */
  private Slice refused(Slice slice, long most) {
    return cell.driver().knowsRefusals() ? slice : slice.with(refusedAtMost(most, slice.batches()));
  }

  /** The refusals that the provider counted; calls beyond them are not known to be refused. */
  private long refusals(Slice whole) {
    return Stream.of(Metric.POOL_REJECTED, Metric.LIMIT_REJECTED)
        .map(metric -> metric.of(level(whole)))
        .filter(Objects::nonNull)
        .mapToLong(Math::round)
        .sum();
  }

  private static List<Batch> refusedAtMost(long limit, List<Batch> batches) {
    List<Batch> limited = new ArrayList<>();
    long left = limit;
    for (Batch batch : batches) {
      Calls calls = batch.calls().rejectedAtMost(left);
      left -= calls.rejected();
      limited.add(new Batch(batch.span(), calls, batch.times()));
    }
    return limited;
  }
}
