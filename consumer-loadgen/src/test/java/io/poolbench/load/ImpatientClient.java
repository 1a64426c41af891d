package io.poolbench.load;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A client of a simulated server that gives calls up after a timeout; the server goes on with them,
 * and answers too late.
 */
final class ImpatientClient {
  private ImpatientClient() {}

  static Target.Factory of(SimulatedTime time, long timeoutNanos, Target.Factory server) {
    return (slots, completion) -> {
      Map<Integer, Integer> slotsOfCalls = new HashMap<>();
      // The server sees each call in a slot of its own, as several of one slot may be with it.
      Target called =
          server.open(
              Integer.MAX_VALUE,
              (call, outcome, sent, answered) -> {
                Integer slot = slotsOfCalls.remove(call);
                if (slot != null) {
                  completion.completed(slot, outcome, sent, answered);
                } else if (outcome == Outcome.OK) {
                  completion.answeredLate();
                }
              });
      AtomicInteger calls = new AtomicInteger();
      return time.target(
          (slot, sent) -> {
            int call = calls.getAndIncrement();
            slotsOfCalls.put(call, slot);
            called.send(call);
            time.after(
                timeoutNanos,
                () -> {
                  if (slotsOfCalls.remove(call) != null) {
                    completion.completed(slot, Outcome.TIMEOUT, sent, time.nanoTime());
                  }
                });
          });
    };
  }
}
