package io.poolbench.load;

import io.poolbench.measure.Clock;
import java.util.concurrent.locks.LockSupport;

/**
 * Paces in real time, by a daemon thread for each thing that is paced. It parks between two acts,
 * never spins and allocates nothing; how late the kernel wakes it is in the send delay and the lag
 * of what it sends.
 */
public final class ParkingScheduler implements Scheduler {
  /** The name of each of its threads. */
  public static final String THREAD_NAME = "poolbench-pace";

  private static final long JOIN_MILLIS = 2_000;

  private final Clock clock;

  /**
   * @param clock tells the instants
   */
  public ParkingScheduler(Clock clock) {
    this.clock = clock;
  }

  @Override
  public Pulse start(Paced paced) {
    Beat beat = new Beat(paced, clock);
    beat.start();
    return beat;
  }

  private static final class Beat extends Thread implements Pulse {
    private final Paced paced;
    private final Clock clock;
    private volatile boolean closed;
    private volatile Throwable failure;

    Beat(Paced paced, Clock clock) {
      super(THREAD_NAME);
      this.paced = paced;
      this.clock = clock;
      setDaemon(true);
      setUncaughtExceptionHandler((thread, thrown) -> failure = thrown);
    }

    @Override
    public void run() {
      while (!closed) {
        long now = clock.nanoTime();
        long delay = paced.advance(now);
        // A wake-up since then left its permit, so that this park returns at once.
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
        throw new IllegalStateException("pacing has failed: " + failure, failure);
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
