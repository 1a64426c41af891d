package io.poolbench.judge;

import io.poolbench.result.FigureText;
import java.util.List;
import java.util.Optional;

/**
 * Minimum, median and maximum of a cell's capacity over its repetitions.
 *
 * <p>For an even count the median is the lower of the two middle values, so it is always a measured
 * level: the highest load within the SLA in more than half of the repetitions.
 *
 * @param lowest 0 if a repetition has no load within the SLA
 * @param median 0 if half of the repetitions have no load within the SLA
 * @param maybeMore whether the median may be higher, because repetitions have no failing level or
 *     have open levels below it
 * @param count the number of repetitions with a known capacity
 */
public record CapacitySpread(int lowest, int median, int highest, boolean maybeMore, int count) {
  /** The spread of known capacities; empty if there are none. */
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

  public String answer() {
    if (median == 0) {
      return "none";
    }
    return (maybeMore ? "at least " : "") + FigureText.count(median);
  }
}
