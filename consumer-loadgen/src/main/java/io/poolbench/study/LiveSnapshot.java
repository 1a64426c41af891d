package io.poolbench.study;

import io.poolbench.load.MeasuredWindow;
import io.poolbench.result.Calls;
import io.poolbench.result.Percentile;
import java.util.Objects;

/**
 * What is seen of a load while it runs, in warm-up or in a step: a part of a second or some
 * seconds. For whoever watches; results come from whole steps.
 *
 * @param level the load that is held
 * @param seconds how long was looked
 * @param calls how many ended meanwhile, by outcome
 * @param tp99Millis of the OK calls' response times; null where too few calls tell it
 */
public record LiveSnapshot(int level, double seconds, Calls calls, Double tp99Millis) {
  public LiveSnapshot {
    Objects.requireNonNull(calls, "calls");
  }

  static LiveSnapshot of(int level, MeasuredWindow.Part part) {
    return new LiveSnapshot(
        level,
        part.nanos() / 1e9,
        StepFigures.calls(part.interval()),
        StepFigures.percentile(part.interval().response(), Percentile.TP99));
  }

  /** Calls answered OK per second. */
  public double tps() {
    return calls.ok() / seconds;
  }
}
