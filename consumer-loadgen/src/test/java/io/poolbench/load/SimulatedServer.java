package io.poolbench.load;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.function.LongSupplier;

/**
 * Threads behind a FIFO queue, in simulated time; a call beyond the queue's length is rejected at
 * once.
 */
final class SimulatedServer implements Target {
  private record Call(int slot, long sentNanos) {}

  private final SimulatedTime time;
  private final int threads;
  private final int queueLength;
  private final LongSupplier serviceNanos;
  private final LongSupplier networkNanos;
  private final Completion completion;
  private final Queue<Call> queue = new ArrayDeque<>();
  private final Map<Integer, Long> sentNanos = new HashMap<>();
  private int busy;

  private SimulatedServer(
      SimulatedTime time,
      int threads,
      int queueLength,
      LongSupplier serviceNanos,
      LongSupplier networkNanos,
      Completion completion) {
    this.time = time;
    this.threads = threads;
    this.queueLength = queueLength;
    this.serviceNanos = serviceNanos;
    this.networkNanos = networkNanos;
    this.completion = completion;
  }

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
    return (slots, completion) ->
        new SimulatedServer(time, threads, queueLength, serviceNanos, networkNanos, completion);
  }

  @Override
  public void send(int slot) {
    Call call = new Call(slot, time.nanoTime());
    sentNanos.put(slot, call.sentNanos());
    time.after(networkNanos.getAsLong(), () -> arrive(call));
  }

  private void arrive(Call call) {
    if (busy < threads) {
      busy++;
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
            busy--;
          } else {
            serve(next);
          }
          end(call, Outcome.OK);
        });
  }

  private void end(Call call, Outcome outcome) {
    completion.completed(call.slot(), outcome, call.sentNanos(), time.nanoTime());
  }

  @Override
  public long sentNanos(int slot) {
    return sentNanos.getOrDefault(slot, 0L);
  }

  @Override
  public void close() {}
}
