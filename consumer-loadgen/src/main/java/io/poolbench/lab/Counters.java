package io.poolbench.lab;

import io.poolbench.load.Cumulative;
import io.poolbench.result.Disturbances;
import io.poolbench.result.DriverUse;
import io.poolbench.result.GeneratorUse;
import io.poolbench.result.HostUse;
import io.poolbench.result.ProviderUse;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The counters of provider, driver and host at one moment; a window's figures are the differences
 * of two.
 *
 * <p>The provider reports its counters over a port on a thread of its own, outside the pool under
 * test: at saturation a request through the pool would queue.
 *
 * @param generators what load generators did so far: of each reading, of each generator, what it
 *     did since the one before; empty where the driver itself makes the calls
 */
public record Counters(
    ProviderReading provider, DriverReading driver, List<GeneratorUse> generators)
    implements Cumulative<Counters> {
  public Counters {
    Objects.requireNonNull(provider, "provider");
    Objects.requireNonNull(driver, "driver");
    generators = List.copyOf(generators);
  }

  /** Where the driver itself makes the calls. */
  Counters(ProviderReading provider, DriverReading driver) {
    this(provider, driver, List.of());
  }

  /** The same counters with what load generators did so far. */
  public Counters with(List<GeneratorUse> uses) {
    return new Counters(provider, driver, uses);
  }

  @Override
  public Counters continuedBy(Counters opened, Counters closed) {
    return new Counters(
        provider.continuedBy(opened.provider, closed.provider),
        driver.continuedBy(opened.driver, closed.driver),
        Stream.concat(generators.stream(), closed.generatorsSince(opened).stream()).toList());
  }

  /** Counters that the kernel may not report, continued where all three readings have them. */
  static <C extends Cumulative<C>> Optional<C> continued(
      Optional<C> counters, Optional<C> opened, Optional<C> closed) {
    return counters.flatMap(
        here -> opened.flatMap(then -> closed.map(now -> here.continuedBy(then, now))));
  }

  /**
   * The provider's figures since an earlier reading.
   *
   * @param calls the calls since then, by the driver's count
   * @param loadNanos how long the load ran since then; null: all the time
   * @param cpus the number of CPUs that it may use
   */
  public ProviderUse providerSince(Counters earlier, long calls, Long loadNanos, int cpus) {
    return provider.counters().since(earlier.provider.counters(), calls, loadNanos, cpus);
  }

  /**
   * Whether the provider's pool has no task, running or waiting: a client that gave a call up does
   * not know. True where unknown.
   */
  public boolean isPoolIdle() {
    return provider.counters().isIdle();
  }

  /** What broke into the time since an earlier reading. */
  public Disturbances disturbancesSince(Counters earlier) {
    return provider.counters().disturbancesSince(earlier.provider.counters());
  }

  /**
   * The driver's figures since an earlier reading, or those of the load generators.
   *
   * @param calls the calls since then
   * @param loadNanos how long the load ran since then; null: all the time
   * @param cpus the number of CPUs that it may use
   */
  public DriverUse driverSince(Counters earlier, long calls, Long loadNanos, int cpus) {
    return generators.isEmpty()
        ? driver.since(earlier.driver, calls, loadNanos, cpus)
        : DriverUse.across(generatorsSince(earlier));
  }

  private List<GeneratorUse> generatorsSince(Counters earlier) {
    return generators.subList(earlier.generators.size(), generators.size());
  }

  /**
   * The host's disturbances since an earlier reading; of two hosts the worse ones.
   *
   * @param cpus the CPUs of provider and driver
   */
  public HostUse hostSince(Counters earlier, CpuPlan cpus) {
    HostUse ofDriver =
        driver
            .host()
            .flatMap(now -> earlier.driver.host().map(then -> disturbances(then, now, cpus)))
            .orElse(HostUse.UNKNOWN);
    HostUse use =
        provider
            .otherHostSince(earlier.provider, cpus.provider())
            .map(ofDriver::orWorse)
            .orElse(ofDriver);
    return use.with(
        provider.counters().pausedMillisSince(earlier.provider.counters()),
        provider.redis().maxMillisSince(earlier.provider.redis()),
        provider.cpuSince(
            earlier.provider,
            driver.nanosSince(earlier.driver),
            cpus.provider().count(),
            use.provider().takenMillis()),
        driver.cpuSince(earlier.driver, cpus.driver().count(), use.driver().takenMillis()));
  }

  private HostUse disturbances(HostCounters then, HostCounters now, CpuPlan cpus) {
    return provider.pid().isPresent() && provider.otherHost().isEmpty()
        ? now.since(then, cpus, provider.pid())
        : now.ofDriverSince(then, cpus.driver(), provider.apart());
  }
}
