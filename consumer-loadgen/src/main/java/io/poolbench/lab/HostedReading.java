package io.poolbench.lab;

import io.poolbench.result.HistogramText;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The counters of a provider and of its host at one moment, where the driver is on another host: a
 * record of plain values, as they are sent.
 *
 * @param values of the provider, by name
 * @param histograms of the provider, by name
 * @param threads of the provider; null where the kernel does not report them
 * @param provider its process
 * @param alone whether what it runs on has CPUs of its own
 * @param host null where the kernel does not report it
 * @param redisAnswers times to an answer of Redis so far, encoded
 * @param redisPendingNanos how long Redis has owed an answer
 * @param throttled how the provider has been throttled
 * @param nanoTime of that host's clock, when it was read
 */
public record HostedReading(
    Map<String, Double> values,
    Map<String, String> histograms,
    ProcessThreads threads,
    long provider,
    boolean alone,
    HostCounters host,
    String redisAnswers,
    long redisPendingNanos,
    CpuThrottling throttled,
    long nanoTime) {
  public HostedReading {
    values = Map.copyOf(values);
    histograms = Map.copyOf(histograms);
    Objects.requireNonNull(redisAnswers, "redisAnswers");
    Objects.requireNonNull(throttled, "throttled");
  }

  static HostedReading of(ProviderCounters counters, long provider, boolean alone, HostProbe here) {
    RedisGauge.Reading redis = here.readRedis();
    return new HostedReading(
        counters.values(),
        counters.histograms(),
        counters.threads().orElse(null),
        provider,
        alone,
        HostCounters.read().orElse(null),
        HistogramText.encode(redis.answers()),
        redis.pendingNanos(),
        ControlGroups.of(provider).throttling(),
        System.nanoTime());
  }

  /**
   * These counters with those of the driver and its host, which are read now.
   *
   * @param driver measures the driver's CPUs
   * @param speed the fastest known of the provider's CPUs
   * @param reconnects of the client so far; null where it does not count them
   */
  public Counters beside(HostProbe driver, HostSpeed speed, Long reconnects) {
    return new Counters(
        new ProviderReading(
            new ProviderCounters(values, histograms, Optional.ofNullable(threads)),
            OptionalLong.of(provider),
            true,
            new RedisGauge.Reading(HistogramText.decode(redisAnswers), redisPendingNanos),
            speed,
            throttled,
            Optional.of(new ProviderReading.OtherHost(Optional.ofNullable(host), alone, nanoTime))),
        DriverReading.read(driver, reconnects));
  }
}
