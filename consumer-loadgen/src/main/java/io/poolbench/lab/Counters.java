package io.poolbench.lab;

import io.poolbench.result.DriverUse;
import io.poolbench.result.HostUse;
import io.poolbench.result.ProviderUse;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the provider, this JVM and the host have used until one moment.
 *
 * <p>The provider tells its counters over a port with a thread of its own, outside the pool under
 * test: at saturation a probe inside it would queue.
 */
public final class Counters {
  private final ProviderCounters provider;
  private final long providerPid;
  private final DriverCounters driver;
  private final Optional<HostCounters> host;

  private Counters(
      ProviderCounters provider,
      long providerPid,
      DriverCounters driver,
      Optional<HostCounters> host) {
    this.provider = Objects.requireNonNull(provider, "provider");
    this.providerPid = providerPid;
    this.driver = Objects.requireNonNull(driver, "driver");
    this.host = host;
  }

  /**
   * Reads them all.
   *
   * @throws LabException where the provider does not tell its own
   */
  public static Counters read(ProviderProcess provider) throws LabException, InterruptedException {
    return new Counters(
        provider.counters(), provider.ready().pid(), DriverCounters.read(), HostCounters.read());
  }

  /**
   * What the provider did since an earlier reading.
   *
   * @param cpus CPUs that it may use
   */
  public ProviderUse providerSince(Counters earlier, int cpus) {
    return provider.since(earlier.provider, cpus);
  }

  /** What broke into the time since an earlier reading. */
  public Disturbances disturbancesSince(Counters earlier) {
    return provider.disturbancesSince(earlier.provider);
  }

  /**
   * What this JVM took since an earlier reading.
   *
   * @param calls calls made in between
   * @param cpus CPUs that it may use
   */
  public DriverUse driverSince(Counters earlier, long calls, int cpus) {
    return driver.since(earlier.driver, calls, cpus);
  }

  /**
   * What the host did for others since an earlier reading.
   *
   * @param cpus the CPUs that provider and driver are held to
   */
  public HostUse hostSince(Counters earlier, CpuPlan cpus) {
    return host.flatMap(
            now -> earlier.host.map(then -> now.since(then, cpus, OptionalLong.of(providerPid))))
        .orElse(HostUse.UNKNOWN);
  }
}
