package io.poolbench.load;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * The calls that ended in one interval. Durations are in nanoseconds. Histograms must not be
 * changed.
 *
 * @param response response times of successful calls, measured from the intended start in an open
 *     loop and from the send in a closed loop
 * @param service times of successful calls from the send; in a closed loop the same histogram as
 *     {@code response}
 * @param sendDelay times from the intended start to the send, of calls of any outcome; open loop
 *     only
 * @param lag lateness of the driver: times from the instant at which a call was due and could be
 *     sent to its send, of calls of any outcome; empty in a closed loop without think time
 * @param failedNanos summed response time of the unsuccessful calls
 * @param timeoutNanos the part of {@code failedNanos} of the calls that timed out
 * @param thinkNanos summed time from a user's last answer to its next send; closed loop only
 * @param backoffNanos the part of {@code thinkNanos} that followed a refused or failed call
 * @param unsent requests that were given up because no slot became free in time; they are not calls
 * @param late answers that came after the client had given up; their calls ended before
 * @param due requests of an open loop that came due: {@code calls + unsent + growth}; 0 in a closed
 *     loop
 * @param growth change of the number of pending calls
 * @param carriedNanos change, over the interval, of the summed time that a closed loop's users have
 *     spent in unfinished cycles
 * @param end the state of the load at the end of the interval
 * @param groups the same calls by group; empty for a load without groups
 */
public record Interval(
    Histogram response,
    Histogram service,
    Histogram sendDelay,
    Histogram lag,
    long rejected,
    long timeout,
    long error,
    long failedNanos,
    long timeoutNanos,
    long thinkNanos,
    long backoffNanos,
    long unsent,
    long late,
    long due,
    long growth,
    long carriedNanos,
    Ledger end,
    List<Interval> groups) {
  public Interval {
    Objects.requireNonNull(response, "response");
    Objects.requireNonNull(service, "service");
    Objects.requireNonNull(sendDelay, "sendDelay");
    Objects.requireNonNull(lag, "lag");
    Objects.requireNonNull(end, "end");
    groups = List.copyOf(groups);
  }

  public long backlog() {
    return end.backlog();
  }

  public PendingCalls pending() {
    return end.pending();
  }

  public long ok() {
    return response.getTotalCount();
  }

  public long calls() {
    return ok() + rejected + timeout + error;
  }

  /**
   * The number of successful calls that took at least {@code limitNanos}, to the precision of the
   * histogram. A percentile is below the limit if and only if this number is small enough.
   */
  public long okFrom(long limitNanos) {
    return response.getCountBetweenValues(limitNanos, Long.MAX_VALUE);
  }

  /**
   * The mean cycle of a user in nanoseconds: response time of any outcome plus think time. By
   * Little's law, the number of users is this mean times the calls per nanosecond. NaN without a
   * call.
   */
  public double cycleMeanNanos() {
    return cyclesNanos() / calls();
  }

  /**
   * The time that a closed loop's users spent within the interval, in finished and unfinished
   * cycles, in nanoseconds. It is the number of users times the interval's length, even if no call
   * ends.
   */
  public double userNanos() {
    return cyclesNanos() + carriedNanos;
  }

  public double okNanos() {
    return ok() == 0 ? 0 : response.getMean() * ok();
  }

  private double cyclesNanos() {
    return okNanos() + failedNanos + thinkNanos;
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
    Histogram responses = merged(intervals, Interval::response);
    return new Interval(
        responses,
        intervals.stream().allMatch(each -> each.service.equals(each.response))
            ? responses
            : merged(intervals, Interval::service),
        merged(intervals, Interval::sendDelay),
        merged(intervals, Interval::lag),
        sum(intervals, Interval::rejected),
        sum(intervals, Interval::timeout),
        sum(intervals, Interval::error),
        sum(intervals, Interval::failedNanos),
        sum(intervals, Interval::timeoutNanos),
        sum(intervals, Interval::thinkNanos),
        sum(intervals, Interval::backoffNanos),
        sum(intervals, Interval::unsent),
        sum(intervals, Interval::late),
        sum(intervals, Interval::due),
        sum(intervals, Interval::growth),
        sum(intervals, Interval::carriedNanos),
        end,
        groups);
  }

  private static Histogram merged(
      List<Interval> intervals, Function<Interval, Histogram> histogram) {
    return StripedHistogram.merge(intervals.stream().map(histogram).toList());
  }

  private static long sum(List<Interval> intervals, ToLongFunction<Interval> figure) {
    return intervals.stream().mapToLong(figure).sum();
  }
}
