package io.poolbench.study;

import io.poolbench.load.Cumulative;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.study.BlockBench.Assessment;
import io.poolbench.study.CellBlock.Visit;

/** One cell under one level: its slices of all blocks that count, joined. For one thread. */
final class BlockStep<P extends Cumulative<P>> {
  private final BlockBench<P> bench;
  private final Visit visit;
  private MeasuredWindow<P> joined;
  private Assessment assessment;
  private StepResult discarded;

  BlockStep(BlockBench<P> bench, Visit visit) {
    this.bench = bench;
    this.visit = visit;
  }

  /** Adds its slices of a block. */
  void add(MeasuredWindow<P> window) {
    joined = joined == null ? window : MeasuredWindow.join(joined, window);
    assessment = bench.assess(visit, 0, joined);
  }

  /** Leaves its slices of a block out, which are its result while there is no other block. */
  void discard(StepResult step) {
    discarded = step;
  }

  /** Whether {@code enough} blocks show that no further one will change its verdict. */
  boolean isClear(int enough) {
    return joined != null && joined.windows() >= enough && assessment.clear();
  }

  /** The verdict on its blocks; INVALID without one that counts. */
  Verdict.Kind verdict() {
    return assessment == null ? Verdict.Kind.INVALID : assessment.step().verdict().kind();
  }

  /**
   * The step: its blocks joined, or the last discarded one.
   *
   * @param number in its cell
   */
  StepResult result(int number) {
    return joined == null ? discarded.numbered(number) : bench.assess(visit, number, joined).step();
  }
}
