package io.poolbench.judge;

import io.poolbench.journal.Journal;
import io.poolbench.journal.Slice;
import io.poolbench.study.Cell;
import io.poolbench.study.LoadSchedule;
import io.poolbench.study.Study;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The time that a whole run may spend on measuring again what violated a validity rule.
 *
 * @param total zero = nothing is measured again
 */
public record RetryBudget(Duration total) {
  public RetryBudget {
    Objects.requireNonNull(total, "total");
  }

  /** Whether one more try, of any length, may begin. */
  boolean isLeft(Study study, Journal soFar) {
    return !left(study, soFar).isZero();
  }

  /** The time left, 0 or more. */
  public Duration left(Study study, Journal soFar) {
    Duration left = total.minus(spent(study, soFar.slices().toList()));
    return left.isNegative() ? Duration.ZERO : left;
  }

  /** The time of the blocks with a violation that were measured again. */
  private static Duration spent(Study study, List<Slice> slices) {
    record Load(String cell, int repetition, int round, int level) {}
    Collection<List<Slice>> loads =
        slices.stream()
            .collect(
                Collectors.groupingBy(
                    slice ->
                        new Load(
                            study.paired() == null ? slice.key().cell() : "",
                            slice.key().repetition(),
                            slice.key().turn().round(),
                            slice.key().level())))
            .values();
    Map<String, Cell> cells =
        study.cells().stream().collect(Collectors.toMap(Cell::name, cell -> cell));
    return loads.stream()
        .flatMap(
            load -> {
              SortedMap<Integer, List<Slice>> blocks =
                  load.stream()
                      .collect(
                          Collectors.groupingBy(
                              slice -> slice.key().turn().block(),
                              TreeMap::new,
                              Collectors.toList()));
              return blocks.headMap(blocks.lastKey()).values().stream();
            })
        .filter(block -> !block.stream().allMatch(Slice::isValid))
        .flatMap(List::stream)
        .filter(slice -> cells.containsKey(slice.key().cell()))
        .filter(slice -> isMain(cells.get(slice.key().cell()).load(), slice))
        .map(slice -> settled(cells.get(slice.key().cell()).load(), slice).plusNanos(nanos(slice)))
        .reduce(Duration.ZERO, Duration::plus);
  }

  /** Groups are measured at the same time as all calls, phases one after the other. */
  private static boolean isMain(LoadSchedule load, Slice slice) {
    return !load.phases().isEmpty() || slice.key().part().isEmpty();
  }

  /** The time before a slice; phases follow each other without any. */
  private static Duration settled(LoadSchedule load, Slice slice) {
    boolean isFirst =
        load.phases().isEmpty() || load.phases().get(0).name().equals(slice.key().part());
    return isFirst ? load.settle() : Duration.ZERO;
  }

  private static long nanos(Slice slice) {
    return slice.batches().stream().mapToLong(batch -> batch.span().nanos()).sum();
  }
}
