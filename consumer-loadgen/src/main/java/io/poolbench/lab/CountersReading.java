package io.poolbench.lab;

import io.poolbench.journal.CounterNames;
import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Counters;
import io.poolbench.load.Loaded;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A snapshot of the counters of provider, driver and their hosts. What a slice gained is the
 * difference of two snapshots.
 *
 * <p>The provider reports its counters over its standard streams by a thread of its own, because at
 * saturation a request through the pool under test would queue.
 *
 * @param redis response times of the provider's Redis
 */
public record CountersReading(
    SideReading provider, SideReading driver, RedisGauge.Reading redis, Site site) {
  /**
   * The place of the provider as far as its counters depend on it.
   *
   * @param pid empty if the lab did not start the provider
   * @param apart whether the provider uses no CPUs of the driver except those that the lab gave to
   *     both; false for one on this host that the lab did not start
   * @param elsewhere empty if it runs on the driver's machine, or if the lab did not start it
   */
  record Site(OptionalLong pid, boolean apart, Optional<Elsewhere> elsewhere) {}

  /** Whether the other processes of the lab on the provider's machine have CPUs of their own. */
  enum Elsewhere {
    ALONE,
    BESIDE_THE_LAB
  }

  /** What all counters gained since an earlier reading, during which a load ran. */
  public Counters gainedSince(CountersReading earlier, Loaded loaded, CpuPlan cpus) {
    double seconds =
        loaded.time().map(time -> time.toNanos() / 1e9).orElse(driver.secondsSince(earlier.driver));
    int providerCpus = cpus.provider().count();
    int driverCpus = cpus.driver().count();
    return provider
        .gainedSince(earlier.provider, providerCpus)
        .and(redis.gainedSince(earlier.redis))
        .and(driver.gainedSince(earlier.driver, driverCpus))
        .and(hostGainedSince(earlier, cpus))
        .and(
            Counters.ofGained(
                Map.of(
                    CounterNames.LOAD,
                    seconds,
                    CounterNames.CALLS,
                    (double) loaded.calls(),
                    Side.PROVIDER.cpuAvailable(),
                    seconds * providerCpus,
                    Side.DRIVER.cpuAvailable(),
                    seconds * driverCpus)));
  }

  private Counters hostGainedSince(CountersReading earlier, CpuPlan cpus) {
    Counters host =
        withThrottled(driversHost(earlier, cpus).and(providersHost(earlier, cpus)), earlier);
    // On shared CPUs each side sees processes of the other one, which are not a disturbance.
    boolean ofDriver = host.gained(Side.DRIVER.otherTicks()) != null;
    boolean ofProvider = host.gained(Side.PROVIDER.otherTicks()) != null;
    boolean known =
        site.apart
            && (site.elsewhere.isPresent() ? ofDriver && ofProvider : ofDriver || ofProvider);
    return known ? host : host.without(Side.DRIVER.otherTicks(), Side.PROVIDER.otherTicks());
  }

  /** With the provider's CPUs, if the lab started one there. */
  private Counters driversHost(CountersReading earlier, CpuPlan cpus) {
    if (driver.host().isEmpty() || earlier.driver.host().isEmpty()) {
      return Counters.UNKNOWN;
    }
    HostCounters now = driver.host().get();
    HostCounters then = earlier.driver.host().get();
    boolean elsewhere = site.elsewhere.isPresent();
    return site.pid.isPresent() && !elsewhere
        ? now.gainedSince(then, cpus, site.pid)
        : now.ofDriverGainedSince(then, cpus.driver(), site.apart || elsewhere);
  }

  private Counters providersHost(CountersReading earlier, CpuPlan cpus) {
    if (site.elsewhere.isEmpty()
        || provider.host().isEmpty()
        || earlier.provider.host().isEmpty()) {
      return Counters.UNKNOWN;
    }
    return provider
        .host()
        .get()
        .ofProviderGainedSince(
            earlier.provider.host().get(),
            cpus.provider(),
            site.pid.orElseThrow(),
            site.elsewhere.get() == Elsewhere.ALONE);
  }

  /** CPU time that a quota withheld is taken, too. */
  private Counters withThrottled(Counters host, CountersReading earlier) {
    return host.plusGained(
            Side.PROVIDER.taken(), provider.throttled().secondsSince(earlier.provider.throttled()))
        .plusGained(
            Side.DRIVER.taken(), driver.throttled().secondsSince(earlier.driver.throttled()));
  }

  /**
   * Whether the provider's pool has no running or waiting task; true if unknown. A client that gave
   * up a call cannot tell.
   */
  public boolean isPoolIdle() {
    return ProcessCounters.isIdle(provider.counters().states());
  }

  /** As {@link #isPoolIdle()}, at the end of what the counters gained. */
  public static boolean isPoolIdle(Counters gained) {
    return ProcessCounters.isIdle(gained.closing());
  }
}
