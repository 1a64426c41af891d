package io.poolbench.lab;

import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Counters;
import io.poolbench.lab.HostProbe.HostSpeed;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A snapshot of the counters of a provider and of the host and Redis that it uses.
 *
 * @param pid empty if the lab did not start the provider
 * @param apart whether the provider uses no CPUs of the driver except those that the lab gave to
 *     both; false for one on this host that the lab did not start, or that a side started
 * @param redis response times of the provider's Redis
 * @param speed the highest speed so far of the provider's CPUs
 * @param otherHost empty if the provider runs on the driver's host
 */
public record ProviderReading(
    ProviderCounters counters,
    OptionalLong pid,
    boolean apart,
    RedisGauge.Reading redis,
    HostSpeed speed,
    CpuThrottling throttled,
    Optional<OtherHost> otherHost) {
  /**
   * The host of a provider that is not the driver's.
   *
   * @param counters as read by the process that started the provider
   * @param alone whether the other processes of the lab on that host have CPUs of their own
   * @param nanoTime time of the reading, by that host's clock
   */
  record OtherHost(Optional<HostCounters> counters, boolean alone, long nanoTime) {}

  public ProviderReading {
    Objects.requireNonNull(counters, "counters");
    Objects.requireNonNull(pid, "pid");
    Objects.requireNonNull(redis, "redis");
    Objects.requireNonNull(speed, "speed");
    Objects.requireNonNull(throttled, "throttled");
    Objects.requireNonNull(otherHost, "otherHost");
  }

  /** The reading of a provider that the lab did not start. */
  static ProviderReading ofUnknown(boolean apart, HostProbe probe) {
    return new ProviderReading(
        ProviderCounters.UNKNOWN,
        OptionalLong.empty(),
        apart,
        probe.readRedis(),
        probe.driverSpeed(),
        new CpuThrottling(Map.of()),
        Optional.empty());
  }

  /** What the provider, its CPUs' quota and its Redis gained since an earlier reading. */
  Counters gainedSince(ProviderReading earlier, long elapsedNanos, int cpus) {
    long elapsed =
        otherHost
            .flatMap(now -> earlier.otherHost.map(then -> now.nanoTime - then.nanoTime))
            .orElse(elapsedNanos);
    return counters
        .gainedSince(earlier.counters)
        .and(throttled.gainedSince(earlier.throttled, Side.PROVIDER, elapsed / 1e9, cpus))
        .and(redis.gainedSince(earlier.redis))
        .and(
            counters
                .gauge()
                .flatMap(now -> earlier.counters.gauge().map(now::since))
                .map(gained -> gained.fastest(Side.PROVIDER, speed))
                .orElse(Counters.UNKNOWN));
  }

  /** What the provider's host gained; empty if it is the driver's host. */
  Optional<Counters> otherHostGainedSince(ProviderReading earlier, CpuList cpus) {
    return otherHost.flatMap(
        now ->
            earlier.otherHost.map(
                then ->
                    now.counters
                        .flatMap(
                            here ->
                                then.counters.map(
                                    before ->
                                        here.ofProviderGainedSince(
                                            before, cpus, pid.orElseThrow(), now.alone)))
                        .orElse(Counters.UNKNOWN)));
  }
}
