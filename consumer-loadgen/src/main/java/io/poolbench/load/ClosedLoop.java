package io.poolbench.load;

import io.poolbench.journal.Durations;
import io.poolbench.journal.Pending;
import io.poolbench.study.Workload;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * A closed loop: each user sends its next request when the last one is answered, at once or after a
 * think time. After a refusal or another error the user backs off instead.
 *
 * <p>A user is a slot of the {@link Target}, not a thread; without think time its next request is
 * sent within the completion of the last. The number of users can change at run time: added users
 * start at once (with think time, at a random instant of it), and surplus users stop after their
 * present call or think time. The other users are not disturbed.
 */
final class ClosedLoop implements Load {
  /** No longer idle, while the instant is noted from which on the user takes part. */
  private static final int STARTING = -1;

  private static final int IDLE = 0;
  private static final int THINKING = 1;
  private static final int BACKING_OFF = 2;

  /** The first of the states with a call in flight; its call had no pause before it. */
  private static final int CALLING = 3;

  private static final int CALLING_AFTER_THINKING = 4;
  private static final int CALLING_AFTER_BACKOFF = 5;

  private final AtomicIntegerArray states;

  private final long[] startedNanos;

  private final LatencyRecorder recorder;
  private final NanoClock clock;
  private final Target target;
  private final boolean thinks;
  private final boolean backsOff;

  private final ThinkTimer thinkTimer;

  private volatile int users;

  /** Whether all users have stopped until the next level, under which their pauses go on. */
  private boolean drained;

  ClosedLoop(
      Target.Factory targets,
      int maxUsers,
      Workload.Closed loop,
      long seed,
      LatencyRecorder recorder,
      NanoClock clock,
      Scheduler scheduler)
      throws IOException {
    this.states = new AtomicIntegerArray(maxUsers);
    this.startedNanos = new long[maxUsers];
    this.recorder = recorder;
    this.clock = clock;
    this.thinks = loop.hasThinkTime();
    this.backsOff = loop.backoffMicros() > loop.thinkTimeMicros();
    this.target = targets.open(maxUsers, new Recording());
    this.thinkTimer =
        thinks || backsOff
            ? new ThinkTimer(maxUsers, loop, seed, clock, scheduler, this::resume)
            : null;
  }

  @Override
  public void level(int wanted) {
    if (wanted > 0) {
      check();
    }
    drained = false;
    users = wanted;
    for (int user = 0; user < wanted; user++) {
      startIfIdle(user);
    }
  }

  /** Does nothing: a user has at most one call, so there is no backlog. */
  @Override
  public void drainBefore(int level, Duration timeout) {}

  @Override
  public Interval take() {
    check();
    return recorder.take(ledger());
  }

  /** A snapshot taken while users continue, so a user's call may be the one before or after it. */
  private Ledger ledger() {
    long now = clock.nanoTime();
    LongStream.Builder ages = LongStream.builder();
    long unfinishedNanos = 0;
    for (int user = 0; user < states.length(); user++) {
      int state = states.get(user); // once: a user may stop meanwhile
      if (state >= CALLING) {
        ages.add(now - sentNanos(user, state));
      }
      if (isPresent(user, state)) {
        unfinishedNanos +=
            now - (state == CALLING ? sentNanos(user, state) : thinkTimer.begunNanos(user));
      }
    }
    return new Ledger(
        now, 0, new Pending(Durations.of(ages.build().toArray()), 0), unfinishedNanos);
  }

  /** Whether a user takes part in the load: a surplus one stops after its pause without a call. */
  private boolean isPresent(int user, int state) {
    return state >= CALLING || (state > IDLE && (drained || user < users));
  }

  /**
   * Until the send, a slot keeps an earlier call's instant, so the result is limited from below.
   */
  private long sentNanos(int user, int state) {
    long earliest = state == CALLING ? startedNanos[user] : thinkTimer.readyNanos(user);
    return earliest + Math.max(0, target.sentNanos(user) - earliest);
  }

  private void check() {
    target.check();
    if (thinkTimer != null) {
      thinkTimer.check();
    }
  }

  @Override
  public int inFlight() {
    return (int)
        IntStream.range(0, states.length()).filter(user -> states.get(user) >= CALLING).count();
  }

  @Override
  public boolean drain(Duration timeout) throws InterruptedException {
    level(0);
    drained = true;
    return clock.await(() -> inFlight() == 0, timeout);
  }

  @Override
  public void close() {
    users = 0;
    if (thinkTimer != null) {
      thinkTimer.close();
    }
    target.close();
  }

  private final class Recording implements Target.Completion {
    @Override
    public void completed(int user, Outcome outcome, long sentNanos, long answeredNanos) {
      int state = states.get(user);
      long responseNanos = answeredNanos - sentNanos;
      if (state == CALLING) {
        recorder.record(outcome, responseNanos);
      } else if (state == CALLING_AFTER_THINKING) {
        recorder.recordAfterThinkTime(
            outcome,
            responseNanos,
            sentNanos - thinkTimer.begunNanos(user),
            sentNanos - thinkTimer.readyNanos(user));
      } else {
        recorder.recordAfterBackoff(
            outcome, responseNanos, sentNanos - thinkTimer.begunNanos(user));
      }
      goOn(user, state, outcome, answeredNanos);
    }

    @Override
    public void answeredLate() {
      recorder.recordLate();
    }
  }

  /** A timeout is not followed by a back-off, because it was a pause already. */
  private void goOn(int user, int state, Outcome outcome, long answeredNanos) {
    if (backsOff && (outcome == Outcome.REJECTED || outcome == Outcome.ERROR)) {
      thinkTimer.pausesFrom(user, answeredNanos);
      states.set(user, BACKING_OFF);
      thinkTimer.beginBackoff(user);
    } else if (thinks) {
      thinkTimer.pausesFrom(user, answeredNanos);
      states.set(user, THINKING);
      thinkTimer.begin(user);
    } else {
      startedNanos[user] = answeredNanos;
      if (state != CALLING) {
        states.set(user, CALLING);
      }
      callOrStop(user);
    }
  }

  private void resume(int user) {
    states.set(
        user, states.get(user) == BACKING_OFF ? CALLING_AFTER_BACKOFF : CALLING_AFTER_THINKING);
    callOrStop(user);
  }

  /** Sends the user's next call, or stops a surplus user; the user is already marked as calling. */
  private void callOrStop(int user) {
    if (user < users) {
      target.send(user);
    } else {
      states.set(user, IDLE);
      // The number of users may have risen before this user was marked as idle.
      if (user < users) {
        startIfIdle(user);
      }
    }
  }

  private void startIfIdle(int user) {
    if (!states.compareAndSet(user, IDLE, STARTING)) {
      return;
    }
    if (thinks) {
      thinkTimer.pausesFrom(user, clock.nanoTime());
      states.set(user, THINKING);
      thinkTimer.beginFirst(user);
    } else {
      startedNanos[user] = clock.nanoTime();
      states.set(user, CALLING);
      callOrStop(user);
    }
  }
}
