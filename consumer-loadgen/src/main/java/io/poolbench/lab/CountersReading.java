package io.poolbench.lab;

import io.poolbench.journal.CounterNames;
import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Counters;
import io.poolbench.load.Loaded;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A snapshot of the counters of provider, driver and host. What a slice gained is the difference of
 * two snapshots.
 *
 * <p>The provider reports its counters over its standard streams by a thread of its own, because at
 * saturation a request through the pool under test would queue.
 */
public record CountersReading(ProviderReading provider, DriverReading driver) {
  private static final double NANOS_PER_SECOND = 1e9;

  public CountersReading {
    Objects.requireNonNull(provider, "provider");
    Objects.requireNonNull(driver, "driver");
  }

  /** What all counters gained since an earlier reading, during which a load ran. */
  public Counters gainedSince(CountersReading earlier, Loaded loaded, CpuPlan cpus) {
    long nanos = driver.nanosSince(earlier.driver);
    double seconds = loaded.time().map(Duration::toNanos).orElse(nanos) / NANOS_PER_SECOND;
    return provider
        .gainedSince(earlier.provider, nanos, cpus.provider().count())
        .and(driver.gainedSince(earlier.driver, cpus))
        .and(hostGainedSince(earlier, cpus))
        .and(
            Counters.ofGained(
                Map.of(
                    CounterNames.LOAD,
                    seconds,
                    CounterNames.CALLS,
                    (double) loaded.calls(),
                    Side.PROVIDER.cpuAvailable(),
                    seconds * cpus.provider().count(),
                    Side.DRIVER.cpuAvailable(),
                    seconds * cpus.driver().count())));
  }

  private Counters hostGainedSince(CountersReading earlier, CpuPlan cpus) {
    Counters ofDriver =
        driver
            .host()
            .flatMap(now -> earlier.driver.host().map(then -> hostGained(then, now, cpus)))
            .orElse(Counters.UNKNOWN);
    Optional<Counters> ofProvider =
        provider.otherHostGainedSince(earlier.provider, cpus.provider());
    Counters host = withThrottled(ofProvider.map(ofDriver::and).orElse(ofDriver), earlier);
    // On shared CPUs each side sees processes of the other one, which are not a disturbance.
    boolean ofDriverKnown = host.gained(Side.DRIVER.otherTicks()) != null;
    boolean ofProviderKnown = host.gained(Side.PROVIDER.otherTicks()) != null;
    boolean known =
        provider.apart()
            && (ofProvider.isPresent()
                ? ofDriverKnown && ofProviderKnown
                : ofDriverKnown || ofProviderKnown);
    return known ? host : host.without(Side.DRIVER.otherTicks(), Side.PROVIDER.otherTicks());
  }

  /** CPU time that a quota withheld is taken, too. */
  private Counters withThrottled(Counters host, CountersReading earlier) {
    return host.plusGained(
            Side.PROVIDER.taken(), provider.throttled().secondsSince(earlier.provider.throttled()))
        .plusGained(
            Side.DRIVER.taken(), driver.throttled().secondsSince(earlier.driver.throttled()));
  }

  private Counters hostGained(HostCounters then, HostCounters now, CpuPlan cpus) {
    return provider.pid().isPresent() && provider.otherHost().isEmpty()
        ? now.gainedSince(then, cpus, provider.pid())
        : now.ofDriverGainedSince(
            then, cpus.driver(), provider.apart() || provider.otherHost().isPresent());
  }

  /**
   * Whether the provider's pool has no running or waiting task; true if unknown. A client that gave
   * up a call cannot tell.
   */
  public boolean isPoolIdle() {
    return provider.counters().isIdle();
  }
}
