package io.poolbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.poolbench.study.Workload;
import io.poolbench.study.Workload.ArrivalProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Real threads: nothing is asserted about how fast, only about order and completeness. */
class ParkingSchedulerTest {
  private final NanoClock clock = NanoClock.system();
  private final Scheduler scheduler = new ParkingScheduler(clock);

  @Test
  void noTaskRunsBeforeItIsDue() throws Exception {
    long delay = TimeUnit.MILLISECONDS.toNanos(5);
    BlockingQueue<Long> acts = new LinkedBlockingQueue<>();
    Scheduler.Task task =
        now -> {
          acts.add(now);
          return delay;
        };
    try (Scheduler.Handle handle = scheduler.start(task)) {
      long before = acts.take();
      for (int act = 0; act < 5; act++) {
        long next = acts.take();
        assertThat(next - before).isGreaterThanOrEqualTo(delay);
        before = next;
      }
      handle.check();
    }
  }

  @Test
  void aFailedTaskIsReported() throws Exception {
    CountDownLatch acted = new CountDownLatch(1);
    RuntimeException bug = new IllegalArgumentException("a bug");
    Scheduler.Handle handle =
        scheduler.start(
            now -> {
              acted.countDown();
              throw bug;
            });
    acted.await();
    // Close waits for the thread's end.
    handle.close();

    assertThatIllegalStateException().isThrownBy(handle::check).withCause(bug);
  }

  /** With a single user a wake-up that is lost is not made good by another's. */
  @ParameterizedTest(name = "{0} users, think time of {1} us")
  @CsvSource({"1, 1", "1, 5", "50, 200"})
  void noUserWithThinkTimeIsLostBetweenThreads(int users, long thinkMicros) throws Exception {
    Workload workload = new Workload.Closed(thinkMicros, 0);
    try (ThreadedTarget target = new ThreadedTarget(20_000);
        Load load = open(workload, users, target)) {
      load.level(users);
      target.ends.await();

      assertThat(load.drain(Duration.ofSeconds(60))).isTrue();
      Interval interval = load.take();
      assertThat(interval.calls().total()).isEqualTo(target.sends.get());
      assertThat(target.slots).hasSize(users);
      assertThat(interval.times().lag().count()).isEqualTo(interval.calls().total());
    }
  }

  /** With a single slot a wake-up that is lost is not made good by another's. */
  @ParameterizedTest(name = "{0} slots")
  @ValueSource(ints = {1, 3})
  void noRequestAndNoSlotIsLostBetweenThreads(int slots) throws Exception {
    List<Interval> intervals = new ArrayList<>();
    Workload workload = new Workload.Open(ArrivalProcess.CONSTANT, "");
    try (ThreadedTarget target = new ThreadedTarget(20_000);
        Load load = open(workload, slots, target)) {
      // More than can be sent: every end of a call has to wake the sending thread for the next.
      load.level(1_000_000);
      target.ends.await();
      intervals.add(load.take());

      assertThat(load.drain(Duration.ofSeconds(60))).isTrue();
      intervals.add(load.take());
      Interval all = Interval.merge(intervals);
      assertThat(all.calls().total()).isEqualTo(target.sends.get());
      assertThat(all.times().sendDelay().count()).isEqualTo(all.calls().total());
      assertThat(all.times().service().maxNanos())
          .isLessThanOrEqualTo(all.times().response().maxNanos());
      assertThat(all.end().pending().backlog()).isZero();
    }
  }

  private Load open(Workload workload, int slots, ThreadedTarget target) throws IOException {
    Duration timeout = Duration.ofSeconds(60);
    return Loads.open(workload, slots, timeout, 1, target.factory(), clock, scheduler);
  }

  /** Answers at once, on two threads of its own. */
  private static final class ThreadedTarget implements AutoCloseable {
    private final ExecutorService threads = Executors.newFixedThreadPool(2);
    private final CountDownLatch ends;
    private final AtomicLong sends = new AtomicLong();
    private final Set<Integer> slots = ConcurrentHashMap.newKeySet();

    ThreadedTarget(int enough) {
      ends = new CountDownLatch(enough);
    }

    Target.Factory factory() {
      return (slotCount, completion) ->
          new Target() {
            @Override
            public void send(int slot) {
              sends.incrementAndGet();
              slots.add(slot);
              long sent = System.nanoTime();
              threads.execute(
                  () -> {
                    completion.completed(slot, Outcome.OK, sent, System.nanoTime());
                    ends.countDown();
                  });
            }

            @Override
            public long sentNanos(int slot) {
              return System.nanoTime();
            }

            @Override
            public void close() {}
          };
    }

    @Override
    public void close() {
      threads.shutdownNow();
    }
  }
}
