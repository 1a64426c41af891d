package io.poolbench.load;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * A client of a simulated server that gives calls up after a timeout; the server goes on with them,
 * and answers too late.
 */
final class ImpatientClient implements Target {
  private final SimulatedTime time;
  private final long timeoutNanos;
  private final Completion completion;
  private final Target server;
  private final Map<Integer, Integer> waiting = new HashMap<>();
  private final Map<Integer, Long> sentNanos = new HashMap<>();
  private int calls;

  private ImpatientClient(
      SimulatedTime time, long timeoutNanos, Target.Factory server, Completion completion)
      throws IOException {
    this.time = time;
    this.timeoutNanos = timeoutNanos;
    this.completion = completion;
    // The server sees each call in a slot of its own, as several of one slot may be with it.
    this.server = server.open(Integer.MAX_VALUE, this::answered);
  }

  static Target.Factory of(SimulatedTime time, long timeoutNanos, Target.Factory server) {
    return (slots, completion) -> new ImpatientClient(time, timeoutNanos, server, completion);
  }

  @Override
  public void send(int slot) {
    int call = calls++;
    long sent = time.nanoTime();
    waiting.put(call, slot);
    sentNanos.put(slot, sent);
    server.send(call);
    time.after(timeoutNanos, () -> giveUp(call, sent));
  }

  private void giveUp(int call, long sent) {
    Integer slot = waiting.remove(call);
    if (slot != null) {
      completion.completed(slot, Outcome.TIMEOUT, sent, time.nanoTime());
    }
  }

  private void answered(int call, Outcome outcome, long sent, long answered) {
    Integer slot = waiting.remove(call);
    if (slot != null) {
      completion.completed(slot, outcome, sent, answered);
    } else if (outcome == Outcome.OK) {
      completion.answeredLate();
    }
  }

  @Override
  public long sentNanos(int slot) {
    return sentNanos.getOrDefault(slot, 0L);
  }

  @Override
  public void close() {
    server.close();
  }
}
