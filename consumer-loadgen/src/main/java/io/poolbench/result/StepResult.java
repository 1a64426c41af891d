package io.poolbench.result;

import java.time.Instant;
import java.util.Objects;

/**
 * One step, measured.
 *
 * @param step its number in the cell, from 1
 * @param level its load: closed-loop users, or requests per second of an open loop
 * @param started when the measured window began
 * @param seconds how long it was
 * @param calls how many calls ended in it
 * @param tps calls answered OK per second
 * @param latency response times of the OK calls, in an open loop from the intended start
 * @param cycleMeanMillis the mean response time of all calls whatever their outcome, and in a
 *     closed loop the think time with it: a user's whole cycle; null where there was no call
 * @param pacing how the driver kept to its schedule; null where it has none
 * @param stability how steady the window was
 * @param provider what the provider did
 * @param driver what the driver took
 * @param host what the host did for others
 * @param verdict what the step says about the SLA
 * @param histogram the OK calls' response times in nanoseconds: an HdrHistogram (V2, compressed,
 *     base64; {@link HistogramText}), so that any other percentile can be had later
 * @param superseded whether it was measured again, as the host disturbed it: it counts nowhere
 */
public record StepResult(
    int step,
    int level,
    Instant started,
    double seconds,
    Calls calls,
    double tps,
    Latency latency,
    Double cycleMeanMillis,
    Pacing pacing,
    Stability stability,
    ProviderUse provider,
    DriverUse driver,
    HostUse host,
    Verdict verdict,
    String histogram,
    boolean superseded) {
  public StepResult {
    Objects.requireNonNull(started, "started");
    Objects.requireNonNull(calls, "calls");
    Objects.requireNonNull(latency, "latency");
    Objects.requireNonNull(stability, "stability");
    Objects.requireNonNull(provider, "provider");
    Objects.requireNonNull(driver, "driver");
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(verdict, "verdict");
    Objects.requireNonNull(histogram, "histogram");
  }

  /** The same step, measured again since. */
  public StepResult supersede() {
    return new StepResult(
        step,
        level,
        started,
        seconds,
        calls,
        tps,
        latency,
        cycleMeanMillis,
        pacing,
        stability,
        provider,
        driver,
        host,
        verdict,
        histogram,
        true);
  }

  /** The same step with a verdict. */
  public StepResult judged(Verdict judgement) {
    return new StepResult(
        step,
        level,
        started,
        seconds,
        calls,
        tps,
        latency,
        cycleMeanMillis,
        pacing,
        stability,
        provider,
        driver,
        host,
        judgement,
        histogram,
        superseded);
  }

  /**
   * What is left of the mean response time of the OK calls beyond the provider's own counters:
   * network, driver, and the provider's I/O threads; null where unknown.
   */
  public Double outsideMillis() {
    Double response = latency.meanMillis();
    Double service = provider.service().meanMillis();
    Double queueWait = provider.queueWait().meanMillis();
    return response == null || service == null
        ? null
        : (Double) Math.max(0, response - service - (queueWait == null ? 0 : queueWait));
  }
}
