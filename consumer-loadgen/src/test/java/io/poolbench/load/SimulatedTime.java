package io.poolbench.load;

import io.poolbench.measure.Clock;
import java.util.Comparator;
import java.util.PriorityQueue;

/** A clock whose time passes only while somebody sleeps, running what falls due on the way. */
final class SimulatedTime implements Clock {
  private record Event(long dueNanos, long order, Runnable action) {}

  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::dueNanos).thenComparing(Event::order));
  private long now;
  private long order;

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

  void after(long nanos, Runnable action) {
    events.add(new Event(now + nanos, order++, action));
  }
}
