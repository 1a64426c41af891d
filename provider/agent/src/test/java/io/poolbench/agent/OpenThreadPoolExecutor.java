package io.poolbench.agent;

import java.util.concurrent.ThreadPoolExecutor;

/**
 * Executors of the JDK's whose threads lead to them, as those of all executors do where the JDK is
 * opened.
 */
public final class OpenThreadPoolExecutor {
  private OpenThreadPoolExecutor() {}

  static <E extends ThreadPoolExecutor> E open(E executor) {
    executor.setThreadFactory(task -> new Worker(task, executor));
    return executor;
  }

  /** Named, with its field and its method, as the JDK's. */
  @SuppressWarnings("MemberName")
  public static final class Worker extends Thread {
    private final ThreadPoolExecutor this$0;

    Worker(Runnable task, ThreadPoolExecutor executor) {
      super(task, "x-1");
      this$0 = executor;
    }

    public boolean isLocked() {
      return this$0.getActiveCount() > 0;
    }
  }
}
