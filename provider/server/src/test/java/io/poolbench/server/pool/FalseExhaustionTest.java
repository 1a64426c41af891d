package io.poolbench.server.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.server.timing.ThreadTally;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A refusal is false where a worker was idle, and only there. */
@Timeout(30)
class FalseExhaustionTest {
  private final CountDownLatch release = new CountDownLatch(1);
  private ThreadPoolExecutor real;

  @AfterEach
  void close() {
    release.countDown();
    real.shutdownNow();
  }

  @Test
  void refusedWhileAllWorkersRunIsNotFalse() throws Exception {
    MeasuredExecutor pool = pool(2, new SynchronousQueue<>());
    occupy(pool, 2);

    assertRefused(pool);

    assertThat(pool.rejected()).isEqualTo(1);
    assertThat(pool.falselyRejected()).isZero();
  }

  @Test
  void refusedWhileAllWorkersRunAndTheQueueIsFullIsNotFalse() throws Exception {
    MeasuredExecutor pool = pool(2, new LinkedBlockingQueue<>(3));
    occupy(pool, 2);
    for (int waiting = 0; waiting < 3; waiting++) {
      pool.execute(() -> {});
    }

    assertRefused(pool);
    assertRefused(pool);

    assertThat(pool.rejected()).isEqualTo(2);
    assertThat(pool.falselyRejected()).isZero();
  }

  @Test
  void refusedWhileAWorkerHasATaskThatItHasNotStartedYetIsNotFalse() {
    MeasuredExecutor pool = pool(1, new SynchronousQueue<>());
    real.setThreadFactory(
        worker ->
            new Thread(
                () -> {
                  await(release);
                  worker.run();
                }));
    pool.execute(() -> {});

    assertThat(pool.running()).isZero();
    assertRefused(pool);

    assertThat(pool.falselyRejected()).isZero();
  }

  @Test
  void refusedBesideAnIdleWorkerIsFalse() throws Exception {
    // As a tiny queue does whose only place is taken until an idle worker wakes.
    MeasuredExecutor pool = pool(2, refusing());
    occupy(pool, 1);
    runOneToItsEnd(pool);

    assertRefused(pool);
    assertRefused(pool);

    assertThat(pool.rejected()).isEqualTo(2);
    assertThat(pool.falselyRejected()).isEqualTo(2);
  }

  @Test
  void aTaskInTheQueueIsWithNoWorker() throws Exception {
    MeasuredExecutor pool = pool(1, stuck());
    runOneToItsEnd(pool);
    pool.execute(() -> {});

    assertThat(pool.queued()).isEqualTo(1);
    assertRefused(pool);

    assertThat(pool.falselyRejected()).isEqualTo(1);
  }

  @Test
  void falseAndRealRefusalsAreToldApartInOnePool() throws Exception {
    MeasuredExecutor pool = pool(2, refusing());
    occupy(pool, 1);
    runOneToItsEnd(pool);
    assertRefused(pool);
    // a third worker comes, and is kept busy as the first is
    real.setMaximumPoolSize(3);
    occupy(pool, 1);
    real.setMaximumPoolSize(2);
    assertRefused(pool);

    assertThat(pool.rejected()).isEqualTo(2);
    assertThat(pool.falselyRejected()).isEqualTo(1);
  }

  @Test
  void aRefusalThatThePoolTakesBackIsNone() {
    MeasuredExecutor pool =
        measured(
            new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, refusing()) {
              @Override
              public void execute(Runnable task) {
                try {
                  getRejectedExecutionHandler().rejectedExecution(task, this);
                } catch (RejectedExecutionException tryAgain) {
                  task.run();
                }
              }
            });

    pool.execute(() -> {});

    assertThat(pool.service().count()).isEqualTo(1);
    assertThat(pool.rejected()).isZero();
    assertThat(pool.falselyRejected()).isZero();
  }

  private MeasuredExecutor pool(int threads, BlockingQueue<Runnable> queue) {
    return measured(new ThreadPoolExecutor(threads, threads, 0, TimeUnit.SECONDS, queue));
  }

  private MeasuredExecutor measured(ThreadPoolExecutor pool) {
    real = pool;
    return new MeasuredExecutor(pool, System::nanoTime, new ThreadTally());
  }

  private void occupy(MeasuredExecutor pool, int workers) throws InterruptedException {
    CountDownLatch started = new CountDownLatch(workers);
    for (int worker = 0; worker < workers; worker++) {
      pool.execute(
          () -> {
            started.countDown();
            await(release);
          });
    }
    started.await();
  }

  private static void runOneToItsEnd(MeasuredExecutor pool) {
    long before = pool.service().count();
    pool.execute(() -> {});
    while (pool.service().count() == before) {
      Thread.onSpinWait();
    }
  }

  private static void assertRefused(MeasuredExecutor pool) {
    assertThatThrownBy(() -> pool.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
  }

  /** Takes no task, however many workers wait at it. */
  private static BlockingQueue<Runnable> refusing() {
    return new LinkedBlockingQueue<>() {
      @Override
      public boolean offer(Runnable task) {
        return false;
      }
    };
  }

  /** Has one place, and keeps what is in it from the workers that wait. */
  private static BlockingQueue<Runnable> stuck() {
    return new LinkedBlockingQueue<>(1) {
      private final CountDownLatch forEver = new CountDownLatch(1);

      @Override
      public Runnable take() throws InterruptedException {
        forEver.await();
        return super.take();
      }
    };
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
