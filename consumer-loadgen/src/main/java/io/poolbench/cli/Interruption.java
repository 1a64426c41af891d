package io.poolbench.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * RoundRobin Ctrl-C and SIGTERM into an interrupt of the thread that works, and holds up the JVM's
 * end until that thread has saved what it measured.
 */
final class Interruption implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration REMINDER = Duration.ofSeconds(2);

  private final Thread worker = Thread.currentThread();
  private final CountDownLatch saved = new CountDownLatch(1);
  private volatile boolean asked;

  /** Watches over the thread that calls this, until {@link #close}. */
  Interruption() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::interruptAndWait, "interruption"));
  }

  private void interruptAndWait() {
    if (saved.getCount() == 0) {
      return;
    }
    asked = true;
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    try {
      // Again and again, for a library may use an interrupt up without passing it on.
      do {
        worker.interrupt();
      } while (!saved.await(REMINDER.toMillis(), TimeUnit.MILLISECONDS)
          && System.nanoTime() - deadline < 0);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether this JVM has been asked to end. */
  boolean asked() {
    return asked;
  }

  /** Says that all that was measured is saved. */
  @Override
  public void close() {
    saved.countDown();
  }
}
