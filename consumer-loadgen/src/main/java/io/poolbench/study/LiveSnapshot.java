package io.poolbench.study;

import io.poolbench.load.MeasuredWindow;
import io.poolbench.result.Calls;
import io.poolbench.result.Percentile;
import java.util.Objects;

/**
 * A live sample of a running load, over up to a few seconds of warm-up or step. For display only;
 * results come from whole steps.
 *
 * @param level users, or requests per second
 * @param seconds the sampled interval
 * @param calls ended in the interval, by outcome
 * @param tp99Millis TP99 of the OK calls' response times; null with fewer than 1,000
 */
public record LiveSnapshot(int level, double seconds, Calls calls, Double tp99Millis) {
  public LiveSnapshot {
    Objects.requireNonNull(calls, "calls");
  }

  static LiveSnapshot of(int level, MeasuredWindow.Part part) {
    return new LiveSnapshot(
        level,
        part.nanos() / 1e9,
        StepFigures.calls(part.interval(), false),
        Percentile.TP99.millis(part.interval().response()));
  }

  /** Calls answered OK per second. */
  public double tps() {
    return calls.ok() / seconds;
  }
}
