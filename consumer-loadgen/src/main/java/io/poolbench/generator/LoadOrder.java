package io.poolbench.generator;

import java.util.List;
import java.util.Objects;

/**
 * The share of a cell's load that a generator opens.
 *
 * @param cell as {@link io.poolbench.store.CellJson}
 * @param host of the provider, numeric
 * @param port of the provider
 * @param seed of this generator's random numbers
 * @param slots the most calls in flight of each group of the cell, or of its one load
 */
public record LoadOrder(String cell, String host, int port, long seed, List<Integer> slots) {
  public LoadOrder {
    Objects.requireNonNull(cell, "cell");
    Objects.requireNonNull(host, "host");
    slots = List.copyOf(slots);
  }

  /** The same share of a cell whose files lie elsewhere. */
  LoadOrder of(String otherCell) {
    return new LoadOrder(otherCell, host, port, seed, slots);
  }
}
