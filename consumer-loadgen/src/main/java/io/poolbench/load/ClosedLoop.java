package io.poolbench.load;

import io.poolbench.measure.Clock;
import io.poolbench.measure.LatencyRecorder;
import io.poolbench.measure.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Users who each send their next request when the last one is answered.
 *
 * <p>A user is a slot of the {@link Target} and the continuation of its own last call, not a
 * thread. Their number can be changed while they run: further users start at once, surplus ones
 * stop after the call they are in, and the others go on undisturbed.
 *
 * <p>{@link #users} and {@link #close} are for one thread; completions come on any.
 */
public final class ClosedLoop implements AutoCloseable {
  private static final int RESTING = 0;
  private static final int CALLING = 1;

  private final AtomicIntegerArray states;
  private final LatencyRecorder recorder;
  private final Clock clock;
  private final Target target;
  private volatile int users;

  /**
   * @param mostUsers how many users there can be
   * @param recorder told of every call's end
   * @throws IOException where the target cannot be reached
   */
  public ClosedLoop(Target.Factory targets, int mostUsers, LatencyRecorder recorder, Clock clock)
      throws IOException {
    this.states = new AtomicIntegerArray(mostUsers);
    this.recorder = recorder;
    this.clock = clock;
    this.target = targets.open(mostUsers, this::completed);
  }

  /** Changes the number of users, from none to as many as there can be. */
  public void users(int wanted) {
    if (wanted < 0 || wanted > states.length()) {
      throw new IllegalArgumentException(wanted + " users; valid: 0.." + states.length());
    }
    users = wanted;
    for (int user = 0; user < wanted; user++) {
      startIfResting(user);
    }
  }

  /** How many users have a call in flight. */
  public int calling() {
    int calling = 0;
    for (int user = 0; user < states.length(); user++) {
      calling += states.get(user);
    }
    return calling;
  }

  /**
   * Lets every user finish its call and stop.
   *
   * @param patience how long to wait for that
   * @return whether all did
   * @throws InterruptedException where the waiting thread is interrupted
   */
  public boolean drain(Duration patience) throws InterruptedException {
    users(0);
    long deadline = clock.nanoTime() + patience.toNanos();
    while (calling() > 0) {
      long now = clock.nanoTime();
      if (now >= deadline) {
        return false;
      }
      clock.sleepUntil(Math.min(deadline, now + Duration.ofMillis(1).toNanos()));
    }
    return true;
  }

  /** Ends the target; calls in flight are abandoned. */
  @Override
  public void close() {
    users = 0;
    target.close();
  }

  private void completed(int user, Outcome outcome, long sentNanos, long answeredNanos) {
    recorder.record(user, outcome, answeredNanos - sentNanos);
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
    if (states.compareAndSet(user, RESTING, CALLING)) {
      target.send(user);
    }
  }
}
