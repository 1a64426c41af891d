package io.poolbench.load;

import io.poolbench.journal.Pending;
import java.util.List;
import java.util.Objects;

/**
 * The state of a load at an instant. Requests that came due in an interval and did not end in it
 * are pending at its end.
 *
 * @param nanos the clock's time
 * @param due requests of an open loop that came due since the load began; 0 in a closed loop
 * @param pending calls in flight, aged from their intended start in an open loop, and the backlog
 * @param unfinishedNanos summed time that a closed loop's users have spent in unfinished cycles
 *     (pause and call); 0 in an open loop
 */
public record Ledger(long nanos, long due, Pending pending, long unfinishedNanos) {
  public static final Ledger EMPTY = new Ledger(0, 0, Pending.NONE, 0);

  public Ledger {
    Objects.requireNonNull(pending, "pending");
  }

  /** The summed state of several loads, dated by the last of them. */
  static Ledger together(List<Ledger> several) {
    return new Ledger(
        several.get(several.size() - 1).nanos,
        several.stream().mapToLong(Ledger::due).sum(),
        several.stream().map(Ledger::pending).reduce(Pending.NONE, Pending::plus),
        several.stream().mapToLong(Ledger::unfinishedNanos).sum());
  }
}
