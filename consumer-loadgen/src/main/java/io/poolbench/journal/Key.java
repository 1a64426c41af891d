package io.poolbench.journal;

import java.util.Objects;

/**
 * What a slice is a measurement of. A number is 0 in a sum over slices that differ in it.
 *
 * @param cell name of the pool configuration and its load
 * @param repetition from 1; each has a provider of its own
 * @param level users, or requests per second
 * @param part name of the phase, or of the group of users; empty = all calls
 */
public record Key(String cell, int repetition, Turn turn, int level, String part) {
  public Key {
    Objects.requireNonNull(cell, "cell");
    Objects.requireNonNull(turn, "turn");
    Objects.requireNonNull(part, "part");
    if (repetition < 0 || level < 0) {
      throw new IllegalArgumentException("repetition " + repetition + ", level " + level);
    }
  }

  /** This key at another level. */
  public Key atLevel(int other) {
    return new Key(cell, repetition, turn, other, part);
  }

  /** What both keys have in common. */
  Key common(Key other) {
    return new Key(
        cell.equals(other.cell) ? cell : "",
        repetition == other.repetition ? repetition : 0,
        turn.common(other.turn),
        level == other.level ? level : 0,
        part.equals(other.part) ? part : "");
  }
}
