package io.poolbench.load;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Threads behind a FIFO queue, in simulated time, for one or several loads; a call beyond the
 * queue's length is rejected at once.
 */
record SimulatedServer(
    SimulatedTime time,
    int threads,
    int queueLength,
    LongSupplier serviceNanos,
    LongSupplier networkNanos,
    Queue<Call> queue,
    AtomicInteger busy)
    implements Target.Factory {
  private record Call(int slot, long sentNanos, Target.Completion completion) {}

  /**
   * @param serviceNanos how long each call occupies a thread
   * @param networkNanos the time of each call before it reaches the queue
   */
  static Target.Factory of(
      SimulatedTime time,
      int threads,
      int queueLength,
      LongSupplier serviceNanos,
      LongSupplier networkNanos) {
    return new SimulatedServer(
        time,
        threads,
        queueLength,
        serviceNanos,
        networkNanos,
        new ArrayDeque<>(),
        new AtomicInteger());
  }

  @Override
  public Target open(int slots, Target.Completion completion) {
    return time.target(
        (slot, sent) ->
            time.after(networkNanos.getAsLong(), () -> arrive(new Call(slot, sent, completion))));
  }

  private void arrive(Call call) {
    if (busy.get() < threads) {
      busy.incrementAndGet();
      serve(call);
    } else if (queue.size() < queueLength) {
      queue.add(call);
    } else {
      end(call, Outcome.REJECTED);
    }
  }

  private void serve(Call call) {
    time.after(
        serviceNanos.getAsLong(),
        () -> {
          Call next = queue.poll();
          if (next == null) {
            busy.decrementAndGet();
          } else {
            serve(next);
          }
          end(call, Outcome.OK);
        });
  }

  private void end(Call call, Outcome outcome) {
    call.completion().completed(call.slot(), outcome, call.sentNanos(), time.nanoTime());
  }
}
