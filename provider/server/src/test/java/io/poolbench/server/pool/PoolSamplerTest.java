package io.poolbench.server.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.server.timing.ThreadTally;
import io.poolbench.server.timing.UnansweredCalls;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class PoolSamplerTest {
  @Test
  void everySampleCountsInMeanAndMaximum() throws Exception {
    PoolTasks tasks = new PoolTasks();
    MeasuredExecutor pool = measured(Executors.newFixedThreadPool(1));
    PoolSampler sampler = new PoolSampler(pool);
    sampler.sample();
    tasks.occupy(pool, 1);
    sampler.sample();
    pool.execute(() -> {});
    pool.execute(() -> {});
    sampler.sample();
    tasks.release();
    PoolTasks.finish(pool);
    sampler.sample();

    assertThat(sampler.running().count()).isEqualTo(4);
    assertThat(sampler.running().sum()).isEqualTo(0 + 1 + 1 + 0);
    assertThat(sampler.running().snapshot().getMaxValue()).isEqualTo(1);
    assertThat(sampler.queued().count()).isEqualTo(4);
    assertThat(sampler.queued().sum()).isEqualTo(0 + 0 + 2 + 0);
    assertThat(sampler.queued().snapshot().getMaxValue()).isEqualTo(2);
  }

  @Test
  void aPoolThatDoesNotExposeItsQueueHasNoSamplesOfIt() {
    PoolSampler sampler = new PoolSampler(measured(ForkJoinPool.commonPool()));
    sampler.sample();

    assertThat(sampler.running().count()).isEqualTo(1);
    assertThat(sampler.queued().count()).isZero();
  }

  private static MeasuredExecutor measured(ExecutorService pool) {
    return new MeasuredExecutor(
        () -> pool, System::nanoTime, new ThreadTally(), new UnansweredCalls());
  }
}
