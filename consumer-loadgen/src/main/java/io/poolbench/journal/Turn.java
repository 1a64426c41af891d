package io.poolbench.journal;

/**
 * When a level was visited. A number is 0 in a sum over slices that differ in it.
 *
 * @param round the number of the visit to the level, from 1: in rounds that measure all cells in
 *     turn, that of the round
 * @param block the number of the block in the repetition, from 1; its slices count or are discarded
 *     together
 */
public record Turn(int round, int block) {
  public Turn {
    if (round < 0 || block < 0) {
      throw new IllegalArgumentException("round " + round + ", block " + block);
    }
  }

  Turn common(Turn other) {
    return new Turn(round == other.round ? round : 0, block == other.block ? block : 0);
  }
}
