package io.poolbench.lab;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.spec.CpuSets;

/**
 * Which CPUs the provider and the driver (with a local Redis) are to run on.
 *
 * @param provider the provider's
 * @param driver the driver's
 */
public record CpuPlan(CpuList provider, CpuList driver) {
  /** The published study's provider has four. */
  private static final int MOST_PROVIDER_CPUS = 4;

  /**
   * Shares out a host: half of it to the provider, but no more than the published study's four
   * CPUs, and the rest to the driver; what a study names is taken as it is.
   *
   * @param host the CPUs that there are
   * @throws InvalidSettingException where a study names CPUs that there are not
   */
  public static CpuPlan of(CpuSets asked, CpuList host) {
    CpuList driver = asked.driver().isEmpty() ? null : named("driver", asked.driver(), host);
    CpuList provider =
        asked.provider().isEmpty()
            ? half(driver == null ? host : host.without(driver), host)
            : named("provider", asked.provider(), host);
    if (driver == null) {
      CpuList rest = host.without(provider);
      driver = rest.count() == 0 ? host : rest;
    }
    return new CpuPlan(provider, driver);
  }

  /** Whether the two share a CPU, so that each disturbs the other. */
  public boolean shared() {
    return provider.overlaps(driver);
  }

  private static CpuList half(CpuList free, CpuList host) {
    if (free.count() == 0) {
      return host;
    }
    int half = free.count() == host.count() ? Math.max(1, host.count() / 2) : free.count();
    return free.part(0, Math.min(MOST_PROVIDER_CPUS, half));
  }

  private static CpuList named(String setting, String list, CpuList host) {
    CpuList cpus;
    try {
      cpus = CpuList.parse(list);
    } catch (InvalidSettingException e) {
      throw new InvalidSettingException(setting, e.getMessage());
    }
    if (!cpus.within(host)) {
      throw new InvalidSettingException(
          setting, "CPUs " + list + " are not all there; valid: of " + host + ", or auto");
    }
    return cpus;
  }
}
