package io.poolbench.sla;

import io.poolbench.result.FigureText;
import java.util.List;
import java.util.Optional;

/**
 * Min, median and max of a cell's capacity over its repetitions.
 *
 * <p>The median is the lower one of an even number, so it is always a measured level: the highest
 * load that more than half of the repetitions served.
 *
 * @param lowest 0 if a repetition has no load within the SLA
 * @param median 0 if there is no such load in half of the repetitions
 * @param highest the maximum
 * @param maybeMore whether the median may be higher, because its repetitions have no failing level
 *     or INVALID ones beyond
 * @param count the repetitions with a known capacity
 */
public record CapacitySpread(int lowest, int median, int highest, boolean maybeMore, int count) {
  /** The spread of capacities; empty if none of them is known. */
  static Optional<CapacitySpread> of(List<Capacity> capacities) {
    List<Capacity> known = capacities.stream().filter(Capacity::known).toList();
    if (known.isEmpty()) {
      return Optional.empty();
    }
    int[] atLeast = known.stream().mapToInt(Capacity::level).sorted().toArray();
    int[] atMost =
        known.stream()
            .mapToInt(of -> of.maybeMore() ? Integer.MAX_VALUE : of.level())
            .sorted()
            .toArray();
    int middle = (known.size() - 1) / 2;
    return Optional.of(
        new CapacitySpread(
            atLeast[0],
            atLeast[middle],
            atLeast[known.size() - 1],
            atMost[middle] > atLeast[middle],
            known.size()));
  }

  /** The median as text, as {@link Capacity#answer()}. */
  public String answer() {
    if (median == 0) {
      return "none";
    }
    return (maybeMore ? "at least " : "") + FigureText.count(median);
  }
}
