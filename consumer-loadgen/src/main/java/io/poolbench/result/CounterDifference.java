package io.poolbench.result;

import io.poolbench.core.ProviderMetrics;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.HdrHistogram.Histogram;

/**
 * The difference between two snapshots of a provider's counters. A value is null if a snapshot
 * lacks it.
 *
 * @param before counters and gauges by name, in the earlier snapshot
 * @param after the same in the later snapshot
 * @param recorded the values that a histogram recorded between the two, by its name
 * @param seconds the time between the snapshots, or of the load in it; null if unknown
 * @param calls tasks that the pool finished, or calls of the driver if the pool is not measured
 * @param cpus the number of CPUs that the provider may use
 */
public record CounterDifference(
    Map<String, Double> before,
    Map<String, Double> after,
    Function<String, Optional<Histogram>> recorded,
    Double seconds,
    double calls,
    int cpus) {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double MILLIS_PER_SECOND = 1e3;
  private static final double BYTES_PER_MIB = 1 << 20;

  /** The growth of a counter. */
  public Double gained(String counter) {
    Double now = after.get(counter);
    Double then = before.get(counter);
    return now == null || then == null ? null : now - then;
  }

  /** The growth of two counters; of one of them if the other is unknown. */
  Double gained(String one, String other) {
    Double first = gained(one);
    Double second = gained(other);
    return first == null ? second : second == null ? first : (Double) (first + second);
  }

  /** The mean over time of what a counter integrates over time. */
  Double meanOverTime(String counter) {
    return ratio(gained(counter), seconds);
  }

  Double meanMillis(String summary) {
    return millis(
        ratio(gained(ProviderMetrics.sum(summary)), gained(ProviderMetrics.count(summary))));
  }

  Double tp99Millis(String histogram) {
    return recorded.apply(histogram).map(gained -> Percentile.TP99.millis(gained)).orElse(null);
  }

  Double maxMillis(String histogram) {
    return recorded
        .apply(histogram)
        .filter(gained -> gained.getTotalCount() > 0)
        .map(gained -> gained.getMaxValue() / NANOS_PER_MILLI)
        .orElse(null);
  }

  /** The lowest value of the bucket with the maximum: higher values may not have occurred. */
  Double max(String histogram) {
    return recorded
        .apply(histogram)
        .filter(gained -> gained.getTotalCount() > 0)
        .map(gained -> (double) gained.lowestEquivalentValue(gained.getMaxValue()))
        .orElse(null);
  }

  Double mebibytes(String gauge) {
    Double bytes = after.get(gauge);
    return bytes == null ? null : (Double) (bytes / BYTES_PER_MIB);
  }

  /** The time of all CPUs that the provider may use. */
  public Double cpuSeconds() {
    return seconds == null ? null : (Double) (seconds * cpus);
  }

  static Double millis(Double seconds) {
    return seconds == null ? null : (Double) (seconds * MILLIS_PER_SECOND);
  }

  static Double micros(Double seconds) {
    return seconds == null ? null : (Double) (seconds * 1e6);
  }

  public static Double pct(Double part, Double whole) {
    Double ratio = ratio(part, whole);
    return ratio == null ? null : (Double) (100 * ratio);
  }

  /** Null if a value is unknown or the whole is 0. */
  static Double ratio(Double part, Double whole) {
    return part == null || whole == null || whole == 0 ? null : part / whole;
  }
}
