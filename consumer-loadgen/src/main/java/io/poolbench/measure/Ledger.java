package io.poolbench.measure;

import java.util.List;
import java.util.Objects;

/**
 * The account of a load at an instant, by which intervals are balanced: what came due and did not
 * end in an interval is pending at its end.
 *
 * @param nanos the clock's time
 * @param due requests of an open loop that came due since it began; 0 in a closed loop
 * @param backlog those that wait to be sent
 * @param pending the calls in flight, in an open loop from their intended start, and the backlog
 * @param unfinishedNanos summed time that a closed loop's users have spent in cycles (pause and
 *     call) that have not ended; 0 in an open loop
 */
public record Ledger(
    long nanos, long due, long backlog, PendingCalls pending, long unfinishedNanos) {
  public static final Ledger EMPTY = new Ledger(0, 0, 0, PendingCalls.NONE, 0);

  public Ledger {
    Objects.requireNonNull(pending, "pending");
  }

  /** The same account of an instant by another clock. */
  Ledger at(long instant) {
    return new Ledger(instant, due, backlog, pending, unfinishedNanos);
  }

  /** The account of several loads, as of the last of them. */
  static Ledger together(List<Ledger> several) {
    return new Ledger(
        several.get(several.size() - 1).nanos,
        several.stream().mapToLong(Ledger::due).sum(),
        several.stream().mapToLong(Ledger::backlog).sum(),
        PendingCalls.together(several.stream().map(Ledger::pending)),
        several.stream().mapToLong(Ledger::unfinishedNanos).sum());
  }
}
