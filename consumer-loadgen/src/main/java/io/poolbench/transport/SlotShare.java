package io.poolbench.transport;

/**
 * The slots of one of several event loops or connections, which take slots in turn: those whose
 * remainder by the number of owners is its own. Here a slot has an index, from 0.
 *
 * @param slots of all owners
 * @param owner its number, from 0
 * @param owners their number
 */
public record SlotShare(int slots, int owner, int owners) {
  public int count() {
    return of(slots);
  }

  /** How many of these many things are its own, where each owner takes one in turn. */
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
