package io.poolbench.server.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.server.timing.ThreadTally;
import io.poolbench.server.timing.UnansweredCalls;
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

/** A refusal is false where fewer calls were unanswered than threads may be, and only there. */
@Timeout(30)
class SpuriousRejectionTest {
  private final UnansweredCalls calls = new UnansweredCalls();
  private final CountDownLatch release = new CountDownLatch(1);
  private ThreadPoolExecutor real;

  @AfterEach
  void close() {
    release.countDown();
    real.shutdownNow();
  }

  @Test
  void refusedWhileAllThreadsAreInTheServiceMethodIsNotFalse() throws Exception {
    MeasuredExecutor pool = pool(2, new SynchronousQueue<>());
    occupyUnanswered(pool, 2);

    assertRefused(pool);

    assertThat(pool.rejected()).isEqualTo(1);
    assertThat(pool.spuriouslyRejected()).isZero();
  }

  @Test
  void refusedWhileAThreadWhoseServiceMethodIsOverStillRunsItsTaskIsFalse() throws Exception {
    MeasuredExecutor pool = pool(2, new SynchronousQueue<>());
    occupyUnanswered(pool, 1);
    occupyAnswered(pool, 1);

    assertRefused(pool);

    assertThat(pool.running()).isEqualTo(2);
    assertThat(pool.rejected()).isEqualTo(1);
    assertThat(pool.spuriouslyRejected()).isEqualTo(1);
  }

  @Test
  void aTaskThatWaitsIsUnansweredAsOneThatRuns() throws Exception {
    MeasuredExecutor pool = pool(2, new LinkedBlockingQueue<>(3));
    occupyUnanswered(pool, 2);
    for (int waiting = 0; waiting < 3; waiting++) {
      pool.execute(() -> {});
    }

    assertRefused(pool);
    assertRefused(pool);

    assertThat(pool.rejected()).isEqualTo(2);
    assertThat(pool.spuriouslyRejected()).isZero();
    assertThat(calls.count()).isEqualTo(5);
  }

  @Test
  void answeredCallsMakeNoRefusalFalseWhileAsManyAsThreadsWait() throws Exception {
    MeasuredExecutor pool = pool(2, new LinkedBlockingQueue<>(2));
    occupyAnswered(pool, 2);
    pool.execute(() -> {});
    pool.execute(() -> {});

    assertRefused(pool);

    assertThat(pool.spuriouslyRejected()).isZero();
  }

  @Test
  void aTaskHandedToAThreadThatHasNotStartedItYetIsUnanswered() {
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

    assertThat(pool.spuriouslyRejected()).isZero();
  }

  @Test
  void refusedByAFullQueueOfOneWhileWorkersAreIdleIsFalse() throws Exception {
    MeasuredExecutor pool = pool(3, keepingWhatItHas());
    for (int worker = 0; worker < 3; worker++) {
      runOneToItsEnd(pool);
    }
    pool.execute(() -> {});

    assertThat(pool.queued()).isEqualTo(1);
    assertThat(pool.running()).isZero();
    assertRefused(pool);
    assertRefused(pool);

    assertThat(pool.rejected()).isEqualTo(2);
    assertThat(pool.spuriouslyRejected()).isEqualTo(2);
  }

  @Test
  void aTaskThatThrowsBeforeItsServiceMethodIsAnsweredAtItsEnd() throws Exception {
    MeasuredExecutor pool = pool(1, new SynchronousQueue<>());
    real.setThreadFactory(
        worker -> {
          Thread thread = new Thread(worker);
          thread.setUncaughtExceptionHandler((failed, expected) -> {});
          return thread;
        });
    CountDownLatch started = new CountDownLatch(1);
    pool.execute(
        () -> {
          started.countDown();
          await(release);
          throw new IllegalStateException("cannot be decoded");
        });
    started.await();
    assertRefused(pool);
    assertThat(calls.count()).isEqualTo(1);

    release.countDown();
    finish(pool);

    assertThat(pool.spuriouslyRejected()).isZero();
    assertThat(calls.count()).isZero();
  }

  @Test
  void oneAfterTheOtherOnOneThreadEachTaskIsAnsweredOnce() throws Exception {
    MeasuredExecutor pool = pool(1, new LinkedBlockingQueue<>());
    occupyUnanswered(pool, 1);
    for (int call = 0; call < 100; call++) {
      pool.execute(
          () -> {
            calls.answered();
            calls.answered();
          });
      pool.execute(() -> {});
    }
    assertThat(calls.count()).isEqualTo(201);

    release.countDown();
    finish(pool);

    assertThat(calls.count()).isZero();
  }

