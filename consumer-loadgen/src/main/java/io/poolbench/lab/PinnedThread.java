package io.poolbench.lab;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** A thread of its own for one task, so that what the thread is held to does not stay. */
public final class PinnedThread {
  private PinnedThread() {}

  /**
   * Runs a task on a new thread that is held to some CPUs, where the host can, and waits for it.
   *
   * @throws InterruptedException where the calling thread is interrupted; the task's is then too
   * @throws IllegalStateException where the task fails
   */
  public static <T> T call(Pinning pinning, CpuList cpus, Callable<T> task)
      throws InterruptedException {
    FutureTask<T> run = start(pinning, cpus, task);
    try {
      return run.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a task on CPUs " + cpus + " failed", e.getCause());
    } finally {
      run.cancel(true);
    }
  }

  /** Runs a task on a new thread that is held to some CPUs, where the host can. */
  public static <T> FutureTask<T> start(Pinning pinning, CpuList cpus, Callable<T> task) {
    FutureTask<T> run =
        new FutureTask<>(
            () -> {
              pinning.holdThread(cpus);
              return task.call();
            });
    Thread thread = new Thread(run, "cpus-" + cpus);
    thread.setDaemon(true);
    thread.start();
    return run;
  }
}
