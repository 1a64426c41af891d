package io.poolbench.load;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/**
 * A thread for each call, in simulated time: a call is answered at an instant that depends on its
 * slot and on the instant of its send only.
 */
public record FreezingServer(
    SimulatedTime time,
    LongBinaryOperator answeredAt,
    Target.Completion completion,
    Map<Integer, Long> sentAt)
    implements Target {
  public static Target.Factory of(SimulatedTime time, LongUnaryOperator answeredAt) {
    return of(time, (slot, sent) -> answeredAt.applyAsLong(sent));
  }

  public static Target.Factory of(SimulatedTime time, LongBinaryOperator answeredAt) {
    return (slots, completion) -> new FreezingServer(time, answeredAt, completion, new HashMap<>());
  }

  /** All threads freeze for a while: none of a call's service time passes during the freeze. */
  static LongUnaryOperator frozen(long serviceNanos, long from, long until) {
    return sent -> {
      long answered = sent + serviceNanos;
      boolean freezes = answered > from && sent < until;
      return freezes ? answered + until - Math.max(sent, from) : answered;
    };
  }

  @Override
  public void send(int slot) {
    long sent = time.nanoTime();
    sentAt.put(slot, sent);
    time.after(
        answeredAt.applyAsLong(slot, sent) - sent,
        () -> completion.completed(slot, Outcome.OK, sent, time.nanoTime()));
  }

  @Override
  public long sentNanos(int slot) {
    return sentAt.getOrDefault(slot, 0L);
  }

  @Override
  public void close() {}
}
