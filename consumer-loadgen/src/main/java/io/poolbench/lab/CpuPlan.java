package io.poolbench.lab;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.study.Cell;
import io.poolbench.study.CpuSets;
import io.poolbench.study.RemoteSettings;
import io.poolbench.study.TargetSettings;

/**
 * The CPUs assigned to the provider, and those assigned to the driver and a local Redis. The
 * methods that assign them throw {@link InvalidSettingException} if a study names CPUs that a host
 * does not have.
 */
public record CpuPlan(CpuList provider, CpuList driver, boolean oneHost) {
  /** As many as the published study's provider has. */
  private static final int MAX_PROVIDER_CPUS = 4;

  public CpuPlan(CpuList provider, CpuList driver) {
    this(provider, driver, true);
  }

  /**
   * Divides a host: the provider gets half of the CPUs, but at most {@value #MAX_PROVIDER_CPUS},
   * and the driver the others. CPUs that a study names take precedence.
   */
  public static CpuPlan of(CpuSets requested, CpuList host) {
    CpuList driver =
        requested.driver().isEmpty() ? null : named("cpus.driver", requested.driver(), host);
    CpuList provider =
        requested.provider().isEmpty()
            ? half(driver == null ? host : host.without(driver), host)
            : named("cpus.provider", requested.provider(), host);
    if (driver == null) {
      CpuList rest = host.without(provider);
      driver = rest.count() == 0 ? host : rest;
    }
    return new CpuPlan(provider, driver);
  }

  /**
   * The CPUs for a cell on this host. The driver gets all if the provider runs on another one; a
   * provider that ran already stays on those that it has.
   */
  public static CpuPlan of(Cell cell, CpuList host) {
    if (cell.provider() instanceof RemoteSettings remote && !remote.isOnThisHost()) {
      return apart(cell.cpus(), host, host);
    }
    return cell.provider() instanceof TargetSettings target && target.runsAlready()
        ? ofRunning(cell.cpus(), host)
        : of(cell.cpus(), host);
  }

  /**
   * Assigns the CPUs of a host on which the provider ran already: it stays on the CPUs that it has,
   * which are all of the host, or those that a study names.
   */
  public static CpuPlan ofRunning(CpuSets requested, CpuList host) {
    return new CpuPlan(ofProviderHost(requested, host).provider, of(requested, host).driver);
  }

  /** Assigns all CPUs of two hosts. CPUs that a study names take precedence. */
  public static CpuPlan apart(CpuSets requested, CpuList providerHost, CpuList driverHost) {
    return new CpuPlan(
        ofProviderHost(requested, providerHost).provider,
        requested.driver().isEmpty()
            ? driverHost
            : named("cpus.driver", requested.driver(), driverHost),
        false);
  }

  /**
   * Assigns the CPUs of a host without the driver: the provider gets all, or those that a study
   * names. {@link #driver} has the remaining CPUs for the other processes of the lab there, or all
   * CPUs if none remain.
   */
  public static CpuPlan ofProviderHost(CpuSets requested, CpuList host) {
    CpuList provider =
        requested.provider().isEmpty() ? host : named("cpus.provider", requested.provider(), host);
    CpuList rest = host.without(provider);
    return new CpuPlan(provider, rest.count() == 0 ? host : rest);
  }

  /** Whether provider and driver share a CPU, so that each disturbs the other. */
  public boolean shared() {
    return oneHost && provider.overlaps(driver);
  }

  private static CpuList half(CpuList free, CpuList host) {
    if (free.count() == 0) {
      return host;
    }
    int half = free.count() == host.count() ? Math.max(1, host.count() / 2) : free.count();
    return free.part(0, Math.min(MAX_PROVIDER_CPUS, half));
  }

  /**
   * Parses the CPUs that a setting names, in the kernel's list format.
   *
   * @throws InvalidSettingException for this setting if the CPUs are invalid or not available
   */
  public static CpuList named(String setting, String list, CpuList host) {
    CpuList cpus;
    try {
      cpus = CpuList.parse(list);
    } catch (InvalidSettingException e) {
      throw new InvalidSettingException(setting, e.getMessage());
    }
    if (!cpus.within(host)) {
      throw new InvalidSettingException(
          setting, "CPUs " + list + " not available (available: " + host + ")");
    }
    return cpus;
  }
}
