package io.poolbench.server.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.server.timing.UnansweredCalls;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor.DiscardOldestPolicy;
import java.util.concurrent.ThreadPoolExecutor.DiscardPolicy;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A rejection is spurious if fewer calls were unanswered than the pool may have threads. */
class SpuriousRejectionTest {
  private final UnansweredCalls calls = new UnansweredCalls();

  @AutoClose("release")
  private final PoolTasks tasks = new PoolTasks();

  @AutoClose("shutdownNow")
  private ThreadPoolExecutor real;

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "all threads in the service method,                   2, 0, 0, 0",
    "one thread past its service method,                  1, 1, 0, 1",
    "queued tasks are unanswered like running ones,       2, 0, 3, 0",
    "all threads answered but as many tasks are queued,   0, 2, 2, 0"
  })
  void countsUnansweredTasksOfTwoThreads(
      String rule, int inService, int answered, int queued, int spurious) throws Exception {
    MeasuredExecutor pool =
        pool(2, queued == 0 ? new SynchronousQueue<>() : new LinkedBlockingQueue<>(queued));
    tasks.occupy(pool, inService);
    tasks.occupy(pool, answered, calls::answered);
    for (int task = 0; task < queued; task++) {
      pool.execute(() -> {});
    }

    PoolTasks.assertRejected(pool);

    assertThat(pool.running()).isEqualTo(2);
    assertThat(pool.rejected()).isEqualTo(1);
    assertThat(pool.spuriouslyRejected()).isEqualTo(spurious);
    assertThat(calls.count()).isEqualTo(inService + queued);
  }

  @Test
  void aTaskHandedToAThreadThatHasNotStartedItIsUnanswered() {
    MeasuredExecutor pool = pool(1, new SynchronousQueue<>());
    real.setThreadFactory(
        worker ->
            new Thread(
                () -> {
                  tasks.awaitRelease();
                  worker.run();
                }));
    pool.execute(() -> {});

    assertThat(pool.running()).isZero();
    PoolTasks.assertRejected(pool);

    assertThat(pool.spuriouslyRejected()).isZero();
  }

  @Test
  void aRejectionByAFullQueueWhileWorkersAreIdleIsSpurious() throws Exception {
    MeasuredExecutor pool = pool(3, keepingItsTask());
    for (int worker = 1; worker <= 3; worker++) {
      pool.execute(() -> {});
      while (pool.service().count() < worker) {
        Thread.onSpinWait();
      }
    }
    pool.execute(() -> {});

    assertThat(pool.running()).isZero();
    PoolTasks.assertRejected(pool);
    PoolTasks.assertRejected(pool);

    assertThat(pool.rejected()).isEqualTo(2);
    assertThat(pool.spuriouslyRejected()).isEqualTo(2);
  }

  @Test
  void rejectedAndAbandonedTasksAreNotUnanswered() throws Exception {
    MeasuredExecutor pool = pool(1, new LinkedBlockingQueue<>(1));
    tasks.occupy(pool, 1);
    pool.execute(() -> {});
    PoolTasks.assertRejected(pool);
    assertThat(calls.count()).isEqualTo(2);

    assertThat(pool.shutdownNow()).hasSize(1);
    tasks.release();
    assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();

    assertThat(calls.count()).isZero();
  }

  /** Of three tasks for a thread and a queue of one. */
  @ParameterizedTest
  @ValueSource(classes = {DiscardPolicy.class, DiscardOldestPolicy.class})
  void aTaskThatAHandlerDropsIsRejectedAndNotUnanswered(Class<?> handler) throws Exception {
    MeasuredExecutor pool = pool(1, new LinkedBlockingQueue<>(1));
    pool.rejectionHandler(
        (RejectedExecutionHandler) handler.getDeclaredConstructor().newInstance());
    tasks.occupy(pool, 1);
    pool.execute(() -> {});

    pool.execute(() -> {});

    assertThat(pool.rejected()).isEqualTo(1);
    assertThat(calls.count()).isEqualTo(2);
  }

  @Test
  void concurrentSubmittersLeaveNoTaskUnanswered() throws Exception {
    MeasuredExecutor pool = pool(3, new LinkedBlockingQueue<>(2));
    concurrently(4, 5_000, call -> execute(pool, call % 2 == 0 ? calls::answered : () -> {}));
    PoolTasks.finish(pool);

    assertThat(pool.service().count() + pool.rejected()).isEqualTo(4 * 5_000L);
    assertThat(calls.count()).isZero();
  }

  @Test
  void withNoMoreCallersThanThreadsEveryRejectionIsSpurious() throws Exception {
    MeasuredExecutor pool = pool(3, new LinkedBlockingQueue<>(1));
    // As in a provider, the caller is answered before the worker is back at the queue.
    concurrently(
        3,
        3_000,
        call -> {
          CountDownLatch answer = new CountDownLatch(1);
          boolean accepted =
              execute(
                  pool,
                  () -> {
                    calls.answered();
                    answer.countDown();
                  });
          if (accepted) {
            PoolTasks.await(answer);
          }
        });

    assertThat(pool.spuriouslyRejected()).isEqualTo(pool.rejected());
  }

  @Test
  void aTaskAcceptedOnASecondAttemptIsNotRejected() {
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
    return new MeasuredExecutor(() -> pool, System::nanoTime, calls);
  }

  private static void concurrently(int threads, int times, IntConsumer call)
      throws InterruptedException {
    List<Thread> submitters =
        Stream.generate(() -> new Thread(() -> IntStream.range(0, times).forEach(call)))
            .limit(threads)
            .toList();
    submitters.forEach(Thread::start);
    for (Thread submitter : submitters) {
      submitter.join();
    }
  }

  /** Whether the pool accepted the task. */
  private static boolean execute(MeasuredExecutor pool, Runnable task) {
    try {
      pool.execute(task);
      return true;
    } catch (RejectedExecutionException expected) {
      return false;
    }
  }

  /** A queue of one place that never gives its task to a waiting worker, as if all slept. */
  private static BlockingQueue<Runnable> keepingItsTask() {
    return new LinkedBlockingQueue<>(1) {
      private final CountDownLatch never = new CountDownLatch(1);

      @Override
      public Runnable take() throws InterruptedException {
        never.await();
        return super.take();
      }
    };
  }
}
