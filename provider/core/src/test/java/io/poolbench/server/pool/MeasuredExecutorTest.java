package io.poolbench.server.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.poolbench.server.timing.ThreadTally;
import io.poolbench.server.timing.UnansweredCalls;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class MeasuredExecutorTest {
  private final AtomicLong nanos = new AtomicLong();
  private final ThreadTally redisTime = new ThreadTally();
  private final UnansweredCalls calls = new UnansweredCalls();

  @AutoClose("release")
  private final PoolTasks tasks = new PoolTasks();

  @AutoClose("shutdownNow")
  private MeasuredExecutor pool;

  /** Task 1 runs from 1000 to 9000, task 2 waits from 3000 to 9000 and runs to 9500, in units. */
  @Test
  void aTaskWaitsUntilItStartsAndRunsUntilItEndsAlsoInWindowsMeanwhile() throws Exception {
    long unit = 16_384;
    pool = oneThread(new LinkedBlockingQueue<>());
    nanos.set(1000 * unit);
    tasks.occupy(pool, 1);
    nanos.set(3000 * unit);
    pool.execute(() -> nanos.set(9500 * unit));
    assertThat(pool.running()).isEqualTo(1);
    assertThat(pool.waiting()).isEqualTo(1);

    nanos.set(4000 * unit);
    long runningBefore = pool.runningNanos();
    long waitingBefore = pool.waitingNanos();
    nanos.set(6000 * unit);
    assertThat(pool.runningNanos() - runningBefore).isEqualTo((6000 - 4000) * unit);
    assertThat(pool.waitingNanos() - waitingBefore).isEqualTo((6000 - 4000) * unit);

    nanos.set(9000 * unit);
    tasks.release();
    PoolTasks.finish(pool);
    nanos.set(20_000 * unit);
    assertThat(pool.runningNanos() - runningBefore).isEqualTo((9500 - 4000) * unit);
    assertThat(pool.waitingNanos() - waitingBefore).isEqualTo((9000 - 4000) * unit);
    assertThat(pool.running()).isZero();
    assertThat(pool.queueWait().sum()).isEqualTo((9000 - 3000) * unit);
    assertThat(pool.queueWait().count()).isEqualTo(2);
    assertThat(pool.service().sum()).isEqualTo((9000 - 1000 + 9500 - 9000) * unit);
    assertThat(pool.service().count()).isEqualTo(2);
  }

  @Test
  void anExecutorThatIsNoThreadPoolIsMeasuredWithoutThreadsAndQueue() throws Exception {
    pool = measured(new ForkJoinPool(2));
    tasks.occupy(pool, 1);

    assertThat(pool.running()).isEqualTo(1);
    assertThat(pool.threadPool()).isEmpty();
    assertThat(pool.shape().toString()).isEqualTo("{\"executorClass\":\"ForkJoinPool\"}");

    nanos.set(40);
    tasks.release();
    PoolTasks.finish(pool);
    PoolTasks.assertRejected(pool);

    assertThat(pool.running()).isZero();
    assertThat(pool.waiting()).as("a rejected task does not wait").isZero();
    assertThat(pool.service().sum()).isEqualTo(40);
    assertThat(pool.rejected()).isEqualTo(1);
    assertThat(pool.spuriouslyRejected()).isZero();
    assertThat(calls.count()).isZero();
  }

  @Test
  void theCapacityOfAQueueIsReadBackWhateverItHolds() {
    BlockingQueue<Runnable> changing =
        new LinkedBlockingQueue<>(10) {
          @Override
          public int remainingCapacity() {
            poll(); // as a thread of the pool may, after its size was read
            return super.remainingCapacity();
          }
        };
    BlockingQueue<Runnable> unlimited = new LinkedTransferQueue<>();
    for (BlockingQueue<Runnable> queue : List.of(changing, unlimited)) {
      queue.add(() -> {});
    }

    assertThat(queueCapacity(changing)).isEqualTo(10);
    assertThat(queueCapacity(unlimited)).isEqualTo(Integer.MAX_VALUE);
  }

  private int queueCapacity(BlockingQueue<Runnable> queue) {
    pool = oneThread(queue);
    return pool.shape().get("queueCapacity").getAsInt();
  }

  /** Two of three tasks with a thread each; the third waits for its permit from 3 to 9 units. */
  @Test
  void tasksBeyondThePermitsWaitInTheirThreadsAndThatIsQueueWait() throws Exception {
    long unit = 16_384;
    Semaphore permits = new Semaphore(2);
    pool =
        new MeasuredExecutor(
            Executors::newCachedThreadPool, nanos::get, redisTime, calls, Optional.of(permits));
    tasks.occupy(pool, 2);
    nanos.set(3 * unit);
    long before = pool.waitingNanos();
    CountDownLatch third = new CountDownLatch(1);
    pool.execute(third::countDown);
    while (!permits.hasQueuedThreads() && third.getCount() > 0) {
      Thread.onSpinWait();
    }

    assertThat(pool.running()).isEqualTo(2);
    assertThat(pool.waiting()).isEqualTo(1);
    assertThat(third.getCount()).isEqualTo(1);
    nanos.set(9 * unit);
    assertThat(pool.waitingNanos() - before).isEqualTo((9 - 3) * unit);

    tasks.release();
    third.await();
    PoolTasks.finish(pool);
    assertThat(pool.waiting()).isZero();
    assertThat(pool.queueWait().sum()).isEqualTo((9 - 3) * unit);
    assertThat(pool.waitingNanos() - before).isEqualTo((9 - 3) * unit);
    assertThat(pool.rejected()).isZero();
  }

  @Test
  void aTaskThatThrowsIsMeasuredAndItsExceptionThrownOn() {
    pool = onCallersThread();
    redisTime.add(7); // of an earlier task of this thread

    assertThatThrownBy(
            () ->
                pool.execute(
                    () -> {
                      spend(50, 20);
                      throw new IllegalStateException("bug");
                    }))
        .hasMessage("bug");

    assertThat(pool.service().sum()).isEqualTo(50);
    assertThat(pool.application().sum()).isEqualTo(30);
    assertThat(pool.running()).isZero();
    assertThat(pool.rejected()).isZero();
    assertThat(calls.count()).as("answered at its end").isZero();
  }

  @Test
  void measuringATaskAllocatesOneObject() {
    pool = onCallersThread();
    Runnable task = () -> {};
    int count = 100_000;

    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    execute(task, 1000);
    long before = threads.getCurrentThreadAllocatedBytes();
    execute(task, count);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;

    // An object of two references, a long and a flag, in any layout.
    assertThat(allocated).isLessThanOrEqualTo(48L * count);
  }

  @Test
  void aTaskWithinATaskHasItsOwnApplicationTime() {
    pool = onCallersThread();

    pool.execute(
        () -> {
          spend(40, 30);
          pool.execute(() -> spend(400, 300));
          spend(4000, 3000);
        });

    assertThat(pool.service().sum()).isEqualTo(400 + (40 + 400 + 4000));
    assertThat(pool.application().sum()).isEqualTo(100 + (10 + 100 + 1000));
  }

  private void spend(long totalNanos, long onRedisNanos) {
    nanos.addAndGet(totalNanos);
    redisTime.add(onRedisNanos);
  }

  private void execute(Runnable task, int times) {
    for (int i = 0; i < times; i++) {
      pool.execute(task);
    }
  }

  private MeasuredExecutor oneThread(BlockingQueue<Runnable> queue) {
    return measured(new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, queue));
  }

  private MeasuredExecutor onCallersThread() {
    return measured(
        new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new SynchronousQueue<>()) {
          @Override
          public void execute(Runnable task) {
            task.run();
          }
        });
  }

  private MeasuredExecutor measured(ExecutorService executor) {
    return new MeasuredExecutor(() -> executor, nanos::get, redisTime, calls, Optional.empty());
  }
}
