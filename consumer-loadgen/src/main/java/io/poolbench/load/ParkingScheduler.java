package io.poolbench.load;

import io.poolbench.measure.NanoClock;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs each task in real time on a daemon thread of its own, which parks until the task is due. It
 * never spins and allocates nothing; the kernel's wake-up latency is part of the send delay and the
 * lag of what a task sends.
 */
public final class ParkingScheduler implements Scheduler {
  public static final String THREAD_NAME = "poolbench-pace";

  private static final long JOIN_MILLIS = 2_000;

  private final NanoClock clock;

  public ParkingScheduler(NanoClock clock) {
    this.clock = clock;
  }

  @Override
  public Handle start(Task task) {
    TaskThread thread = new TaskThread(task, clock);
    thread.start();
    return thread;
  }

  private static final class TaskThread extends Thread implements Handle {
    private final Task task;
    private final NanoClock clock;
    private volatile boolean closed;
    private volatile Throwable failure;

    TaskThread(Task task, NanoClock clock) {
      super(THREAD_NAME);
      this.task = task;
      this.clock = clock;
      setDaemon(true);
      setUncaughtExceptionHandler((thread, thrown) -> failure = thrown);
    }

    @Override
    public void run() {
      while (!closed) {
        long now = clock.nanoTime();
        long delay = task.advance(now);
        // A wake-up since then has left a permit: this park then returns at once.
        LockSupport.parkNanos(this, delay - (clock.nanoTime() - now));
      }
    }

    @Override
    public void wake() {
      LockSupport.unpark(this);
    }

    @Override
    public void check() {
      if (failure != null) {
        throw new IllegalStateException("load scheduler failed: " + failure, failure);
      }
    }

    @Override
    public void close() {
      closed = true;
      LockSupport.unpark(this);
      try {
        join(JOIN_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
