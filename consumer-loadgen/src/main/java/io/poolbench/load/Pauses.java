package io.poolbench.load;

import io.poolbench.measure.Clock;
import io.poolbench.spec.ThinkTime;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;

/**
 * Users between an answer and their next request. A pause begins on the thread on which the call
 * ended, and ends on the one that paces.
 *
 * <p>A user's fields here belong to whoever has the user: the completion, then the {@link
 * SlotStack} that hands it over, then the pacing thread, then the call. Nothing is locked or
 * allocated.
 */
final class Pauses implements AutoCloseable {
  private final double meanNanos;
  private final boolean exponential;
  private final Clock clock;
  private final IntConsumer resume;
  private final SplittableRandom[] randoms;
  private final long[] begunNanos;
  private final long[] readyNanos;
  private final SlotStack handed;
  private final DueSlots pausing;
  private final Scheduler.Pulse pulse;

  /** When the pacing thread acts next of its own accord. */
  private volatile long wakesAtNanos;

  /**
   * @param seed of the pauses' lengths; each user has a sequence of its own
   * @param resume told on the pacing thread when a user's pause is over
   */
  Pauses(
      int users,
      ThinkTime thinkTime,
      long seed,
      Clock clock,
      Scheduler scheduler,
      IntConsumer resume) {
    this.meanNanos = thinkTime.meanMicros() * 1e3;
    this.exponential = thinkTime.distribution() == ThinkTime.Distribution.EXPONENTIAL;
    this.clock = clock;
    this.resume = resume;
    this.randoms = new SplittableRandom[users];
    SplittableRandom root = new SplittableRandom(seed);
    for (int user = 0; user < users; user++) {
      randoms[user] = root.split();
    }
    this.begunNanos = new long[users];
    this.readyNanos = new long[users];
    this.handed = new SlotStack(users);
    this.pausing = new DueSlots(users);
    this.wakesAtNanos = clock.nanoTime();
    this.pulse = scheduler.start(this::advance);
  }

  /**
   * Begins the first pause of a user: the rest of one, as of a user who is met at any instant of
   * it. Users who started together would otherwise come in step, and with a fixed pause stay so.
   */
  void beginFirst(int user) {
    double share = exponential ? Exponential.draw(randoms[user]) : randoms[user].nextDouble();
    begin(user, clock.nanoTime(), share);
  }

  /** Begins the pause of a user whose call was answered. */
  void begin(int user, long answeredNanos) {
    begin(user, answeredNanos, exponential ? Exponential.draw(randoms[user]) : 1);
  }

  private void begin(int user, long fromNanos, double share) {
    long due = fromNanos + Math.round(meanNanos * share);
    long now = clock.nanoTime();
    long ready = now + Math.max(0, due - now);
    begunNanos[user] = fromNanos;
    readyNanos[user] = ready;
    handed.push(user);
    // Either this sees when the pacing thread sleeps until, or that one sees the user: it looks
    // again after it has said so.
    if (ready - wakesAtNanos < 0) {
      pulse.wake();
    }
  }

  /** How long a user paused before the call that was sent at an instant. */
  long lengthNanos(int user, long sentNanos) {
    return sentNanos - begunNanos[user];
  }

  /** How late that call was: since its user's pause was over and the call before had ended. */
  long lagNanos(int user, long sentNanos) {
    return sentNanos - readyNanos[user];
  }

  /** Makes sure that pauses still end. */
  void check() {
    pulse.check();
  }

  private long advance(long now) {
    long wakesAt;
    do {
      collect();
      while (!pausing.isEmpty() && pausing.earliestNanos() - now <= 0) {
        resume.accept(pausing.removeEarliest());
      }
      wakesAt = pausing.isEmpty() ? now + Scheduler.NEVER_NANOS : pausing.earliestNanos();
      wakesAtNanos = wakesAt;
    } while (!handed.isEmpty());
    return wakesAt - now;
  }

  /** Takes all over before any is resumed: a resumed user may be handed over again. */
  private void collect() {
    for (int user = handed.takeAll(); user != SlotStack.NONE; user = handed.below(user)) {
      pausing.add(readyNanos[user], user);
    }
  }

  @Override
  public void close() {
    pulse.close();
  }
}
