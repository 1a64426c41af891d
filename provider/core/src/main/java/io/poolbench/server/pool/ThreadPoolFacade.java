package io.poolbench.server.pool;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A measured pool as a {@code ThreadPoolExecutor}, for programs that cast their pool to one. It has
 * no threads and no queue of its own: tasks go to the {@link MeasuredExecutor}, all other calls to
 * the pool that it measures. As thread-safe as a {@code ThreadPoolExecutor}.
 *
 * <p>Tasks in {@link #getQueue()} are wrapped, so that {@link #remove} finds none of them.
 */
public final class ThreadPoolFacade extends ThreadPoolExecutor {
  private final MeasuredExecutor measured;
  private final boolean sizesKept;

  /**
   * @param measured measures a {@code ThreadPoolExecutor}
   * @param sizesKept whether changes of the threads or their idle time are ignored: Dubbo resets a
   *     pool to its configuration with each exported service
   */
  public ThreadPoolFacade(MeasuredExecutor measured, boolean sizesKept) {
    super(0, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(1));
    this.measured = measured;
    this.sizesKept = sizesKept;
    pool();
  }

  private ThreadPoolExecutor pool() {
    return require(measured.threadPool());
  }

  private static ThreadPoolExecutor require(Optional<ThreadPoolExecutor> pool) {
    return pool.orElseThrow(() -> new IllegalArgumentException("no ThreadPoolExecutor"));
  }

  /** A change of the program's is to outlast a pool that is measured in the place of its own. */
  private ThreadPoolExecutor configured() {
    return require(measured.configured());
  }

  @Override
  public void execute(Runnable task) {
    measured.execute(task);
  }

  @Override
  public void shutdown() {
    measured.shutdown();
  }

  @Override
  public List<Runnable> shutdownNow() {
    return measured.shutdownNow();
  }

  @Override
  public boolean isShutdown() {
    return measured.isShutdown();
  }

  @Override
  public boolean isTerminating() {
    return pool().isTerminating();
  }

  @Override
  public boolean isTerminated() {
    return measured.isTerminated();
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
    return measured.awaitTermination(timeout, unit);
  }

  @Override
  public void setThreadFactory(ThreadFactory factory) {
    measured.threadFactory(factory);
  }

  @Override
  public ThreadFactory getThreadFactory() {
    return pool().getThreadFactory();
  }

  @Override
  public void setRejectedExecutionHandler(RejectedExecutionHandler handler) {
    measured.rejectionHandler(handler);
  }

  @Override
  public RejectedExecutionHandler getRejectedExecutionHandler() {
    return pool().getRejectedExecutionHandler();
  }

  @Override
  public void setCorePoolSize(int threads) {
    if (!sizesKept) {
      configured().setCorePoolSize(threads);
    }
  }

  @Override
  public int getCorePoolSize() {
    return pool().getCorePoolSize();
  }

  @Override
  public void setMaximumPoolSize(int threads) {
    if (!sizesKept) {
      configured().setMaximumPoolSize(threads);
    }
  }

  @Override
  public int getMaximumPoolSize() {
    return pool().getMaximumPoolSize();
  }

  @Override
  public void setKeepAliveTime(long time, TimeUnit unit) {
    if (!sizesKept) {
      configured().setKeepAliveTime(time, unit);
    }
  }

  @Override
  public long getKeepAliveTime(TimeUnit unit) {
    return pool().getKeepAliveTime(unit);
  }

  @Override
  public void allowCoreThreadTimeOut(boolean allowed) {
    if (!sizesKept) {
      configured().allowCoreThreadTimeOut(allowed);
    }
  }

  @Override
  public boolean allowsCoreThreadTimeOut() {
    return pool().allowsCoreThreadTimeOut();
  }

  @Override
  public boolean prestartCoreThread() {
    return pool().prestartCoreThread();
  }

  @Override
  public int prestartAllCoreThreads() {
    return pool().prestartAllCoreThreads();
  }

  @Override
  public BlockingQueue<Runnable> getQueue() {
    return pool().getQueue();
  }

  @Override
  public boolean remove(Runnable task) {
    return pool().remove(task);
  }

  @Override
  public void purge() {
    pool().purge();
  }

  @Override
  public int getPoolSize() {
    return pool().getPoolSize();
  }

  @Override
  public int getActiveCount() {
    return pool().getActiveCount();
  }

  @Override
  public int getLargestPoolSize() {
    return pool().getLargestPoolSize();
  }

  @Override
  public long getTaskCount() {
    return pool().getTaskCount();
  }

  @Override
  public long getCompletedTaskCount() {
    return pool().getCompletedTaskCount();
  }

  @Override
  public String toString() {
    return pool().toString();
  }
}
