package io.poolbench.load;

import io.poolbench.core.DaemonThread;
import io.poolbench.core.TimerSlack;
import java.util.concurrent.locks.LockSupport;

/**
 * A real-time scheduler that runs each task on its own daemon thread, which parks until the task is
 * due. It never spins and allocates nothing. The kernel's wake-up latency is part of the send delay
 * and of the lag.
 */
public record ParkingScheduler(NanoClock clock) implements Scheduler {
  public static final String THREAD_NAME = "poolbench-pace";

  private static final long JOIN_MILLIS = 2_000;

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
      TimerSlack.minimize();
      while (!closed) {
        long now = clock.nanoTime();
        long delay = task.advance(now);
        // A wake-up in the meantime has left a permit, so that this park returns at once.
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
      DaemonThread.join(this, JOIN_MILLIS);
    }
  }
}
