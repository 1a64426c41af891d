package io.poolbench.load;

import io.poolbench.measure.Clock;
import io.poolbench.measure.Interval;
import io.poolbench.measure.LatencyRecorder;
import io.poolbench.measure.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Supplier;

/**
 * Requests that come at a rate, whether or not others are answered.
 *
 * <p>A request is due at an instant that no answer can move, and its response time counts from
 * there: the time that a stalled provider makes it wait before it can be sent is part of it. A load
 * that sent later instead would leave out the very requests that show the stall (coordinated
 * omission: G. Tene, "How NOT to Measure Latency").
 *
 * <p>As many calls are in flight as the target has slots. What is due beyond that waits, in order,
 * and is sent with its original intended start when a slot becomes free. What waits for as long as
 * the client's timeout is given up, as is what still waits when the rate changes: it is counted as
 * unsent, never dropped silently.
 *
 * <p>One thread sends. A call's end hands the slot back to it without a lock, and wakes it only
 * where requests wait for one. A slot's fields belong to that thread until the send, then to the
 * call.
 */
public final class OpenLoop implements Load {
  private static final int FREE = 0;
  private static final int CALLING = 1;

  private final AtomicIntegerArray states;
  private final long[] intendedNanos;
  private final long[] readyNanos;
  private final long[] freedNanos;
  private final SlotStack freed;
  private final SlotQueue free;
  private final long timeoutNanos;
  private final RateChange rateChange;
  private final LatencyRecorder recorder;
  private final Clock clock;
  private final Target target;
  private final Scheduler.Pulse pulse;

  private int perSecond;
  private volatile RequestStream wanted;
  private volatile RequestStream stream;

  /** Whether the sending thread waits for a slot. */
  private volatile boolean starved;

  /** Whether requests wait that found no slot. */
  private volatile boolean backlogged;

  /** How requests come due from a change of the rate on. */
  @FunctionalInterface
  public interface RateChange {
    /**
     * What makes the sequence, the same one every time.
     *
     * @param fromPerSecond the rate until now, 0 or more
     * @param toPerSecond the rate asked for, above 0
     */
    Supplier<Arrivals> arrivals(int fromPerSecond, int toPerSecond);
  }

  /**
   * @param mostInFlight how many calls can be in flight at once
   * @param timeout how long a request waits for a slot at most
   * @throws IOException where the target cannot be reached
   */
  public OpenLoop(
      Target.Factory targets,
      int mostInFlight,
      Duration timeout,
      RateChange rateChange,
      LatencyRecorder recorder,
      Clock clock,
      Scheduler scheduler)
      throws IOException {
    this.states = new AtomicIntegerArray(mostInFlight);
    this.intendedNanos = new long[mostInFlight];
    this.readyNanos = new long[mostInFlight];
    this.freedNanos = new long[mostInFlight];
    this.freed = new SlotStack(mostInFlight);
    this.free = new SlotQueue(mostInFlight);
    this.timeoutNanos = timeout.toNanos();
    this.rateChange = rateChange;
    this.recorder = recorder;
    this.clock = clock;
    long now = clock.nanoTime();
    for (int slot = 0; slot < mostInFlight; slot++) {
      freedNanos[slot] = now;
      free.add(slot);
    }
    this.stream = new RequestStream(Arrivals::none, now);
    this.wanted = stream;
    this.target = targets.open(mostInFlight, this::completed);
    this.pulse = scheduler.start(this::advance);
  }

  /** Changes the rate, in requests per second. */
  @Override
  public void level(int wantedPerSecond) {
    if (wantedPerSecond < 0) {
      throw new IllegalArgumentException(wantedPerSecond + " requests/s; valid: 0 or more");
    }
    pulse.check();
    if (wantedPerSecond == perSecond) {
      return;
    }
    Supplier<Arrivals> arrivals =
        wantedPerSecond == 0 ? Arrivals::none : rateChange.arrivals(perSecond, wantedPerSecond);
    perSecond = wantedPerSecond;
    wanted = new RequestStream(arrivals, clock.nanoTime());
    pulse.wake();
  }

  @Override
  public void clearFor(int level, Duration patience) throws InterruptedException {
    if (perSecond > 0 && level <= perSecond) {
      drain(patience);
    }
  }

  @Override
  public Interval take() {
    pulse.check();
    return recorder.take(backlogged ? wanted.waiting(clock.nanoTime()) : 0);
  }

  @Override
  public int inFlight() {
    int calling = 0;
    for (int slot = 0; slot < states.length(); slot++) {
      calling += states.get(slot);
    }
    return calling;
  }

  @Override
  public boolean drain(Duration patience) throws InterruptedException {
    level(0);
    // The sending thread sends nothing more once it has gone on to the empty stream.
    return Drain.await(() -> stream == wanted && inFlight() == 0, patience, clock);
  }

  @Override
  public void close() {
    pulse.close();
    target.close();
  }

  private void completed(int slot, Outcome outcome, long sentNanos, long answeredNanos) {
    recorder.recordPaced(outcome, intendedNanos[slot], readyNanos[slot], sentNanos, answeredNanos);
    freedNanos[slot] = clock.nanoTime();
    states.set(slot, FREE);
    freed.push(slot);
    // Either this sees that a slot is waited for, or the waiting thread sees the slot: it looks
    // again after it has said so.
    if (starved) {
      pulse.wake();
    }
  }

  private long advance(long now) {
    RequestStream next = wanted;
    if (next != stream) {
      end(stream, next.startNanos() - 1);
      stream = next;
    }
    return sendDue(next, now);
  }

  /** Sends what can be sent of a stream up to its last instant, and gives up the rest. */
  private void end(RequestStream ended, long lastNanos) {
    sendDue(ended, lastNanos);
    while (ended.nextNanos() - lastNanos <= 0) {
      giveUp(ended);
    }
    backlogged = false;
  }

  /** Sends what is due, as far as there are slots; returns when there is more to do. */
  private long sendDue(RequestStream requests, long now) {
    while (requests.nextNanos() - now <= 0) {
      long waited = now - requests.nextNanos();
      if (hasFreeSlot()) {
        send(free.remove(), requests.nextNanos());
        requests.pass();
      } else if (waited >= timeoutNanos) {
        giveUp(requests);
      } else {
        return timeoutNanos - waited;
      }
    }
    backlogged = false;
    return requests.nextNanos() - now;
  }

  private void send(int slot, long intended) {
    intendedNanos[slot] = intended;
    readyNanos[slot] = intended + Math.max(0, freedNanos[slot] - intended);
    states.set(slot, CALLING);
    target.send(slot);
  }

  private void giveUp(RequestStream requests) {
    recorder.recordUnsent();
    requests.pass();
  }

  private boolean hasFreeSlot() {
    collectFreed();
    if (free.isEmpty()) {
      backlogged = true;
      starved = true;
      collectFreed();
    }
    if (free.isEmpty()) {
      return false;
    }
    if (starved) {
      starved = false;
    }
    return true;
  }

  /** Takes all over before any is used: a slot that is used may be handed back again. */
  private void collectFreed() {
    if (!freed.isEmpty()) {
      for (int slot = freed.takeAll(); slot != SlotStack.NONE; slot = freed.below(slot)) {
        free.add(slot);
      }
    }
  }
}
