package io.poolbench.server.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.server.timing.Distribution;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PoolSamplerTest {
  private final AtomicLong nanos = new AtomicLong();

  @Test
  void everySampleCountsForTheTimeSinceTheOneBefore() throws Exception {
    PoolTasks tasks = new PoolTasks();
    MeasuredExecutor pool = PoolTasks.measured(Executors.newFixedThreadPool(2));
    PoolSampler sampler = new PoolSampler(pool, nanos::get);
    sampler.sample();
    tasks.occupy(pool, 2);
    nanos.set(5);
    sampler.sample();
    pool.execute(() -> {});
    pool.execute(() -> {});
    nanos.set(1_000);
    sampler.sample();
    tasks.release();
    PoolTasks.finish(pool);
    nanos.set(1_007);
    sampler.sample();

    assertThat(sampler.busyNanos()).isEqualTo(2 * 1_000);
    assertThat(sampler.queued().count()).isEqualTo(4);
    assertThat(sampler.queued().sum()).isEqualTo(0 + 0 + 2 + 0);
    assertThat(Distribution.sum(List.of(sampler.queued())).getMaxValue()).isEqualTo(2);
  }

  @Test
  void tasksOfAPoolThatDoesNotExposeItsQueueWaitUntilTheyStart() throws Exception {
    PoolTasks tasks = new PoolTasks();
    MeasuredExecutor pool =
        PoolTasks.measured(
            Executors.unconfigurableExecutorService(Executors.newFixedThreadPool(1)));
    PoolSampler sampler = new PoolSampler(pool, nanos::get);
    tasks.occupy(pool, 1);
    pool.execute(() -> {});
    sampler.sample();
    tasks.release();
    PoolTasks.finish(pool);
    sampler.sample();

    assertThat(sampler.queued().sum()).isEqualTo(1 + 0);
  }

  @Test
  void poolsAreSampledOnADaemonThreadUntilItIsInterrupted() throws Exception {
    MeasuredExecutor pool = PoolTasks.measured(Executors.newFixedThreadPool(1));
    List<PoolSampler> samplers =
        List.of(new PoolSampler(pool, nanos::get), new PoolSampler(pool, nanos::get));

    Thread thread = PoolSampler.start(samplers);
    assertThat(thread.isDaemon()).isTrue();
    while (samplers.get(1).queued().count() < 3) {
      Thread.onSpinWait();
    }
    thread.interrupt();
    thread.join();

    assertThat(samplers.get(0).queued().count()).isEqualTo(samplers.get(1).queued().count());
    PoolTasks.finish(pool);
  }
}
