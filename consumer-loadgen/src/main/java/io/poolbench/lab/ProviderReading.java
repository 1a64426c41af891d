package io.poolbench.lab;

import io.poolbench.load.Cumulative;
import io.poolbench.result.CpuState;
import io.poolbench.result.HostUse;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The counters of a provider and of what it runs on, at one moment.
 *
 * @param counters its own and the kernel's
 * @param pid its process; empty of one that the lab did not start
 * @param apart whether it has no share of the driver's CPUs but what the lab gave to both; false of
 *     one on this host that the lab did not start
 * @param redis its Redis, by the times that it took for answers
 * @param speed the fastest known of its CPUs
 * @param throttled by CPU quotas
 * @param otherHost where it runs; empty where that is the driver's host
 */
record ProviderReading(
    ProviderCounters counters,
    OptionalLong pid,
    boolean apart,
    RedisGauge.Reading redis,
    HostSpeed speed,
    CpuThrottling throttled,
    Optional<OtherHost> otherHost)
    implements Cumulative<ProviderReading> {
  /**
   * Another host than the driver's.
   *
   * @param counters as the process reads them that started the provider
   * @param alone whether what the provider runs on has CPUs of its own
   * @param nanoTime of its clock
   */
  record OtherHost(Optional<HostCounters> counters, boolean alone, long nanoTime)
      implements Cumulative<OtherHost> {
    @Override
    public OtherHost continuedBy(OtherHost opened, OtherHost closed) {
      return new OtherHost(
          Counters.continued(counters, opened.counters, closed.counters),
          alone,
          nanoTime + closed.nanoTime - opened.nanoTime);
    }
  }

  ProviderReading {
    Objects.requireNonNull(counters, "counters");
    Objects.requireNonNull(pid, "pid");
    Objects.requireNonNull(redis, "redis");
    Objects.requireNonNull(speed, "speed");
    Objects.requireNonNull(throttled, "throttled");
    Objects.requireNonNull(otherHost, "otherHost");
  }

  /** Of a provider that the lab did not start. */
  static ProviderReading ofUnknown(ProviderCounters counters, boolean apart, HostProbe probe) {
    return new ProviderReading(
        counters,
        OptionalLong.empty(),
        apart,
        probe.readRedis(),
        probe.driverSpeed(),
        new CpuThrottling(Map.of()),
        Optional.empty());
  }

  @Override
  public ProviderReading continuedBy(ProviderReading opened, ProviderReading closed) {
    return new ProviderReading(
        counters.continuedBy(opened.counters, closed.counters),
        closed.pid,
        apart,
        redis.continuedBy(opened.redis, closed.redis),
        speed,
        throttled.continuedBy(opened.throttled, closed.throttled),
        Counters.continued(otherHost, opened.otherHost, closed.otherHost));
  }

  /**
   * The state of its CPUs since an earlier reading.
   *
   * @param elapsedNanos by the driver's clock, where that is its host's
   * @param takenMillis CPU time that others took of them, without that of a quota; null if unknown
   */
  CpuState cpuSince(ProviderReading earlier, long elapsedNanos, int cpus, Double takenMillis) {
    long elapsed =
        otherHost
            .flatMap(now -> earlier.otherHost.map(then -> now.nanoTime - then.nanoTime))
            .orElse(elapsedNanos);
    return counters
        .gauge()
        .flatMap(now -> earlier.counters.gauge().map(now::since))
        .map(gained -> gained.state(speed))
        .orElse(CpuState.UNKNOWN)
        .with(
            throttled.pctSince(earlier.throttled, elapsed, cpus),
            throttled.addedTo(takenMillis, earlier.throttled));
  }

  /** The disturbances of another host since an earlier reading; empty on the driver's. */
  Optional<HostUse> otherHostSince(ProviderReading earlier, CpuList cpus) {
    return otherHost.flatMap(
        now ->
            earlier.otherHost.map(
                then ->
                    now.counters
                        .flatMap(
                            here ->
                                then.counters.map(
                                    before ->
                                        here.ofProviderSince(
                                            before, cpus, pid.orElseThrow(), now.alone)))
                        .orElse(HostUse.UNKNOWN)));
  }
}
