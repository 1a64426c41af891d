package io.poolbench.lab;

import io.poolbench.load.Cumulative;
import io.poolbench.result.DriverUse;
import io.poolbench.result.GeneratorUse;
import io.poolbench.result.HostUse;
import io.poolbench.result.HostUse.Disturbances;
import io.poolbench.result.ProviderUse;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A snapshot of the counters of provider, driver and host. The figures of a window are the
 * differences of two snapshots.
 *
 * <p>The provider serves its counters on a separate port and thread, because at saturation a
 * request through the pool under test would queue.
 *
 * @param generators for each reading so far, what each load generator did since the reading before;
 *     empty if the driver itself makes the calls
 */
public record Counters(
    ProviderReading provider, DriverReading driver, List<GeneratorUse> generators)
    implements Cumulative<Counters> {
  public Counters {
    Objects.requireNonNull(provider, "provider");
    Objects.requireNonNull(driver, "driver");
    generators = List.copyOf(generators);
  }

  /** The counters of a driver that itself makes the calls. */
  Counters(ProviderReading provider, DriverReading driver) {
    this(provider, driver, List.of());
  }

  /** Returns these counters with {@code uses} as {@link #generators}. */
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

  /** Continues counters that the kernel may not report; empty if one of the readings lacks them. */
  static <C extends Cumulative<C>> Optional<C> continued(
      Optional<C> counters, Optional<C> opened, Optional<C> closed) {
    return counters.flatMap(
        here -> opened.flatMap(then -> closed.map(now -> here.continuedBy(then, now))));
  }

  /**
   * The provider's figures since an earlier reading.
   *
   * @param calls the calls since then, counted by the driver
   * @param loadNanos how long the load ran since then; null = all the time
   * @param cpus the number of CPUs that the provider may use
   */
  public ProviderUse providerSince(Counters earlier, long calls, Long loadNanos, int cpus) {
    return provider.counters().since(earlier.provider.counters(), calls, loadNanos, cpus);
  }

  /**
   * Whether the provider's pool has no running or waiting task; true if unknown. A client that gave
   * up a call cannot tell.
   */
  public boolean isPoolIdle() {
    return provider.counters().isIdle();
  }

  /** The interruptions of the provider since an earlier reading. */
  public Disturbances disturbancesSince(Counters earlier) {
    return provider.counters().disturbancesSince(earlier.provider.counters());
  }

  /** The figures of the driver or of the load generators, as {@link #providerSince}. */
  public DriverUse driverSince(Counters earlier, long calls, Long loadNanos, int cpus) {
    return generators.isEmpty()
        ? driver.since(earlier.driver, calls, loadNanos, cpus)
        : DriverUse.across(generatorsSince(earlier));
  }

  private List<GeneratorUse> generatorsSince(Counters earlier) {
    return generators.subList(earlier.generators.size(), generators.size());
  }

  /** The host's disturbances since an earlier reading; with two hosts, the worse figures. */
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
