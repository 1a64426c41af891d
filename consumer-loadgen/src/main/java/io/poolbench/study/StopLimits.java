package io.poolbench.study;

import io.poolbench.api.InvalidSettingException;
import java.util.Optional;

/**
 * The limits beyond which a run stops its calls, because they would harm a user's provider, or
 * measure something other than its pool.
 *
 * @param errorPct the failed calls in percent of all; null = {@value #DEFAULT_ERROR_PCT} for a
 *     user's provider, otherwise none
 * @param callsPerSecond null = {@value #DEFAULT_CALLS_PER_SECOND} for a provider that poolbench did
 *     not start, otherwise none
 */
public record StopLimits(Double errorPct, Double callsPerSecond) {
  private static final double DEFAULT_ERROR_PCT = 5;
  private static final double DEFAULT_CALLS_PER_SECOND = 1_000;

  public StopLimits {
    if (errorPct != null && !(errorPct >= 0 && errorPct <= 100)) {
      throw new InvalidSettingException(
          "--stop-errors", errorPct + " % out of range (valid: 0..100, 100 = never)");
    }
    if (callsPerSecond != null && !(callsPerSecond > 0)) {
      throw new InvalidSettingException(
          "--stop-rate", callsPerSecond + " calls/s out of range (valid: above 0)");
    }
  }

  /**
   * The limits of calls to one provider.
   *
   * @param maxErrorPct never exceeded if 100
   * @param maxPerSecond infinite = none
   * @param ofTimeouts whether timeouts count as errors
   * @param ofRefusals whether calls that look refused do
   */
  public record Limits(
      double maxErrorPct, double maxPerSecond, boolean ofTimeouts, boolean ofRefusals) {}

  /**
   * The limits for the calls of a cell; empty = none. Refused calls are no errors, since overload
   * is what a study of pools is about, unless neither client nor provider tells them from errors.
   * Timeouts are part of overload too, but a provider that poolbench did not start has other
   * consumers, which then wait as long.
   */
  public Optional<Limits> of(Cell cell) {
    ProviderSettings provider = cell.provider();
    boolean remote = provider.runsAlready();
    boolean users = remote || provider instanceof TargetSettings;
    Double errors = errorPct == null && users ? (Double) DEFAULT_ERROR_PCT : errorPct;
    Double rate =
        callsPerSecond == null && remote ? (Double) DEFAULT_CALLS_PER_SECOND : callsPerSecond;
    return errors == null && rate == null
        ? Optional.empty()
        : Optional.of(
            new Limits(
                errors == null ? 100 : errors,
                rate == null ? Double.POSITIVE_INFINITY : rate,
                /* ofTimeouts= */ remote,
                provider instanceof RemoteSettings && !cell.driver().knowsRefusals()));
  }
}
