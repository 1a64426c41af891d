package io.poolbench.transport;

/**
 * The slots of one of several event loops or connections, assigned round robin: the owner has the
 * slots with {@code slot % owners == owner}. The owner numbers its slots by an index from 0.
 *
 * @param slots of all owners
 * @param owner its number, from 0
 */
public record SlotShare(int slots, int owner, int owners) {
  public int count() {
    return of(slots);
  }

  /** This owner's number of things that are assigned round robin. */
  public int of(int things) {
    return things / owners + (owner < things % owners ? 1 : 0);
  }

  public int index(int slot) {
    return slot / owners;
  }

  public int slot(int index) {
    return index * owners + owner;
  }
}
