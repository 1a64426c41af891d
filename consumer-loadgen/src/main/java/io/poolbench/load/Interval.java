package io.poolbench.load;

import io.poolbench.journal.Calls;
import io.poolbench.journal.Times;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * The calls that ended in one interval.
 *
 * @param end the state of the load at the end of the interval
 * @param groups the same calls by group; empty for a load without groups
 */
public record Interval(Calls calls, Times times, Ledger end, List<Interval> groups) {
  public Interval {
    Objects.requireNonNull(calls, "calls");
    Objects.requireNonNull(times, "times");
    Objects.requireNonNull(end, "end");
    groups = List.copyOf(groups);
  }

  /**
   * Merges intervals of one load in order of time. There may be gaps between them; the result ends
   * as the last one does.
   */
  public static Interval merge(List<Interval> intervals) {
    Interval last = intervals.get(intervals.size() - 1);
    List<Interval> groups =
        IntStream.range(0, last.groups.size())
            .mapToObj(
                group -> merge(intervals.stream().map(each -> each.groups.get(group)).toList()))
            .toList();
    return sum(intervals, last.end, groups);
  }

  /** Merges one interval of several groups, and keeps the groups. */
  public static Interval together(List<Interval> groups) {
    return sum(groups, Ledger.together(groups.stream().map(Interval::end).toList()), groups);
  }

  private static Interval sum(List<Interval> intervals, Ledger end, List<Interval> groups) {
    return new Interval(
        intervals.stream().map(Interval::calls).reduce(Calls.NONE, Calls::plus),
        Times.sum(intervals.stream().map(Interval::times).toList()),
        end,
        groups);
  }
}
