package io.poolbench.load;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A lock-free stack that hands slots from the threads on which calls end to the scheduler's thread:
 * slot numbers linked through an array (R. K. Treiber, 1986).
 *
 * <p>The stack allocates nothing. It is only ever emptied as a whole, so the ABA problem cannot
 * occur. A push happens-before the {@link #takeAll} that returns its slot.
 */
final class SlotStack {
  static final int NONE = -1;

  private final AtomicInteger top = new AtomicInteger(NONE);
  private final int[] below;

  SlotStack(int slots) {
    below = new int[slots];
  }

  /** Adds a slot that is not in the stack. Callable from any thread. */
  void push(int slot) {
    int seen;
    do {
      seen = top.get();
      below[slot] = seen;
    } while (!top.compareAndSet(seen, slot));
  }

  boolean isEmpty() {
    return top.get() == NONE;
  }

  /**
   * Empties the stack; returns the slot pushed last, or {@link #NONE}. The others follow by {@link
   * #below}.
   */
  int takeAll() {
    return top.getAndSet(NONE);
  }

  /**
   * The slot pushed before a taken one, or {@link #NONE}; valid until the taken one is pushed
   * again.
   */
  int below(int taken) {
    return below[taken];
  }
}
