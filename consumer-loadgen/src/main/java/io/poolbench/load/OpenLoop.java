package io.poolbench.load;

import io.poolbench.journal.Durations;
import io.poolbench.journal.Pending;
import io.poolbench.load.Arrivals.StagedArrivals;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * An open loop: requests arrive at a rate, independent of the answers to others.
 *
 * <p>The response time of a request counts from the instant at which it is due, which no answer can
 * move. It includes the time for which a stalled provider delays the send. A load that counted from
 * the send would leave out the very requests that show the stall (coordinated omission: G. Tene,
 * "How NOT to Measure Latency").
 *
 * <p>At most as many calls are in flight as the target has slots. Further due requests wait in
 * order; when a slot becomes free they are sent with their original intended start. A request is
 * given up when it has waited for the client's timeout, or when it still waits as the rate changes.
 * Such requests are counted as unsent, never dropped silently.
 *
 * <p>One thread sends. The end of a call returns its slot without a lock, and wakes the sending
 * thread only if requests wait for a slot. A slot's fields belong to the sending thread until the
 * send, then to the call.
 */
final class OpenLoop implements Load {
  private static final int FREE = 0;
  private static final int CALLING = 1;

  private final AtomicIntegerArray states;
  private final long[] intendedNanos;
  private final long[] readyNanos;
  private final long[] freedNanos;
  private final SlotStack freed;
  private final SlotQueue free;
  private final long timeoutNanos;
  private final IntFunction<Arrivals> arrivals;
  private final LatencyRecorder recorder;
  private final NanoClock clock;
  private final Target target;
  private final Scheduler.Handle handle;

  private int perSecond;
  private volatile RequestStream wanted;
  private volatile RequestStream stream;

  /** Whether the sending thread waits for a slot. */
  private volatile boolean starved;

  /** Whether there are waiting requests that found no slot. */
  private volatile boolean backlogged;

  OpenLoop(
      Target.Factory targets,
      int maxInFlight,
      Duration timeout,
      IntFunction<Arrivals> arrivals,
      LatencyRecorder recorder,
      NanoClock clock,
      Scheduler scheduler)
      throws IOException {
    this.states = new AtomicIntegerArray(maxInFlight);
    this.intendedNanos = new long[maxInFlight];
    this.readyNanos = new long[maxInFlight];
    this.freedNanos = new long[maxInFlight];
    this.freed = new SlotStack(maxInFlight);
    this.free = new SlotQueue(maxInFlight);
    this.timeoutNanos = timeout.toNanos();
    this.arrivals = arrivals;
    this.recorder = recorder;
    this.clock = clock;
    long now = clock.nanoTime();
    for (int slot = 0; slot < maxInFlight; slot++) {
      freedNanos[slot] = now;
      free.add(slot);
    }
    this.stream = new RequestStream(Arrivals.none(), now);
    this.wanted = stream;
    this.target = targets.open(maxInFlight, new Recording());
    this.handle = scheduler.start(this::advance);
  }

  @Override
  public void beginRound(int round) {
    if (arrivals instanceof RecordedArrivals.Replays replays) {
      replays.beginRound(round);
    }
  }

  @Override
  public void level(int wantedPerSecond) {
    if (wantedPerSecond > 0) {
      check();
    }
    if (wantedPerSecond == perSecond) {
      return;
    }
    Arrivals next = wantedPerSecond == 0 ? Arrivals.none() : arrivals.apply(wantedPerSecond);
    perSecond = wantedPerSecond;
    wanted = new RequestStream(next, clock.nanoTime());
    handle.wake();
  }

  /** Waiting requests keep waiting at a change from one of these rates to the next. */
  @Override
  public void follow(List<Stage> stages) {
    check();
    Arrivals first = arrivals.apply(stages.get(0).level());
    List<Stage> rates = List.copyOf(stages);
    perSecond = rates.get(rates.size() - 1).level();
    wanted = new RequestStream(new StagedArrivals(first, rates), clock.nanoTime());
    handle.wake();
  }

  @Override
  public void drainBefore(int level, Duration timeout) throws InterruptedException {
    if (perSecond > 0 && level <= perSecond) {
      drain(timeout);
    }
  }

  @Override
  public Interval take() {
    check();
    return recorder.take(ledger());
  }

  private void check() {
    handle.check();
    target.check();
  }

  /**
   * A snapshot taken while calls continue: a call that is sent or ends meanwhile may be counted as
   * both or neither here, and is counted correctly in the next snapshot.
   */
  private Ledger ledger() {
    RequestStream current = stream;
    long now = clock.nanoTime();
    long due = current.countDue(now, backlogged);
    long[] waiting = current.waitingSince().toArray();
    LongStream calling =
        IntStream.range(0, states.length())
            .filter(slot -> states.get(slot) == CALLING)
            .mapToLong(slot -> intendedNanos[slot]);
    long[] ages =
        LongStream.concat(calling, Arrays.stream(waiting)).map(began -> now - began).toArray();
    return new Ledger(now, due, new Pending(Durations.of(ages), waiting.length), 0);
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
  public boolean drain(Duration timeout) throws InterruptedException {
    level(0);
    // The sending thread sends nothing more once it has switched to the empty stream.
    return clock.await(() -> stream == wanted && inFlight() == 0, timeout);
  }

  @Override
  public void close() {
    handle.close();
    target.close();
  }

  private final class Recording implements Target.Completion {
    @Override
    public void completed(int slot, Outcome outcome, long sentNanos, long answeredNanos) {
      recorder.recordPaced(
          outcome, intendedNanos[slot], readyNanos[slot], sentNanos, answeredNanos);
      freedNanos[slot] = clock.nanoTime();
      states.set(slot, FREE);
      freed.push(slot);
      // Either this thread sees that a slot is waited for, or the sending thread sees the freed
      // slot: it collects freed slots once more after it has set the flag.
      if (starved) {
        handle.wake();
      }
    }

    @Override
    public void answeredLate() {
      recorder.recordLate();
    }
  }

  private long advance(long now) {
    RequestStream next = wanted;
    if (next != stream) {
      end(stream, next.startNanos() - 1);
      next.beginAfter(stream);
      stream = next;
    }
    return sendDue(next, now);
  }

  /** Sends a stream's due requests while slots are free, and gives up the others. */
  private void end(RequestStream ended, long lastNanos) {
    sendDue(ended, lastNanos);
    while (ended.nextNanos() - lastNanos <= 0) {
      giveUp(ended);
    }
    backlogged = false;
  }

  /** Sends due requests while slots are free; returns the delay until there is more to do. */
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

  /** Collects all before any is used, because a used slot may be freed again at once. */
  private void collectFreed() {
    if (!freed.isEmpty()) {
      for (int slot = freed.takeAll(); slot != SlotStack.NONE; slot = freed.below(slot)) {
        free.add(slot);
      }
    }
  }
}
