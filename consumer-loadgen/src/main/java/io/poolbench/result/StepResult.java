package io.poolbench.result;

import java.time.Instant;
import java.util.Objects;

/**
 * One step, measured.
 *
 * @param step its number in the cell, from 1
 * @param users closed-loop users
 * @param started when the measured window began
 * @param seconds how long it was
 * @param calls how many calls ended in it
 * @param tps calls answered OK per second
 * @param latency response times of the OK calls
 * @param cycleMeanMillis the mean response time of all calls whatever their outcome: a closed-loop
 *     user's whole cycle; null where there was no call
 * @param provider what the provider did
 * @param driver what the driver took
 * @param stealPct CPU time that the host gave to others, in percent of all CPUs; null where unknown
 * @param verdict what the step says about the SLA
 * @param histogram the OK calls' response times in nanoseconds: an HdrHistogram (V2, compressed,
 *     base64; {@link HistogramText}), so that any other percentile can be had later
 */
public record StepResult(
    int step,
    int users,
    Instant started,
    double seconds,
    Calls calls,
    double tps,
    Latency latency,
    Double cycleMeanMillis,
    ProviderUse provider,
    DriverUse driver,
    Double stealPct,
    Verdict verdict,
    String histogram) {
  public StepResult {
    Objects.requireNonNull(started, "started");
    Objects.requireNonNull(calls, "calls");
    Objects.requireNonNull(latency, "latency");
    Objects.requireNonNull(provider, "provider");
    Objects.requireNonNull(driver, "driver");
    Objects.requireNonNull(verdict, "verdict");
    Objects.requireNonNull(histogram, "histogram");
  }

  /** The same step, with what is said about it. */
  public StepResult judged(Verdict judgement) {
    return new StepResult(
        step,
        users,
        started,
        seconds,
        calls,
        tps,
        latency,
        cycleMeanMillis,
        provider,
        driver,
        stealPct,
        judgement,
        histogram);
  }
}
