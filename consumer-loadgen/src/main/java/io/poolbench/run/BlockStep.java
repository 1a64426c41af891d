package io.poolbench.run;

import io.poolbench.load.Cumulative;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.run.BlockBench.Assessment;
import io.poolbench.run.BlockOrder.CellBlock.Visit;
import java.util.Optional;

/** One cell at one level: the joined slices of all blocks that count. For one thread. */
final class BlockStep<P extends Cumulative<P>> {
  private final BlockBench<P> bench;
  private final Visit visit;
  private MeasuredWindow<P> joined;
  private Assessment assessment;
  private boolean anyDisturbed;
  private MeasuredWindow<P> calm;
  private Optional<Verdict.Kind> undisturbed = Optional.empty();
  private StepResult discarded;

  BlockStep(BlockBench<P> bench, Visit visit) {
    this.bench = bench;
    this.visit = visit;
  }

  /**
   * Adds a block that counts.
   *
   * @param disturbed whether others took CPU time from it
   */
  void add(MeasuredWindow<P> window, boolean disturbed) {
    anyDisturbed |= disturbed;
    joined = join(joined, window);
    assessment = bench.assess(visit, 0, joined);
    if (!anyDisturbed) {
      calm = joined;
      undisturbed = Optional.of(verdict());
    } else if (!disturbed) {
      calm = join(calm, window);
      undisturbed = Optional.of(bench.assess(visit, 0, calm).step().verdict().kind());
    }
  }

  private static <P extends Cumulative<P>> MeasuredWindow<P> join(
      MeasuredWindow<P> before, MeasuredWindow<P> window) {
    return before == null ? window : MeasuredWindow.join(before, window);
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

  boolean isDisturbed() {
    return anyDisturbed;
  }

  /** The verdict on the blocks that count and were not disturbed; empty if there are none. */
  Optional<Verdict.Kind> undisturbed() {
    return undisturbed;
  }

  /** The step of the joined blocks, or of the last discarded one if none counts. */
  StepResult result(int number) {
    return joined == null ? discarded.numbered(number) : bench.assess(visit, number, joined).step();
  }
}
