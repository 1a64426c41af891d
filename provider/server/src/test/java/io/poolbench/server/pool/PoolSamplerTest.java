package io.poolbench.server.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.server.timing.ThreadTally;
import io.poolbench.server.timing.UnansweredCalls;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class PoolSamplerTest {
  @Test
  void everySampleCountsInTheMeanAndTheMaximum() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    MeasuredExecutor pool =
        new MeasuredExecutor(
            new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>()),
            System::nanoTime,
            new ThreadTally(),
            new UnansweredCalls());
    PoolSampler sampler = new PoolSampler(pool);
    sampler.sample();
    pool.execute(
        () -> {
          started.countDown();
          try {
            release.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    started.await();
    sampler.sample();
    pool.execute(() -> {});
    pool.execute(() -> {});
    sampler.sample();
    release.countDown();
    pool.shutdown();
    assertThat(pool.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    sampler.sample();

    assertThat(sampler.running().count()).isEqualTo(4);
    assertThat(sampler.running().sum()).isEqualTo(0 + 1 + 1 + 0);
    assertThat(sampler.running().snapshot().getMaxValue()).isEqualTo(1);
    assertThat(sampler.queued().count()).isEqualTo(4);
    assertThat(sampler.queued().sum()).isEqualTo(0 + 0 + 2 + 0);
    assertThat(sampler.queued().snapshot().getMaxValue()).isEqualTo(2);
  }
}
