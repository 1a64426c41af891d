package io.poolbench.study;

import io.poolbench.load.Cumulative;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.study.PairedBench.Assessment;
import io.poolbench.study.PairedRounds.Visit;
import java.util.ArrayList;
import java.util.List;

/**
 * One cell under one level: its windows joined into one step, and its disturbed ones. For one
 * thread.
 */
final class PairedStep<P extends Cumulative<P>> {
  private final PairedBench<P> bench;
  private final Visit visit;
  private final List<StepResult> disturbed = new ArrayList<>();
  private MeasuredWindow<P> joined;
  private Assessment assessment;

  PairedStep(PairedBench<P> bench, Visit visit) {
    this.bench = bench;
    this.visit = visit;
  }

  /**
   * Adds its next window.
   *
   * @return the window by itself
   */
  Assessment add(MeasuredWindow<P> window) {
    Assessment alone = bench.assess(visit, 0, window);
    if (alone.disturbed()) {
      disturbed.add(alone.step());
    } else {
      joined = joined == null ? window : MeasuredWindow.join(joined, window);
      assessment = bench.assess(visit, 0, joined);
    }
    return alone;
  }

  /** The number of its windows, disturbed or not. */
  int windows() {
    return undisturbed() + disturbed.size();
  }

  private int undisturbed() {
    return joined == null ? 0 : joined.windows();
  }

  /** Whether {@code enough} windows show that no further one will change its verdict. */
  boolean isClear(int enough) {
    return undisturbed() >= enough && assessment.clear();
  }

  /** The verdict of its windows; INVALID without an undisturbed one. */
  Verdict.Kind verdict() {
    return assessment == null ? Verdict.Kind.INVALID : assessment.step().verdict().kind();
  }

  /** The disturbed windows, as steps that count nowhere. */
  List<StepResult> superseded() {
    int last = joined == null ? disturbed.size() - 1 : disturbed.size();
    return disturbed.subList(0, Math.max(0, last)).stream().map(StepResult::supersede).toList();
  }

  /**
   * The step that counts: its undisturbed windows joined, or the last disturbed one.
   *
   * @param number in its cell
   */
  StepResult result(int number) {
    return joined == null
        ? disturbed.get(disturbed.size() - 1).numbered(number)
        : bench.assess(visit, number, joined).step();
  }
}
