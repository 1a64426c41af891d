package io.poolbench.run;

import io.poolbench.load.Cumulative;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.run.BlockBench.Assessment;
import io.poolbench.run.BlockOrder.CellBlock.Visit;

/** One cell at one level: the joined slices of all blocks that count. For one thread. */
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

  void add(MeasuredWindow<P> window) {
    joined = joined == null ? window : MeasuredWindow.join(joined, window);
    assessment = bench.assess(visit, 0, joined);
  }

  /** Keeps a discarded block, which is the result only while no other block counts. */
  void discard(StepResult step) {
    discarded = step;
  }

  /** Whether at least {@code enough} blocks show that further ones will not change the verdict. */
  boolean isClear(int enough) {
    return joined != null && joined.windows() >= enough && assessment.clear();
  }

  /** The verdict on the blocks that count; INVALID if there are none. */
  Verdict.Kind verdict() {
    return assessment == null ? Verdict.Kind.INVALID : assessment.step().verdict().kind();
  }

  /** The step of the joined blocks, or of the last discarded one if none counts. */
  StepResult result(int number) {
    return joined == null ? discarded.numbered(number) : bench.assess(visit, number, joined).step();
  }
}
