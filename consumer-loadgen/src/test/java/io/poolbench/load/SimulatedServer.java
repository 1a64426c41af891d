package io.poolbench.load;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.function.LongSupplier;

/**
 * Threads behind a FIFO queue, in simulated time, for one or several loads; a call beyond the
 * queue's length is rejected at once.
 */
final class SimulatedServer implements Target.Factory {
  private record Call(int slot, long sentNanos, Target.Completion completion) {}

  private final SimulatedTime time;
  private final int threads;
  private final int queueLength;
  private final LongSupplier serviceNanos;
  private final LongSupplier networkNanos;
  private final Queue<Call> queue = new ArrayDeque<>();
  private int busy;

  private SimulatedServer(
      SimulatedTime time,
      int threads,
      int queueLength,
      LongSupplier serviceNanos,
      LongSupplier networkNanos) {
    this.time = time;
    this.threads = threads;
    this.queueLength = queueLength;
    this.serviceNanos = serviceNanos;
    this.networkNanos = networkNanos;
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
    return new SimulatedServer(time, threads, queueLength, serviceNanos, networkNanos);
  }

  @Override
  public Target open(int slots, Target.Completion completion) {
    Map<Integer, Long> sentNanos = new HashMap<>();
    return new Target() {
      @Override
      public void send(int slot) {
        Call call = new Call(slot, time.nanoTime(), completion);
        sentNanos.put(slot, call.sentNanos());
        time.after(networkNanos.getAsLong(), () -> arrive(call));
      }

      @Override
      public long sentNanos(int slot) {
        return sentNanos.getOrDefault(slot, 0L);
      }

      @Override
      public void close() {}
    };
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
    call.completion().completed(call.slot(), outcome, call.sentNanos(), time.nanoTime());
  }
}
