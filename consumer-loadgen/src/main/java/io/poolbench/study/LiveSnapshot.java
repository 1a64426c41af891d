package io.poolbench.study;

import io.poolbench.load.MeasuredWindow;
import io.poolbench.result.Calls;
import io.poolbench.result.Percentile;
import java.util.Objects;

/**
 * A sample of a running warm-up or step over up to a few seconds. For display only: results come
 * from whole steps.
 *
 * @param level users, or requests per second
 * @param seconds length of the sampled interval
 * @param calls calls that ended in the interval
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

  public double tps() {
    return calls.ok() / seconds;
  }
}
