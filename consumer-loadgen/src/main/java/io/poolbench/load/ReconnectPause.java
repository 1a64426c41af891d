package io.poolbench.load;

import java.util.concurrent.TimeUnit;

/**
 * The pause before the next connection attempt, which doubles up to a limit while attempts fail.
 * For use by one thread.
 */
public final class ReconnectPause {
  /** Time after which a call that cannot be sent ends: closed-loop users would otherwise spin. */
  public static final long UNSENT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private static final long MIN_MILLIS = 10;
  private static final long MAX_MILLIS = 1_000;

  private long millis = MIN_MILLIS;

  public long next() {
    long pause = millis;
    millis = Math.min(2 * pause, MAX_MILLIS);
    return pause;
  }

  public void reset() {
    millis = MIN_MILLIS;
  }
}
