package io.poolbench.load;

/** A FIFO ring of slots that holds each slot at most once. Not thread-safe. */
public final class SlotQueue {
  private final int[] ring;
  private int first;
  private int size;

  public SlotQueue(int slots) {
    ring = new int[slots];
  }

  public boolean isEmpty() {
    return size == 0;
  }

  public int size() {
    return size;
  }

  /** The oldest slot; the queue must not be empty. */
  public int first() {
    return ring[first];
  }

  public void add(int slot) {
    int end = first + size++;
    ring[end < ring.length ? end : end - ring.length] = slot;
  }

  public int remove() {
    int slot = ring[first];
    first = first + 1 < ring.length ? first + 1 : 0;
    size--;
    return slot;
  }
}
