package io.poolbench.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C and SIGTERM into an interrupt of the thread that works, and holds up the JVM's end
 * until that thread has saved what it measured.
 */
final class Interruption implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

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
    worker.interrupt();
    try {
      saved.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
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
