package io.poolbench.run;

import io.poolbench.run.BlockLog.MeasuredBlock;
import java.util.List;

/** Keeps the blocks of a run for the next one. */
record KeptBlocks<P>(List<MeasuredBlock<P>> earlier) implements BlockLog<P> {
  @Override
  public void add(MeasuredBlock<P> block) {
    earlier.add(block);
  }
}
