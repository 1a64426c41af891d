package io.poolbench.load;

import io.poolbench.measure.Clock;
import io.poolbench.measure.Interval;
import io.poolbench.measure.LatencyRecorder;
import io.poolbench.measure.Outcome;
import io.poolbench.spec.ThinkTime;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Users who each send their next request when the last one is answered, at once or after a pause.
 *
 * <p>A user is a slot of the {@link Target} and the continuation of its own last call, not a
 * thread: without think time it sends within the completion. The number of users can be changed
 * while they run: further ones start at once (with think time, somewhere in a pause), surplus ones
 * stop after the call or the pause they are in, and the others go on undisturbed.
 */
public final class ClosedLoop implements Load {
  private static final int RESTING = 0;
  private static final int PAUSING = 1;
  private static final int CALLING = 2;

  private final AtomicIntegerArray states;
  private final LatencyRecorder recorder;
  private final Clock clock;
  private final Target target;

  /** Null where users do not pause. */
  private final Pauses pauses;

  private volatile int users;

  /**
   * @param mostUsers how many users there can be
   * @param seed of the pauses' lengths
   * @throws IOException where the target cannot be reached
   */
  public ClosedLoop(
      Target.Factory targets,
      int mostUsers,
      ThinkTime thinkTime,
      long seed,
      LatencyRecorder recorder,
      Clock clock,
      Scheduler scheduler)
      throws IOException {
    this.states = new AtomicIntegerArray(mostUsers);
    this.recorder = recorder;
    this.clock = clock;
    this.target = targets.open(mostUsers, this::completed);
    this.pauses =
        thinkTime.isNone()
            ? null
            : new Pauses(mostUsers, thinkTime, seed, clock, scheduler, this::resume);
  }

  /** Changes the number of users, from none to as many as there can be. */
  @Override
  public void level(int wanted) {
    if (wanted < 0 || wanted > states.length()) {
      throw new IllegalArgumentException(wanted + " users; valid: 0.." + states.length());
    }
    check();
    users = wanted;
    for (int user = 0; user < wanted; user++) {
      startIfResting(user);
    }
  }

  /** Users leave nothing behind: each has one call, and a surplus one ends with it. */
  @Override
  public void clearFor(int level, Duration patience) {}

  @Override
  public Interval take() {
    check();
    return recorder.take(0);
  }

  private void check() {
    if (pauses != null) {
      pauses.check();
    }
  }

  @Override
  public int inFlight() {
    int calling = 0;
    for (int user = 0; user < states.length(); user++) {
      calling += states.get(user) == CALLING ? 1 : 0;
    }
    return calling;
  }

  @Override
  public boolean drain(Duration patience) throws InterruptedException {
    level(0);
    return Drain.await(() -> inFlight() == 0, patience, clock);
  }

  @Override
  public void close() {
    users = 0;
    if (pauses != null) {
      pauses.close();
    }
    target.close();
  }

  private void completed(int user, Outcome outcome, long sentNanos, long answeredNanos) {
    long responseNanos = answeredNanos - sentNanos;
    if (pauses == null) {
      recorder.record(outcome, responseNanos);
      callOrRest(user);
    } else {
      recorder.recordPaused(
          outcome,
          responseNanos,
          pauses.lengthNanos(user, sentNanos),
          pauses.lagNanos(user, sentNanos));
      states.set(user, PAUSING);
      pauses.begin(user, answeredNanos);
    }
  }

  private void resume(int user) {
    states.set(user, CALLING);
    callOrRest(user);
  }

  /** Calls, or rests where the user is one too many; it counts as calling already. */
  private void callOrRest(int user) {
    if (user < users) {
      target.send(user);
    } else {
      states.set(user, RESTING);
      // The number may have risen between the look at it and the rest, and found this user calling.
      if (user < users) {
        startIfResting(user);
      }
    }
  }

  private void startIfResting(int user) {
    if (pauses == null) {
      if (states.compareAndSet(user, RESTING, CALLING)) {
        callOrRest(user);
      }
    } else if (states.compareAndSet(user, RESTING, PAUSING)) {
      pauses.beginFirst(user);
    }
  }
}
