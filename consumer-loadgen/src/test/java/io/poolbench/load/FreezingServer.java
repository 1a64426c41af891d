package io.poolbench.load;

import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/**
 * A thread for each call, in simulated time: a call is answered at an instant that depends on its
 * slot and on the instant of its send only.
 */
public final class FreezingServer {
  private FreezingServer() {}

  public static Target.Factory of(SimulatedTime time, LongUnaryOperator answeredAt) {
    return of(time, (slot, sent) -> answeredAt.applyAsLong(sent));
  }

  public static Target.Factory of(SimulatedTime time, LongBinaryOperator answeredAt) {
    return (slots, completion) ->
        time.target(
            (slot, sent) ->
                time.after(
                    answeredAt.applyAsLong(slot, sent) - sent,
                    () -> completion.completed(slot, Outcome.OK, sent, time.nanoTime())));
  }

  /** All threads freeze for a while: none of a call's service time passes during the freeze. */
  static LongUnaryOperator frozen(long serviceNanos, long from, long until) {
    return sent -> {
      long answered = sent + serviceNanos;
      boolean freezes = answered > from && sent < until;
      return freezes ? answered + until - Math.max(sent, from) : answered;
    };
  }
}
