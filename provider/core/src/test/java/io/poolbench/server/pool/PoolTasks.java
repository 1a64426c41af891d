package io.poolbench.server.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.server.timing.UnansweredCalls;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** Tasks that keep a pool's threads until they are released. */
final class PoolTasks {
  private final CountDownLatch released = new CountDownLatch(1);

  /** Keeps so many threads; returns when all of them run. */
  void occupy(ExecutorService pool, int threads) throws InterruptedException {
    occupy(pool, threads, () -> {});
  }

  /** Keeps so many threads, each of which runs an action first. */
  void occupy(ExecutorService pool, int threads, Runnable first) throws InterruptedException {
    CountDownLatch started = new CountDownLatch(threads);
    for (int thread = 0; thread < threads; thread++) {
      pool.execute(
          () -> {
            first.run();
            started.countDown();
            awaitRelease();
          });
    }
    started.await();
  }

  void awaitRelease() {
    await(released);
  }

  void release() {
    released.countDown();
  }

  static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for the end of a pool that is shut down. */
  static void await(ExecutorService ended) {
    try {
      assertThat(ended.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static void finish(ExecutorService pool) throws InterruptedException {
    pool.shutdown();
    assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
  }

  static void assertRejected(ExecutorService pool) {
    assertThatThrownBy(() -> pool.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
  }

  static MeasuredExecutor measured(ExecutorService executor) {
    return new MeasuredExecutor(() -> executor, System::nanoTime, new UnansweredCalls());
  }
}
