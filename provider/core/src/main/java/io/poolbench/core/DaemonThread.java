package io.poolbench.core;

/**
 * Threads that do not keep their JVM alive. What one fails by is a line on standard error: it is no
 * affair of the program's own handler of uncaught exceptions, which may end the program.
 */
public final class DaemonThread {
  private DaemonThread() {}

  /** A thread that is not started. */
  public static Thread of(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.setUncaughtExceptionHandler(
        (failed, failure) -> System.err.println(failed.getName() + " failed: " + failure));
    return thread;
  }

  public static Thread start(Runnable work, String name) {
    Thread thread = of(work, name);
    thread.start();
    return thread;
  }

  /** Waits for a thread's end, without a limit for 0. An interrupt ends the wait, and is kept. */
  public static void join(Thread thread, long millis) {
    try {
      thread.join(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
