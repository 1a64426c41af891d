package io.poolbench.lab;

import io.poolbench.lab.HostProbe.HostSpeed;
import io.poolbench.result.HistogramText;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A snapshot of the counters of a provider and its host, which is sent as plain values to a driver
 * on another host.
 *
 * @param values of the provider, by name
 * @param histograms of the provider, by name, encoded
 * @param threads of the provider; null if the kernel does not report them
 * @param provider the provider's process id
 * @param alone whether the other processes of the lab on that host have CPUs of their own
 * @param host null if the kernel does not report it
 * @param redisAnswers response times of Redis so far, encoded
 * @param redisPendingNanos how long a request to Redis has been pending; 0 without one
 * @param nanoTime time of the reading, by that host's clock
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
   * These counters, combined with those of the driver and its host, which are read now.
   *
   * @param speed the highest speed so far of the provider's CPUs
   * @param reconnects of the client so far; null if it does not count them
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
