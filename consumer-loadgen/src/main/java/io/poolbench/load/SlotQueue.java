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

  /**
   * The slots of one of several event loops or connections, assigned round robin: the owner has the
   * slots with {@code slot % owners == owner}. The owner numbers its slots by an index from 0.
   *
   * @param slots of all owners
   * @param owner its number, from 0
   */
  public record SlotShare(int slots, int owner, int owners) {
    public int count() {
      return part(slots);
    }

    /** This owner's number of things that are assigned round robin. */
    public int part(int things) {
      return things / owners + (owner < things % owners ? 1 : 0);
    }

    public int index(int slot) {
      return slot / owners;
    }

    public int slot(int index) {
      return index * owners + owner;
    }
  }
}
