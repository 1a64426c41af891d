package io.poolbench.measure;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * The calls that ended in one interval. Durations are nanoseconds; histograms must not be changed.
 *
 * @param response response times of successful calls; in an open loop from the intended start, in a
 *     closed one from the send
 * @param service times of successful calls from the send; in a closed loop the same histogram
 * @param sendDelay from the intended start to the send, of calls of any outcome; open loop only
 * @param lag the driver's own lateness, from when a call was due and could be sent to its send, of
 *     calls of any outcome; empty in a closed loop without think time
 * @param failedNanos summed response time of the unsuccessful calls
 * @param thinkNanos summed time from a user's last answer to its next send; closed loop only
 * @param backoffNanos the part of it that followed a refused or failed call
 * @param unsent requests that were given up because no slot became free in time; they are not calls
 * @param late answers that came after their caller had given up; their calls ended before
 * @param due requests of an open loop that came due: {@code calls + unsent + growth}; 0 in a closed
 *     loop
 * @param growth change of the number of pending calls
 * @param carriedNanos change of the summed time in unfinished cycles of a closed loop's users: time
 *     of the interval that is in no ended cycle, less time in those that is of earlier intervals
 * @param end the account when the interval ended
 * @param groups the same calls by group; empty where there is one load
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
   * The number of successful calls that took as long as a limit or longer, to the precision of the
   * histogram: a percentile is below the limit exactly where few enough are counted here.
   */
  public long okFrom(long limitNanos) {
    return response.getCountBetweenValues(limitNanos, Long.MAX_VALUE);
  }

  /**
   * The mean cycle of a user in nanoseconds: response time, of any outcome, and think time. By
   * Little's law the number of users is this times the calls per nanosecond. NaN without a call.
   */
  public double cycleMeanNanos() {
    return cyclesNanos() / calls();
  }

  /**
   * The time of a closed loop's users within the interval, in nanoseconds, by the cycles that ended
   * and those that had not: the number of users times the interval's length, also where no call
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
   * Consecutive intervals as one; intervals with gaps between them as one that ends as the last.
   */
  public static Interval merge(List<Interval> intervals) {
    Interval last = intervals.get(intervals.size() - 1);
    return sum(intervals, last.end, byGroup(intervals, Interval::merge));
  }

  /** The same interval of several groups. */
  public static Interval together(List<Interval> groups) {
    return sum(groups, Ledger.together(groups.stream().map(Interval::end).toList()), groups);
  }

  /** The same interval of loads that share the calls of one, each with the same groups. */
  public static Interval across(List<Interval> shares, long endNanos) {
    return sum(
        shares,
        Ledger.together(shares.stream().map(Interval::end).toList()).at(endNanos),
        byGroup(shares, of -> across(of, endNanos)));
  }

  private static List<Interval> byGroup(
      List<Interval> intervals, Function<List<Interval>, Interval> together) {
    return IntStream.range(0, intervals.get(0).groups.size())
        .mapToObj(group -> intervals.stream().map(each -> each.groups.get(group)).toList())
        .map(together)
        .toList();
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
