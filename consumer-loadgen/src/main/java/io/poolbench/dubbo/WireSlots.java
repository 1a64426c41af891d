package io.poolbench.dubbo;

import io.poolbench.load.SlotQueue.SlotShare;
import io.poolbench.load.SplitMix64;
import java.util.concurrent.TimeUnit;

/**
 * The calls in flight of the slots of one connection, by the slot's index in the connection's
 * share. Plain arrays, confined to the connection's event loop.
 */
final class WireSlots {
  /** An id that no slot has. */
  static final long NO_CALL = -1;

  private static final byte FREE = 0;
  private static final byte SENT = 1;
  private static final byte HELD = 2;

  private final SlotShare share;
  private final int variantCount;
  private final boolean cycled;
  private final long timeoutMillis;
  private final long timeoutNanos;
  private final byte[] states;
  private final int[] generations;
  private final int[] variants;
  private final long[] sequences;
  private final long[] sentNanos;
  private final long[] deadlineNanos;
  private int cursor;

  /** A lower bound of all deadlines, so that most sweeps need not visit the slots. */
  private long earliestDeadlineNanos = System.nanoTime();

  /**
   * @param call the call to send; where requests are sent in order, each connection begins at
   *     another one
   */
  WireSlots(SlotShare share, long timeoutMillis, MeasuredCall call) {
    this.share = share;
    this.variantCount = call.variants();
    this.cycled = call.isCycled();
    this.cursor = (int) ((long) variantCount * share.owner() / share.owners());
    this.timeoutMillis = timeoutMillis;
    this.timeoutNanos = TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    int count = share.count();
    states = new byte[count];
    generations = new int[count];
    variants = new int[count];
    sequences = new long[count];
    sentNanos = new long[count];
    deadlineNanos = new long[count];
    for (int index = 0; index < count; index++) {
      sequences[index] = VariantSequence.seed(slot(index));
    }
  }

  int count() {
    return states.length;
  }

  int slot(int index) {
    return share.slot(index);
  }

  int index(int slot) {
    return share.index(slot);
  }

  long timeoutMillis() {
    return timeoutMillis;
  }

  /** Begins a call that is sent now; returns its variant. */
  int begin(int index, long now) {
    occupy(index, SENT, now, timeoutNanos);
    generations[index]++;
    variants[index] = cycled ? inOrder() : atRandom(index);
    return variants[index];
  }

  private int inOrder() {
    int variant = cursor;
    cursor = variant + 1 == variantCount ? 0 : variant + 1;
    return variant;
  }

  private int atRandom(int index) {
    sequences[index] = SplitMix64.next(sequences[index]);
    return VariantSequence.variant(sequences[index], variantCount);
  }

  /** Begins a call that cannot be sent; it becomes overdue after the pause. */
  void hold(int index, long now, long pauseNanos) {
    occupy(index, HELD, now, pauseNanos);
  }

  private void occupy(int index, byte state, long now, long nanos) {
    if (states[index] != FREE) {
      throw new IllegalStateException("slot " + slot(index) + " already has a call in flight");
    }
    states[index] = state;
    sentNanos[index] = now;
    deadlineNanos[index] = now + nanos;
    noteDeadline(deadlineNanos[index]);
  }

  long end(int index) {
    states[index] = FREE;
    return sentNanos[index];
  }

  /** The time when a slot's last call was sent; other threads may see the time of an older call. */
  long sentNanos(int index) {
    return sentNanos[index];
  }

  long id(int index) {
    return ((long) generations[index] << Integer.SIZE) | slot(index);
  }

  /** The index of the call of an id; negative where it is no call of this connection. */
  int indexOfCall(long id) {
    int slot = (int) id;
    boolean own = slot >= 0 && slot % share.owners() == share.owner() && index(slot) < count();
    return own ? index(slot) : -1;
  }

  boolean isWaitingFor(int index, long id) {
    return states[index] == SENT && id(index) == id;
  }

  boolean isSent(int index) {
    return states[index] == SENT;
  }

  int variant(int index) {
    return variants[index];
  }

  boolean mayBeOverdue(long now) {
    return now - earliestDeadlineNanos >= 0;
  }

  /** Resets the lower bound of deadlines; calls that begin or are visited lower it again. */
  void beginSweep(long now) {
    earliestDeadlineNanos = now + timeoutNanos;
  }

  boolean isOverdue(int index, long now) {
    if (states[index] == FREE) {
      return false;
    }
    if (now - deadlineNanos[index] >= 0) {
      return true;
    }
    noteDeadline(deadlineNanos[index]);
    return false;
  }

  private void noteDeadline(long deadline) {
    if (deadline - earliestDeadlineNanos < 0) {
      earliestDeadlineNanos = deadline;
    }
  }

  /**
   * The pseudorandom sequence of a slot's requests, seeded by the slot, so that two runs send the
   * same requests in the same order without a shared generator.
   *
   * <p>A state is a plain {@code long}, kept by the owner of the slot.
   */
  static final class VariantSequence {
    private VariantSequence() {}

    /** The state before a slot's first request. */
    static long seed(int slot) {
      return SplitMix64.bits(slot + 1L);
    }

    /** The variant of a state, uniform over 0 to {@code variants - 1}. */
    static int variant(long state, int variants) {
      return (int) (((SplitMix64.bits(state) >>> 32) * variants) >>> 32);
    }
  }
}
