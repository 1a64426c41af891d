package io.poolbench.server.service;

import io.poolbench.server.timing.Distribution;
import io.poolbench.server.timing.InProgress;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * The asynchronous calls, whose thread is released while they wait: the number of open calls, and
 * the durations of their completions. Thread-safe; takes no lock and allocates nothing.
 */
public final class AsyncCalls {
  private final LongSupplier nanoClock;
  private final InProgress open;
  private final LongAdder endedNanos = new LongAdder();
  private final Distribution completions = Distribution.ofNanos();

  public AsyncCalls(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    this.open = new InProgress(nanoClock);
  }

  /** Opens a call; returns the time in nanoseconds, to be passed to {@link #close}. */
  long open() {
    long now = nanoClock.getAsLong();
    open.begin(now);
    return now;
  }

  void close(long openedNanos, Runnable completion) {
    long beganNanos = nanoClock.getAsLong();
    try {
      completion.run();
    } finally {
      long endedNanos = nanoClock.getAsLong();
      completions.record(endedNanos - beganNanos);
      this.endedNanos.add(endedNanos - openedNanos);
      open.end(openedNanos);
    }
  }

  public int count() {
    return open.count();
  }

  /** The number of open calls, integrated over time, in nanoseconds. */
  public long openNanos() {
    return endedNanos.sum() + open.ageNanos();
  }

  public Distribution completions() {
    return completions;
  }
}
