package io.poolbench.load;

/** A FIFO queue of slots: a ring that holds each of them once at most. Not thread-safe. */
final class SlotQueue {
  private final int[] ring;
  private int first;
  private int size;

  SlotQueue(int slots) {
    ring = new int[slots];
  }

  boolean isEmpty() {
    return size == 0;
  }

  void add(int slot) {
    int end = first + size++;
    ring[end < ring.length ? end : end - ring.length] = slot;
  }

  /** Removes the oldest slot; there must be one. */
  int remove() {
    int slot = ring[first];
    first = first + 1 < ring.length ? first + 1 : 0;
    size--;
    return slot;
  }
}
