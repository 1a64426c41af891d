package io.poolbench.server.dubbo;

import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.common.constants.CommonConstants;
import org.apache.dubbo.common.threadpool.ThreadPool;

/**
 * The Dubbo thread pool extension {@code pooled-virtual}: virtual threads that take further tasks,
 * as apache/dubbo#16042 proposes. A task without a free thread gets a new one, up to {@code
 * threads}; threads beyond {@code corethreads} end when idle for {@code alive}. It requires JDK 21.
 */
public final class PooledVirtualThreads implements ThreadPool {
  @Override
  public Executor getExecutor(URL url) {
    return new ThreadPoolExecutor(
        url.getParameter(CommonConstants.CORE_THREADS_KEY, 0),
        url.getParameter(CommonConstants.THREADS_KEY, Integer.MAX_VALUE),
        url.getParameter(CommonConstants.ALIVE_KEY, 0),
        TimeUnit.MILLISECONDS,
        new SynchronousQueue<>(),
        virtualThreads());
  }

  /** By reflection, as this class is compiled for JDK 17. */
  private static ThreadFactory virtualThreads() {
    try {
      Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
      return (ThreadFactory)
          Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("no virtual threads in this JDK (valid: 21 or newer)", e);
    }
  }
}
