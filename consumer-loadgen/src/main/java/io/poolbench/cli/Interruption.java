package io.poolbench.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns SIGINT and SIGTERM into an interrupt of the thread that creates it, and delays the JVM's
 * exit until that thread has saved what it measured.
 */
final class Interruption implements AutoCloseable {
  private static final Duration MAX_DELAY = Duration.ofSeconds(30);
  private static final Duration REPEAT_AFTER = Duration.ofSeconds(2);

  private final Thread worker = Thread.currentThread();
  private final CountDownLatch saved = new CountDownLatch(1);
  private volatile boolean requested;

  Interruption() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::interruptAndWait, "interruption"));
  }

  private void interruptAndWait() {
    if (saved.getCount() == 0) {
      return;
    }
    requested = true;
    long deadline = System.nanoTime() + MAX_DELAY.toNanos();
    try {
      // The interrupt is repeated, because a library may clear one without passing it on.
      do {
        worker.interrupt();
      } while (!saved.await(REPEAT_AFTER.toMillis(), TimeUnit.MILLISECONDS)
          && System.nanoTime() - deadline < 0);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether this JVM has been asked to exit. */
  boolean requested() {
    return requested;
  }

  /** Lets the JVM exit; to be called once all measurements are saved. */
  @Override
  public void close() {
    saved.countDown();
  }
}
