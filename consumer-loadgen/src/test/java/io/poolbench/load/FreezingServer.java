package io.poolbench.load;

import java.util.HashMap;
import java.util.Map;

/**
 * A thread for each call, in simulated time, all of which freeze for a while: a call is answered
 * after its service time, of which none passes during the freeze.
 */
record FreezingServer(
    SimulatedTime time,
    long serviceNanos,
    long frozenFrom,
    long frozenUntil,
    Target.Completion completion,
    Map<Integer, Long> sentAt)
    implements Target {
  static Target.Factory of(
      SimulatedTime time, long serviceNanos, long frozenFrom, long frozenUntil) {
    return (slots, completion) ->
        new FreezingServer(
            time, serviceNanos, frozenFrom, frozenUntil, completion, new HashMap<>());
  }

  /** When a call that is sent at an instant is answered. */
  static long answeredAt(long sent, long serviceNanos, long frozenFrom, long frozenUntil) {
    long answered = sent + serviceNanos;
    if (answered <= frozenFrom || sent >= frozenUntil) {
      return answered;
    }
    return answered + frozenUntil - Math.max(sent, frozenFrom);
  }

  @Override
  public void send(int slot) {
    long sent = time.nanoTime();
    sentAt.put(slot, sent);
    time.after(
        answeredAt(sent, serviceNanos, frozenFrom, frozenUntil) - sent,
        () -> completion.completed(slot, Outcome.OK, sent, time.nanoTime()));
  }

  @Override
  public long sentNanos(int slot) {
    return sentAt.getOrDefault(slot, 0L);
  }

  @Override
  public void close() {}
}
