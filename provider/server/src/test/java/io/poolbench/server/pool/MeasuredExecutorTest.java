package io.poolbench.server.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.poolbench.server.timing.ThreadTally;
import io.poolbench.server.timing.UnansweredCalls;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class MeasuredExecutorTest {
  private final AtomicLong nanos = new AtomicLong();
  private final ThreadTally redisTime = new ThreadTally();
  private final CountDownLatch started = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private final List<MeasuredExecutor> opened = new ArrayList<>();

  @AfterEach
  void close() {
    release.countDown();
    opened.forEach(MeasuredExecutor::shutdownNow);
  }

  @Test
  void aTaskWaitsFromItsArrivalToItsStartAndServesFromThereToItsEnd() throws Exception {
    MeasuredExecutor pool = oneThread(new LinkedBlockingQueue<>());
    nanos.set(100);
    pool.execute(this::untilReleased);
    started.await();
    nanos.set(130);
    pool.execute(() -> nanos.addAndGet(50));

    assertThat(pool.running()).isEqualTo(1);
    assertThat(pool.queued()).isEqualTo(1);

    nanos.set(200);
    release.countDown();
    finish(pool);

    assertThat(pool.queueWait().sum()).isEqualTo(0 + (200 - 130));
    assertThat(pool.queueWait().count()).isEqualTo(2);
    assertThat(pool.service().sum()).isEqualTo((200 - 100) + 50);
    assertThat(pool.service().count()).isEqualTo(2);
    assertThat(pool.running()).isZero();
  }

  @Test
  void aRefusedTaskIsCountedAndRethrown() throws Exception {
    MeasuredExecutor pool = oneThread(new SynchronousQueue<>());
    pool.execute(this::untilReleased);
    started.await();

    assertThatThrownBy(() -> pool.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);

    assertThat(pool.rejected()).isEqualTo(1);
    release.countDown();
    finish(pool);
    assertThat(pool.queueWait().count()).isEqualTo(1);
    assertThat(pool.service().count()).isEqualTo(1);
  }

  @Test
  void aTaskThatThrowsIsTimedAndItsExceptionGoesOn() {
    MeasuredExecutor pool = onTheCallersThread(Runnable::run);

    assertThatThrownBy(
            () ->
                pool.execute(
                    () -> {
                      nanos.addAndGet(7);
                      throw new IllegalStateException("bug");
                    }))
        .hasMessage("bug");

    assertThat(pool.service().sum()).isEqualTo(7);
    assertThat(pool.running()).isZero();
    assertThat(pool.rejected()).isZero();
  }

  @Test
  void theTasksThatAShutdownLeavesAreThoseThatWereSubmitted() throws Exception {
    MeasuredExecutor pool = oneThread(new LinkedBlockingQueue<>());
    pool.execute(this::untilReleased);
    started.await();
    Runnable waiting = () -> {};
    pool.execute(waiting);

    assertThat(pool.shutdownNow()).containsExactly(waiting);
    assertThat(pool.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    assertThat(pool.isTerminated()).isTrue();
  }

  @Test
  void measuringATaskAllocatesItsWrapperAndNothingElse() {
    MeasuredExecutor pool = onTheCallersThread(Runnable::run);
    Runnable task = () -> {};
    int calls = 100_000;

    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    submit(pool, task, 1000);
    long before = threads.getCurrentThreadAllocatedBytes();
    submit(pool, task, calls);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;

    // An object of two references, a long and a flag, however the JVM lays them out.
    assertThat(allocated).isLessThanOrEqualTo(48L * calls);
  }

  @Test
  void theRestOfATaskIsItsServiceWithoutWhatItsThreadSpentOnRedis() {
    MeasuredExecutor pool = onTheCallersThread(Runnable::run);
    redisTime.add(1_000_000);

    pool.execute(
        () -> {
          nanos.addAndGet(30);
          redisTime.add(20);
        });
    pool.execute(() -> nanos.addAndGet(7));

    assertThat(pool.service().sum()).isEqualTo(30 + 7);
    assertThat(pool.rest().sum()).isEqualTo(10 + 7);
    assertThat(pool.rest().count()).isEqualTo(2);
    assertThat(pool.rest().snapshot().getTotalCount()).isEqualTo(2);
  }

  @Test
  void aTaskWithinATaskHasARestOfItsOwn() {
    MeasuredExecutor pool = onTheCallersThread(Runnable::run);

    pool.execute(
        () -> {
          spend(40, 30);
          pool.execute(() -> spend(400, 300));
          spend(4000, 3000);
        });

    assertThat(pool.service().sum()).isEqualTo(400 + (40 + 400 + 4000));
    assertThat(pool.rest().sum()).isEqualTo(100 + (10 + 100 + 1000));
  }

  @Test
  void aTaskThatThrowsHasARestToo() {
    MeasuredExecutor pool = onTheCallersThread(Runnable::run);

    assertThatThrownBy(
            () ->
                pool.execute(
                    () -> {
                      spend(50, 20);
                      throw new IllegalStateException("bug");
                    }))
        .hasMessage("bug");

    assertThat(pool.rest().sum()).isEqualTo(30);
  }

  private void spend(long totalNanos, long onRedisNanos) {
    nanos.addAndGet(totalNanos);
    redisTime.add(onRedisNanos);
  }

  private static void submit(MeasuredExecutor pool, Runnable task, int times) {
    for (int i = 0; i < times; i++) {
      pool.execute(task);
    }
  }

  private void untilReleased() {
    started.countDown();
    try {
      release.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private MeasuredExecutor oneThread(BlockingQueue<Runnable> queue) {
    return measured(new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, queue));
  }

  private MeasuredExecutor onTheCallersThread(Consumer<Runnable> execution) {
    return measured(
        new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new SynchronousQueue<>()) {
          @Override
          public void execute(Runnable wrapper) {
            execution.accept(wrapper);
          }
        });
  }

  private MeasuredExecutor measured(ThreadPoolExecutor pool) {
    MeasuredExecutor measured =
        new MeasuredExecutor(pool, nanos::get, redisTime, new UnansweredCalls());
    opened.add(measured);
    return measured;
  }

  private static void finish(MeasuredExecutor pool) throws InterruptedException {
    pool.shutdown();
    assertThat(pool.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
  }
}
