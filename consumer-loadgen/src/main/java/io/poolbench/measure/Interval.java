package io.poolbench.measure;

import java.util.Objects;
import org.HdrHistogram.Histogram;

/**
 * What calls that ended in one interval came to.
 *
 * @param ok latencies of the successful ones, in nanoseconds; not to be changed
 * @param rejected how many were refused
 * @param timeout how many were given up
 * @param error how many failed otherwise
 * @param failedNanos summed latency of the unsuccessful ones
 */
public record Interval(Histogram ok, long rejected, long timeout, long error, long failedNanos) {
  public Interval {
    Objects.requireNonNull(ok, "ok");
  }

  /** Calls of any outcome. */
  public long calls() {
    return ok.getTotalCount() + rejected + timeout + error;
  }

  /** Mean latency of calls of any outcome, in nanoseconds; NaN where there was none. */
  public double cycleMeanNanos() {
    double okNanos = ok.getTotalCount() == 0 ? 0 : ok.getMean() * ok.getTotalCount();
    return (okNanos + failedNanos) / calls();
  }
}