  @Test
  void aTaskThatRunsWithinAnotherHasAnAnswerOfItsOwn() {
    MeasuredExecutor pool =
        measured(
            new ThreadPoolExecutor(9, 9, 0, TimeUnit.SECONDS, new SynchronousQueue<>()) {
              @Override
              public void execute(Runnable task) {
                task.run();
              }
            });

    pool.execute(
        () -> {
          pool.execute(
              () -> {
                assertThat(calls.count()).isEqualTo(2);
                calls.answered();
                assertThat(calls.count()).isEqualTo(1);
              });
          pool.execute(() -> {});
          assertThat(calls.count()).isEqualTo(1);
          calls.answered();
          pool.execute(() -> assertThat(calls.count()).isEqualTo(1));
          assertThat(calls.count()).isZero();
        });

    assertThat(calls.count()).isZero();
  }

  @Test
  void refusedAndGivenUpTasksAreNotUnanswered() throws Exception {
    MeasuredExecutor pool = pool(1, new LinkedBlockingQueue<>(1));
    occupyUnanswered(pool, 1);
    pool.execute(() -> {});
    assertRefused(pool);
    assertThat(calls.count()).isEqualTo(2);

    assertThat(pool.shutdownNow()).hasSize(1);
    release.countDown();
    assertThat(pool.awaitTermination(10, TimeUnit.SECONDS)).isTrue();

    assertThat(calls.count()).isZero();
  }

  @Test
  void manyThreadsThatSubmitAndAnswerLeaveNothingUnanswered() throws Exception {
    MeasuredExecutor pool = pool(3, new LinkedBlockingQueue<>(2));
    int submitters = 4;
    CountDownLatch ended = new CountDownLatch(submitters);
    for (int submitter = 0; submitter < submitters; submitter++) {
      new Thread(
              () -> {
                for (int call = 0; call < 5_000; call++) {
                  submitAndForget(pool, call % 2 == 0 ? calls::answered : () -> {});
                }
                ended.countDown();
              })
          .start();
    }
    ended.await();
    finish(pool);

    assertThat(pool.service().count() + pool.rejected()).isEqualTo(submitters * 5_000L);
    assertThat(calls.count()).isZero();
  }

  @Test
  void callersNoMoreThanThreadsAreRefusedFalselyOnly() throws Exception {
    int threads = 3;
    MeasuredExecutor pool = pool(threads, new LinkedBlockingQueue<>(1));
    CountDownLatch ended = new CountDownLatch(threads);
    for (int user = 0; user < threads; user++) {
      new Thread(
              () -> {
                for (int call = 0; call < 3_000; call++) {
                  // answered before the worker is back at the queue, as a provider's caller is
                  CountDownLatch answer = new CountDownLatch(1);
                  submitAndForget(
                      pool,
                      () -> {
                        calls.answered();
                        answer.countDown();
                      },
                      answer);
                }
                ended.countDown();
              })
          .start();
    }
    ended.await();

    assertThat(pool.spuriouslyRejected()).isEqualTo(pool.rejected());
  }

  @Test
  void aRefusalThatThePoolTakesBackIsNone() {
    MeasuredExecutor pool =
        measured(
            new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new SynchronousQueue<>()) {
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
    assertThat(pool.spuriouslyRejected()).isZero();
    assertThat(calls.count()).isZero();
  }

  private MeasuredExecutor pool(int threads, BlockingQueue<Runnable> queue) {
    return measured(new ThreadPoolExecutor(threads, threads, 0, TimeUnit.SECONDS, queue));
  }

  private MeasuredExecutor measured(ThreadPoolExecutor pool) {
    real = pool;
    return new MeasuredExecutor(pool, System::nanoTime, new ThreadTally(), calls);
  }

  private void occupyUnanswered(MeasuredExecutor pool, int workers) throws InterruptedException {
    occupy(pool, workers, () -> {});
  }

  private void occupyAnswered(MeasuredExecutor pool, int workers) throws InterruptedException {
    occupy(pool, workers, calls::answered);
  }

  private void occupy(MeasuredExecutor pool, int workers, Runnable first)
      throws InterruptedException {
    CountDownLatch started = new CountDownLatch(workers);
    for (int worker = 0; worker < workers; worker++) {
      pool.execute(
          () -> {
            first.run();
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

  private static void submitAndForget(MeasuredExecutor pool, Runnable task) {
    try {
      pool.execute(task);
    } catch (RejectedExecutionException expected) {
      Thread.onSpinWait();
    }
  }

  private static void submitAndForget(MeasuredExecutor pool, Runnable task, CountDownLatch answer) {
    try {
      pool.execute(task);
      await(answer);
    } catch (RejectedExecutionException expected) {
      Thread.onSpinWait();
    }
  }

  private static void finish(MeasuredExecutor pool) throws InterruptedException {
    pool.shutdown();
    assertThat(pool.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
  }

  private static void assertRefused(MeasuredExecutor pool) {
    assertThatThrownBy(() -> pool.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
  }

  /** Has one place, and keeps what is in it from the workers that wait, as if they slept. */
  private static BlockingQueue<Runnable> keepingWhatItHas() {
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
