package io.poolbench.load;

/**
 * A binary heap of slots, ordered by due instant, in two arrays without boxing. Instants are
 * compared as differences, as {@link System#nanoTime} requires. Not thread-safe.
 */
final class SlotHeap {
  private final long[] dueNanos;
  private final int[] slots;
  private int size;

  SlotHeap(int capacity) {
    dueNanos = new long[capacity];
    slots = new int[capacity];
  }

  boolean isEmpty() {
    return size == 0;
  }

  long earliestNanos() {
    return dueNanos[0];
  }

  void add(long due, int slot) {
    int hole = size++;
    while (hole > 0 && due - dueNanos[(hole - 1) / 2] < 0) {
      move((hole - 1) / 2, hole);
      hole = (hole - 1) / 2;
    }
    put(due, slot, hole);
  }

  /** Removes the slot that is due first; the heap must not be empty. */
  int removeEarliest() {
    int earliest = slots[0];
    size--;
    long due = dueNanos[size];
    int hole = 0;
    for (int child = 1; child < size; child = 2 * hole + 1) {
      if (child + 1 < size && dueNanos[child + 1] - dueNanos[child] < 0) {
        child++;
      }
      if (due - dueNanos[child] <= 0) {
        break;
      }
      move(child, hole);
      hole = child;
    }
    put(due, slots[size], hole);
    return earliest;
  }

  private void move(int from, int to) {
    put(dueNanos[from], slots[from], to);
  }

  private void put(long due, int slot, int at) {
    dueNanos[at] = due;
    slots[at] = slot;
  }
}
