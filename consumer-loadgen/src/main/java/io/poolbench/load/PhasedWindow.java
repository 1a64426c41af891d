package io.poolbench.load;

import java.util.List;

/**
 * The measurements of a step of several phases. Its parts and batches are its slices.
 *
 * @param whole from the begin of the first phase to the end of the last
 * @param phases the same of each, one after the other without a gap
 * @param pools the pool at the end of each slice of the whole
 */
public record PhasedWindow<P>(
    MeasuredWindow<P> whole, List<MeasuredWindow<P>> phases, List<PoolState> pools) {
  public PhasedWindow {
    phases = List.copyOf(phases);
    pools = List.copyOf(pools);
  }
}
