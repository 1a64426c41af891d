package io.poolbench.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.api.ConfiguredPool.AsConfiguredPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AsConfiguredPoolTest {
  @Test
  void aPoolThatRanIsNamedAsAStudyWouldConfigureIt() {
    assertThat(ran(pool("ThreadPoolExecutor", 600, 600, 0L, 0)).label())
        .isEqualTo("as configured: fixed 600");
    assertThat(ran(pool("ThreadPoolExecutor", 2, 100, 60_000L, 0)).label())
        .isEqualTo("as configured: cached 2/100");
    assertThat(ran(pool("EagerThreadPoolExecutor", 2, 100, 60_000L, 7)).label())
        .isEqualTo("as configured: eager 2/100 queue 7");
    assertThat(ran(pool("ThreadPoolExecutor", 4, 4, 0L, Integer.MAX_VALUE)).label())
        .isEqualTo("as configured: fixed 4 queue by memory");
    assertThat(ran(EffectivePool.ofClass("ThreadPerTaskExecutor")).label())
        .isEqualTo("as configured: virtual");
    assertThat(AsConfiguredPool.UNKNOWN.label()).isEqualTo("as configured");
  }

  /** Oracle: the JDK's own executor. */
  @Test
  void threadsThatLiveForEverAreThoseOfALimitedPool() {
    try (Closed limited = new Closed(Long.MAX_VALUE)) {
      assertThat(limited.effective().label()).isEqualTo("limited 1/9");
    }
    try (Closed cached = new Closed(60_000)) {
      assertThat(cached.effective().label()).isEqualTo("cached 1/9");
    }
  }

  @Test
  void thePoolThatRanIsWhatTasksFind() {
    AsConfiguredPool queued = ran(pool("ThreadPoolExecutor", 2, 100, 60_000L, 7));

    assertThat(queued.maxTasks()).isEqualTo(107);
    assertThat(queued.queuesBeforeItGrows()).isTrue();
    assertThat(AsConfiguredPool.UNKNOWN.isKnown()).isFalse();
    assertThat(queued.built().matches(AsConfiguredPool.UNKNOWN)).isTrue();
    assertThat(queued.built().matches(queued)).isTrue();
  }

  private static AsConfiguredPool ran(EffectivePool built) {
    return AsConfiguredPool.UNKNOWN.ran(built);
  }

  private static EffectivePool pool(
      String executor, int core, int max, long keepAliveMillis, int capacity) {
    String queue =
        (capacity == 0 ? SynchronousQueue.class : LinkedBlockingQueue.class).getSimpleName();
    return new EffectivePool(executor, core, max, keepAliveMillis, queue, capacity);
  }

  /** A pool of 1 to 9 threads. */
  private record Closed(ThreadPoolExecutor executor) implements AutoCloseable {
    Closed(long keepAliveMillis) {
      this(
          new ThreadPoolExecutor(
              1, 9, keepAliveMillis, TimeUnit.MILLISECONDS, new SynchronousQueue<>()));
    }

    EffectivePool effective() {
      return pool(
          "ThreadPoolExecutor",
          executor.getCorePoolSize(),
          executor.getMaximumPoolSize(),
          executor.getKeepAliveTime(TimeUnit.MILLISECONDS),
          0);
    }

    @Override
    public void close() {
      executor.shutdownNow();
    }
  }
}
