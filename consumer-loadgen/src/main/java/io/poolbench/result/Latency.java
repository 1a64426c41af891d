package io.poolbench.result;

import org.HdrHistogram.Histogram;

/**
 * Mean, percentiles, range and standard deviation of times in milliseconds: the response times of a
 * step's OK calls, or in an open loop their parts. A value is null without calls, or with too few
 * calls for the percentile ({@link Percentile}).
 */
public record Latency(
    Double meanMillis,
    Double tp50Millis,
    Double tp90Millis,
    Double tp99Millis,
    Double tp999Millis,
    Double maxMillis,
    Double minMillis,
    Double tp95Millis,
    Double deviationMillis) {
  private static final double NANOS_PER_MILLI = 1e6;

  public static final Latency UNKNOWN =
      new Latency(null, null, null, null, null, null, null, null, null);

  public static Latency of(Histogram nanos) {
    return nanos.getTotalCount() == 0
        ? UNKNOWN
        : new Latency(
            nanos.getMean() / NANOS_PER_MILLI,
            Percentile.TP50.millis(nanos),
            Percentile.TP90.millis(nanos),
            Percentile.TP99.millis(nanos),
            Percentile.TP999.millis(nanos),
            nanos.getMaxValue() / NANOS_PER_MILLI,
            nanos.getMinValue() / NANOS_PER_MILLI,
            Percentile.TP95.millis(nanos),
            nanos.getStdDeviation() / NANOS_PER_MILLI);
  }
}
