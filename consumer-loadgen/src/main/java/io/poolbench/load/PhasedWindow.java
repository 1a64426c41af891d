package io.poolbench.load;

import java.util.List;

/**
 * The measurements of a step of several phases. Its parts and batches are its slices.
 *
 * @param whole from the start of the first phase to the end of the last
 * @param phases one window per phase, without gaps
 * @param pools the pool at the end of each slice of the whole
 */
public record PhasedWindow<P>(
    MeasuredWindow<P> whole, List<MeasuredWindow<P>> phases, List<PoolState> pools) {
  public PhasedWindow {
    phases = List.copyOf(phases);
    pools = List.copyOf(pools);
  }
}
