package io.poolbench.core;

/** Threads that do not keep their JVM alive. */
public final class DaemonThread {
  private DaemonThread() {}

  public static Thread start(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
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
