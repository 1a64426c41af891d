package io.poolbench.load;

import io.poolbench.study.Workload;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.IntFunction;

/**
 * A clock whose time passes only during a sleep, which runs the events that fall due; scheduled
 * tasks are such events.
 */
public final class SimulatedTime implements NanoClock, Scheduler {
  /** What a target does with a call. */
  @FunctionalInterface
  interface Sending {
    void send(int slot, long sentNanos);
  }

  private record Event(long dueNanos, long order, Runnable action) {}

  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::dueNanos).thenComparing(Event::order));
  private final long lateNanos;
  private long now;
  private long order;

  /** A clock whose tasks are in time. */
  public SimulatedTime() {
    this(0);
  }

  /**
   * @param lateNanos the lateness of every scheduled task
   */
  SimulatedTime(long lateNanos) {
    this.lateNanos = lateNanos;
  }

  @Override
  public long nanoTime() {
    return now;
  }

  @Override
  public void sleepUntil(long nanos) {
    while (!events.isEmpty() && events.peek().dueNanos() <= nanos) {
      Event event = events.remove();
      now = event.dueNanos();
      event.action().run();
    }
    now = Math.max(now, nanos);
  }

  /** Runs an action once so much time has passed. */
  public void after(long nanos, Runnable action) {
    events.add(new Event(now + nanos, order++, action));
  }

  /** A target that knows when it sent the calls of its slots. */
  Target target(Sending sending) {
    Map<Integer, Long> sentAt = new HashMap<>();
    return new Target() {
      @Override
      public void send(int slot) {
        sentAt.put(slot, now);
        sending.send(slot, now);
      }

      @Override
      public long sentNanos(int slot) {
        return sentAt.getOrDefault(slot, 0L);
      }

      @Override
      public void close() {}
    };
  }

  /** Users without think time. */
  public Load closed(Target.Factory server, int users) throws IOException {
    return closed(server, users, Workload.Closed.WITHOUT_PAUSES);
  }

  Load closed(Target.Factory server, int users, Workload.Closed loop) throws IOException {
    return new ClosedLoop(server, users, loop, 7, new LatencyRecorder(), this, this);
  }

  public Load open(Target.Factory server, int slots, Duration timeout, IntFunction<Arrivals> rates)
      throws IOException {
    return new OpenLoop(server, slots, timeout, rates, new LatencyRecorder(), this, this);
  }

  @Override
  public Handle start(Task task) {
    return new SimulatedHandle(task);
  }

  private final class SimulatedHandle implements Handle {
    private final Task task;
    private long armed;
    private long armedFor;
    private boolean acting;
    private boolean wokenMeanwhile;

    SimulatedHandle(Task task) {
      this.task = task;
      arm(0);
    }

    @Override
    public void wake() {
      wokenMeanwhile = acting;
      if (!acting && armedFor > now + lateNanos) {
        arm(0);
      }
    }

    private void arm(long delayNanos) {
      long mine = ++armed;
      armedFor = now + Math.max(0, delayNanos) + lateNanos;
      if (delayNanos < NEVER_NANOS / 2) {
        after(armedFor - now, () -> act(mine));
      }
    }

    private void act(long mine) {
      if (mine == armed) {
        acting = true;
        long delay = task.advance(now);
        acting = false;
        arm(wokenMeanwhile ? 0 : delay);
        wokenMeanwhile = false;
      }
    }

    @Override
    public void check() {}

    @Override
    public void close() {
      armed++;
    }
  }
}
