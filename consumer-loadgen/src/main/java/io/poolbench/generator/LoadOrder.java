package io.poolbench.generator;

import java.util.List;
import java.util.Objects;

/**
 * The share of a cell's load that a generator opens.
 *
 * @param cell JSON of {@link io.poolbench.store.CellJson}
 * @param host numeric address of the provider
 * @param port of the provider
 * @param seed of this generator's random numbers
 * @param slots the largest number of calls in flight, one per group or a single one
 */
public record LoadOrder(String cell, String host, int port, long seed, List<Integer> slots) {
  public LoadOrder {
    Objects.requireNonNull(cell, "cell");
    Objects.requireNonNull(host, "host");
    slots = List.copyOf(slots);
  }

  /** This share, with the paths that the cell's files have on the generator. */
  LoadOrder of(String otherCell) {
    return new LoadOrder(otherCell, host, port, seed, slots);
  }
}
