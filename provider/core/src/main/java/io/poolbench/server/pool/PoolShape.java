package io.poolbench.server.pool;

import com.google.gson.JsonObject;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The configuration of a running executor as JSON, as far as the executor exposes it: its class,
 * and threads, queue and handler of rejections of a {@code ThreadPoolExecutor}, which may be within
 * it.
 */
public final class PoolShape {
  private static final int MAX_READINGS = 3;

  private PoolShape() {}

  public static JsonObject of(Executor executor) {
    JsonObject shape = new JsonObject();
    shape.addProperty("executorClass", name(executor.getClass()));
    Optional<ThreadPoolExecutor> inner = InnerPool.of(executor);
    if (inner.isPresent()) {
      ThreadPoolExecutor pool = inner.get();
      BlockingQueue<Runnable> queue = pool.getQueue();
      shape.addProperty("coreThreads", pool.getCorePoolSize());
      shape.addProperty("maxThreads", pool.getMaximumPoolSize());
      shape.addProperty("keepAliveMillis", pool.getKeepAliveTime(TimeUnit.MILLISECONDS));
      shape.addProperty("queueClass", queue.getClass().getSimpleName());
      shape.addProperty("queueCapacity", capacity(queue));
      shape.addProperty("rejectedBy", name(InnerPool.rejectionHandler(pool)));
    }
    return shape;
  }

  /** The name without its package; an anonymous class has no simple name. */
  private static String name(Class<?> type) {
    return type.getName().substring(type.getName().lastIndexOf('.') + 1);
  }

  /** How many tasks a queue holds at most; {@link Integer#MAX_VALUE} without a limit. */
  public static int capacity(BlockingQueue<?> queue) {
    int size;
    long capacity;
    int readings = 0;
    // Read again if a task came or went between the two readings, which may be so each time.
    do {
      size = queue.size();
      capacity = (long) size + queue.remainingCapacity();
    } while (size != queue.size() && ++readings < MAX_READINGS);
    // Some queues without a limit have the same remaining capacity whatever they hold.
    return (int) Math.min(capacity, Integer.MAX_VALUE);
  }
}
