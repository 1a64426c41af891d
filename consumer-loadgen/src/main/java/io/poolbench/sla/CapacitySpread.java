package io.poolbench.sla;

import io.poolbench.result.FigureText;
import java.util.List;
import java.util.Optional;

/**
 * The most load within the SLA over repetitions.
 *
 * <p>The median is the highest load that more than half of the repetitions served: one that was
 * measured, also where their number is even.
 *
 * @param lowest of the repetition that served least; 0 where it served none
 * @param median the median
 * @param highest of the repetition that served most
 * @param maybeMore whether the median may be higher, as it hangs on repetitions whose highest step
 *     was within the SLA, or that are INVALID beyond it
 * @param count how many repetitions are behind it: those in which the answer is not unknown
 */
public record CapacitySpread(int lowest, int median, int highest, boolean maybeMore, int count) {
  /** The spread of answers; empty where none of them is known. */
  static Optional<CapacitySpread> of(List<Capacity> answers) {
    List<Capacity> known = answers.stream().filter(Capacity::known).toList();
    if (known.isEmpty()) {
      return Optional.empty();
    }
    int[] atLeast = known.stream().mapToInt(Capacity::level).sorted().toArray();
    int[] atMost =
        known.stream()
            .mapToInt(most -> most.maybeMore() ? Integer.MAX_VALUE : most.level())
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

  /** The median in a word or three, as {@link Capacity#answer()}. */
  public String answer() {
    if (median == 0) {
      return "none";
    }
    return (maybeMore ? "at least " : "") + FigureText.count(median);
  }
}
