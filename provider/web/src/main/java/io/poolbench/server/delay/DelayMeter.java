package io.poolbench.server.delay;

import io.poolbench.api.WebMetrics;
import io.poolbench.server.metrics.ProcessMeters;
import io.poolbench.server.timing.Distribution;
import java.util.concurrent.atomic.LongAdder;

/** Counts a delay server's requests and measures the lateness of its answers. Thread-safe. */
final class DelayMeter {
  private final LongAdder open = new LongAdder();
  private final Distribution late = Distribution.ofNanos();

  void opened() {
    open.increment();
  }

  /** Counts a request whose connection was closed before the answer. */
  void dropped() {
    open.decrement();
  }

  /** Counts a written answer, with the time since the end of its delay. */
  void answered(long lateNanos) {
    open.decrement();
    late.record(lateNanos);
  }

  long open() {
    return open.sum();
  }

  Distribution late() {
    return late;
  }

  void addTo(ProcessMeters meters) {
    meters.gauge(WebMetrics.DELAY_OPEN, this::open);
    meters.stage(WebMetrics.DELAY_LATE, WebMetrics.DELAY_LATE_HISTOGRAM, late);
  }
}
