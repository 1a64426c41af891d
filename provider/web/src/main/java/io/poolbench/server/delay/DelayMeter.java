package io.poolbench.server.delay;

import io.poolbench.api.DelayMetrics;
import io.poolbench.server.metrics.ProcessMeters;
import io.poolbench.server.timing.Distribution;
import java.util.concurrent.atomic.LongAdder;

/** Counts the requests of a delay server, and how late their answers are. Thread-safe. */
final class DelayMeter {
  private final LongAdder open = new LongAdder();
  private final Distribution late = Distribution.ofNanos();

  void opened() {
    open.increment();
  }

  /** A request of a connection that was closed meanwhile. */
  void dropped() {
    open.decrement();
  }

  /**
   * An answer that is written.
   *
   * @param lateNanos from the end of its delay
   */
  void answered(long lateNanos) {
    open.decrement();
    late.record(lateNanos);
  }

  /** Requests whose delay is not over. */
  long open() {
    return open.sum();
  }

  /** How late answers were written. */
  Distribution late() {
    return late;
  }

  void addTo(ProcessMeters meters) {
    meters.gauge(DelayMetrics.OPEN, this::open);
    meters.stage(DelayMetrics.LATE, DelayMetrics.LATE_HISTOGRAM, late);
  }
}
