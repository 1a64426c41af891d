package io.poolbench.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.api.ConfiguredPool.AsConfiguredPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
  @ParameterizedTest
  @CsvSource({"9223372036854775807, limited 1/9", "60000, cached 1/9"})
  void threadsThatLiveForEverAreThoseOfALimitedPool(long keepAliveMillis, String label) {
    ThreadPoolExecutor built =
        new ThreadPoolExecutor(
            1, 9, keepAliveMillis, TimeUnit.MILLISECONDS, new SynchronousQueue<>());
    built.shutdown();
    long kept = built.getKeepAliveTime(TimeUnit.MILLISECONDS);
    assertThat(pool("ThreadPoolExecutor", 1, 9, kept, 0).label()).isEqualTo(label);
  }

  @Test
  void thePoolThatRanIsWhatTasksFind() {
    AsConfiguredPool queued = ran(pool("ThreadPoolExecutor", 2, 100, 60_000L, 7));

    assertThat(queued.maxTasks()).isEqualTo(107);
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
}
