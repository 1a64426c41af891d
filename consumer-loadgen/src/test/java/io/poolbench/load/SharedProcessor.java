package io.poolbench.load;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** One processor shared evenly by all calls at it (processor sharing), in simulated time. */
final class SharedProcessor implements Target {
  private static final class Call {
    private final int slot;
    private final long sentNanos;
    private double leftNanos;

    Call(int slot, long sentNanos, double leftNanos) {
      this.slot = slot;
      this.sentNanos = sentNanos;
      this.leftNanos = leftNanos;
    }
  }

  private final SimulatedTime time;
  private final LongSupplier workNanos;
  private final Completion completion;
  private final List<Call> calls = new ArrayList<>();
  private long workedUntil;
  private long planned;

  private SharedProcessor(SimulatedTime time, LongSupplier workNanos, Completion completion) {
    this.time = time;
    this.workNanos = workNanos;
    this.completion = completion;
  }

  /**
   * @param workNanos how long each call would take alone
   */
  static Target.Factory of(SimulatedTime time, LongSupplier workNanos) {
    return (slots, completion) -> new SharedProcessor(time, workNanos, completion);
  }

  @Override
  public void send(int slot) {
    work();
    calls.add(new Call(slot, time.nanoTime(), workNanos.getAsLong()));
    plan();
  }

  private void work() {
    double each = (time.nanoTime() - workedUntil) / (double) calls.size();
    calls.forEach(call -> call.leftNanos -= each);
    workedUntil = time.nanoTime();
  }

  private void plan() {
    long plan = ++planned;
    calls.stream()
        .mapToDouble(call -> call.leftNanos)
        .min()
        .ifPresent(
            least ->
                time.after(
                    (long) Math.ceil(Math.max(0, least) * calls.size()),
                    () -> {
                      if (plan == planned) {
                        endDone();
                      }
                    }));
  }

  private void endDone() {
    work();
    List<Call> done = calls.stream().filter(call -> call.leftNanos <= 0).toList();
    calls.removeAll(done);
    plan();
    done.forEach(
        call -> completion.completed(call.slot, Outcome.OK, call.sentNanos, time.nanoTime()));
  }

  @Override
  public long sentNanos(int slot) {
    return calls.stream()
        .filter(call -> call.slot == slot)
        .mapToLong(call -> call.sentNanos)
        .findFirst()
        .orElse(0);
  }

  @Override
  public void close() {}
}
