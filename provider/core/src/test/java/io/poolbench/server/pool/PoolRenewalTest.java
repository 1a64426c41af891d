package io.poolbench.server.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.poolbench.server.timing.UnansweredCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A renewed pool starts without threads; no task is lost or rejected by the renewal. */
class PoolRenewalTest {
  private final UnansweredCalls calls = new UnansweredCalls();
  private final List<ThreadPoolExecutor> built = new ArrayList<>();

  @Test
  void theNewPoolHasNoThreadsAndTheOldOneFinishesItsTasks() throws Exception {
    MeasuredExecutor pool = measured(() -> fixed(1));
    PoolTasks tasks = new PoolTasks();
    tasks.occupy(pool, 1);
    pool.execute(() -> {});

    pool.renew();

    assertThat(pool.threadPool().orElseThrow().getPoolSize()).isZero();
    assertThat(pool.waiting()).isZero();
    assertThat(pool.running()).isEqualTo(1);
    tasks.release();
    assertThat(built.get(0).awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    assertThat(built.get(0).getCompletedTaskCount()).isEqualTo(2);
    assertThat(pool.service().count()).isEqualTo(2);
    assertThat(pool.running()).isZero();
    PoolTasks.finish(pool);
  }

  @Test
  void aSettledPoolHasItsCoreThreadsAndThoseOfTheOneBeforeHaveEnded() throws Exception {
    MeasuredExecutor pool = measured(() -> fixed(3));
    pool.execute(() -> {});
    pool.renew();

    pool.settle();

    assertThat(pool.threadPool().orElseThrow().getPoolSize()).isEqualTo(3);
    assertThat(built.get(0).isTerminated()).isTrue();
    PoolTasks.finish(pool);
  }

  /** A pool that runs has the threads that its tasks have started. */
  @Test
  void aPoolWithThreadsGetsNoFurtherOnes() throws Exception {
    MeasuredExecutor pool = measured(() -> fixed(3));
    pool.submit(() -> {}).get(60, TimeUnit.SECONDS);

    pool.settle();

    assertThat(pool.threadPool().orElseThrow().getPoolSize()).isEqualTo(1);
    PoolTasks.finish(pool);
  }

  /** A program's own handler may drop a task that a pool refuses because it is shut down. */
  static Stream<RejectedExecutionHandler> handlers() {
    return Stream.of(
        new ThreadPoolExecutor.AbortPolicy(),
        new ThreadPoolExecutor.CallerRunsPolicy(),
        new ThreadPoolExecutor.DiscardPolicy(),
        new ThreadPoolExecutor.DiscardOldestPolicy());
  }

  @ParameterizedTest
  @MethodSource("handlers")
  void underLoadEveryTaskRunsOnce(RejectedExecutionHandler handler) throws Exception {
    MeasuredExecutor pool =
        measured(
            () -> {
              ThreadPoolExecutor fixed = fixed(2);
              fixed.setRejectedExecutionHandler(handler);
              return fixed;
            });
    assertEveryTaskRunsOnce(pool);
  }

  /** As an application sets it at the pool that it gets from Dubbo. */
  @ParameterizedTest
  @MethodSource("handlers")
  void underLoadEveryTaskRunsOnceWithAHandlerThatIsSetLater(RejectedExecutionHandler handler)
      throws Exception {
    MeasuredExecutor pool = measured(() -> fixed(2));
    pool.rejectionHandler(handler);
    assertEveryTaskRunsOnce(pool);
  }

  private void assertEveryTaskRunsOnce(MeasuredExecutor pool) throws Exception {
    int perThread = 20_000;
    AtomicInteger ran = new AtomicInteger();
    List<Thread> submitters =
        Stream.generate(
                () ->
                    new Thread(
                        () -> {
                          for (int task = 0; task < perThread; task++) {
                            pool.execute(ran::incrementAndGet);
                          }
                        }))
            .limit(3)
            .toList();
    submitters.forEach(Thread::start);
    while (submitters.stream().anyMatch(Thread::isAlive)) {
      pool.renew();
    }
    PoolTasks.finish(pool);
    for (ThreadPoolExecutor old : built) {
      assertThat(old.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    }

    assertThat(built).hasSizeGreaterThan(1);
    assertThat(ran).hasValue(3 * perThread);
    assertThat(pool.service().count()).isEqualTo(3L * perThread);
    assertThat(pool.rejected()).isZero();
    assertThat(calls.count()).isZero();
  }

  @Test
  void theKeptPoolItselfIsPutBackAndAcceptsTasks() throws Exception {
    MeasuredExecutor pool = measured(() -> fixed(1));
    pool.keep();
    pool.renew(() -> fixed(3));
    pool.renew();
    ThreadPoolExecutor last = pool.threadPool().orElseThrow();
    assertThat(built.get(0).isShutdown()).as("the kept one").isFalse();

    pool.restore();

    assertThat(pool.threadPool().orElseThrow()).isSameAs(built.get(0));
    assertThat(last.isShutdown()).isTrue();
    AtomicInteger ran = new AtomicInteger();
    pool.execute(ran::incrementAndGet);
    pool.renew();
    assertThat(built.get(0).isShutdown()).as("kept no longer").isTrue();
    assertThat(built.get(0).awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    assertThat(ran).hasValue(1);
    pool.keep();
    pool.renew(() -> fixed(2));
    assertThat(pool.shutdownNow()).isEmpty();
    assertThat(built).allMatch(ThreadPoolExecutor::isShutdown);
  }

  /** As an extension of a program may return the same one for all its pools. */
  @Test
  void anExecutorThatReplacesItselfIsNotShutDown() throws Exception {
    ThreadPoolExecutor only = fixed(1);
    MeasuredExecutor pool = measured(() -> only);
    pool.renew();
    pool.keep();
    pool.renew(() -> fixed(3));
    pool.renew(() -> only);
    pool.restore();

    assertThat(only.isShutdown()).isFalse();
    AtomicInteger ran = new AtomicInteger();
    pool.execute(ran::incrementAndGet);
    PoolTasks.finish(pool);
    assertThat(ran).hasValue(1);
  }

  @Test
  void anotherConfigurationReplacesThePoolUnlessItCannotBeBuilt() throws Exception {
    MeasuredExecutor pool = measured(() -> fixed(1));
    pool.renew(() -> fixed(3));
    assertThat(pool.threadPool().get().getMaximumPoolSize()).isEqualTo(3);

    assertThatIllegalArgumentException().isThrownBy(() -> pool.renew(() -> fixed(-1)));
    assertThat(pool.threadPool().get().getMaximumPoolSize()).isEqualTo(3);
    assertThat(pool.isShutdown()).isFalse();

    pool.renew();
    assertThat(pool.threadPool().get().getMaximumPoolSize())
        .as("the last configuration")
        .isEqualTo(3);
    pool.shutdown();
  }

  /** A {@code ThreadPoolExecutor} that is shut down does not start the thread of a first task. */
  @Test
  void aTaskThatIsQueuedBehindAThreadThatTheRenewalPreventsRuns() throws Exception {
    MeasuredExecutor pool = measured(() -> fixed(1));
    AtomicInteger ran = new AtomicInteger();
    ThreadFactory plain = Executors.defaultThreadFactory();
    AtomicInteger asked = new AtomicInteger();
    pool.threadFactory(
        task -> {
          if (asked.getAndIncrement() == 0) {
            pool.execute(ran::incrementAndGet);
            pool.renew();
          }
          return plain.newThread(task);
        });

    pool.execute(ran::incrementAndGet);

    assertThat(built.get(0).awaitTermination(5, TimeUnit.SECONDS)).isTrue();
    PoolTasks.finish(pool);
    assertThat(ran).hasValue(2);
  }

  /** As Dubbo's pools are unless core threads are configured. */
  @Test
  void aTaskThatIsQueuedBehindAPreventedThreadRunsInAPoolWithoutCoreThreads() throws Exception {
    AtomicInteger ran = new AtomicInteger();
    CountDownLatch threadAsked = new CountDownLatch(1);
    CountDownLatch renewed = new CountDownLatch(1);
    List<Thread> submitters = new ArrayList<>();
    MeasuredExecutor[] pool = new MeasuredExecutor[1];
    AtomicInteger asked = new AtomicInteger();
    pool[0] =
        measured(
            () ->
                new ThreadPoolExecutor(
                    0,
                    2,
                    60,
                    TimeUnit.SECONDS,
                    new LinkedBlockingQueue<>(1) {
                      @Override
                      public boolean offer(Runnable task) {
                        boolean queued = super.offer(task);
                        if (queued && submitters.isEmpty()) {
                          // Before the pool looks whether it has a thread for it, another one is
                          // about to start.
                          submitters.add(new Thread(() -> pool[0].execute(ran::incrementAndGet)));
                          submitters.get(0).start();
                          PoolTasks.await(threadAsked);
                        }
                        return queued;
                      }
                    },
                    worker -> {
                      if (asked.getAndIncrement() == 0) {
                        threadAsked.countDown();
                        PoolTasks.await(renewed);
                      }
                      return new Thread(worker);
                    }));

    pool[0].execute(ran::incrementAndGet);
    pool[0].renew();
    renewed.countDown();
    submitters.get(0).join();

    assertThat(built.get(0).awaitTermination(5, TimeUnit.SECONDS)).isTrue();
    PoolTasks.finish(pool[0]);
    assertThat(ran).hasValue(2);
  }

  /** The handlers of the JDK that do not throw; they drop a task whose pool is shut down. */
  static Stream<RejectedExecutionHandler> dropping() {
    return Stream.of(
        new ThreadPoolExecutor.CallerRunsPolicy(),
        new ThreadPoolExecutor.DiscardPolicy(),
        new ThreadPoolExecutor.DiscardOldestPolicy());
  }

  @ParameterizedTest
  @MethodSource("dropping")
  void aTaskWhosePoolIsReplacedWhileItsHandlerDecidesRunsOnce(RejectedExecutionHandler handler)
      throws Exception {
    MeasuredExecutor pool =
        measured(
            () -> new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(1)));
    AtomicInteger rejected = new AtomicInteger();
    pool.rejectionHandler(
        (task, full) -> {
          if (rejected.getAndIncrement() == 0) {
            pool.renew();
          }
          handler.rejectedExecution(task, full);
        });
    PoolTasks tasks = new PoolTasks();
    tasks.occupy(pool, 1);
    AtomicInteger ran = new AtomicInteger();
    pool.execute(ran::incrementAndGet);

    pool.execute(ran::incrementAndGet);

    tasks.release();
    assertThat(built.get(0).awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    PoolTasks.finish(pool);
    assertThat(ran).hasValue(2);
    assertThat(pool.rejected()).isZero();
    assertThat(calls.count()).isZero();
  }

  /** The oldest is dropped, as its handler says; the one for which it makes room is not. */
  @Test
  void aTaskForWhichTheOldestOfAReplacedPoolIsDroppedRuns() throws Exception {
    MeasuredExecutor[] pool = new MeasuredExecutor[1];
    AtomicInteger polled = new AtomicInteger();
    pool[0] =
        measured(
            () ->
                new ThreadPoolExecutor(
                    1,
                    1,
                    0,
                    TimeUnit.SECONDS,
                    new LinkedBlockingQueue<>(1) {
                      @Override
                      public Runnable poll() {
                        if (polled.getAndIncrement() == 0) {
                          pool[0].renew();
                        }
                        return super.poll();
                      }
                    },
                    new ThreadPoolExecutor.DiscardOldestPolicy()));
    PoolTasks tasks = new PoolTasks();
    tasks.occupy(pool[0], 1);
    AtomicInteger ran = new AtomicInteger();
    pool[0].execute(() -> ran.addAndGet(100));

    pool[0].execute(ran::incrementAndGet);

    tasks.release();
    assertThat(built.get(0).awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    PoolTasks.finish(pool[0]);
    assertThat(ran).hasValue(1);
    assertThat(pool[0].rejected()).isEqualTo(1);
    assertThat(calls.count()).isZero();
  }

  /** As Dubbo's eager pool does between its own check and the queue. */
  @Test
  void aTaskThatIsQueuedOnceMoreInAnEndedPoolRunsInTheNextOne() throws Exception {
    MeasuredExecutor[] pool = new MeasuredExecutor[1];
    PoolTasks tasks = new PoolTasks();
    pool[0] =
        measured(
            () ->
                new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(1)) {
                  @Override
                  public void execute(Runnable task) {
                    try {
                      super.execute(task);
                    } catch (RejectedExecutionException full) {
                      tasks.release();
                      pool[0].renew();
                      PoolTasks.await(this);
                      getQueue().add(task);
                    }
                  }
                });
    tasks.occupy(pool[0], 1);
    AtomicInteger ran = new AtomicInteger();
    pool[0].execute(ran::incrementAndGet);

    pool[0].execute(ran::incrementAndGet);

    PoolTasks.finish(pool[0]);
    assertThat(ran).hasValue(2);
    assertThat(calls.count()).isZero();
  }

  private static ThreadPoolExecutor fixed(int threads) {
    return new ThreadPoolExecutor(
        threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
  }

  private MeasuredExecutor measured(Supplier<ThreadPoolExecutor> pools) {
    Supplier<ExecutorService> recorded =
        () -> {
          ThreadPoolExecutor pool = pools.get();
          built.add(pool);
          return pool;
        };
    return new MeasuredExecutor(recorded, System::nanoTime, calls);
  }
}
