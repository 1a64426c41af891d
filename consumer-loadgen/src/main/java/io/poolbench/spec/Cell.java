package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;
import java.util.Objects;

/**
 * One provider under one load schedule.
 *
 * @param name as tables show it; unique within its study
 * @param published the name of the published table that its results are compared with; empty = none
 */
public record Cell(
    String name,
    ProviderSettings provider,
    RedisSettings redis,
    NetworkSettings network,
    DriverSettings driver,
    CpuSets cpus,
    LoadSchedule load,
    Validity validity,
    Sla sla,
    String published) {
  private static final int MAX_NAME = 100;

  public Cell {
    Objects.requireNonNull(provider, "provider");
    Objects.requireNonNull(redis, "redis");
    Objects.requireNonNull(network, "network");
    Objects.requireNonNull(published, "published");
    Objects.requireNonNull(driver, "driver");
    Objects.requireNonNull(cpus, "cpus");
    Objects.requireNonNull(load, "load");
    Objects.requireNonNull(validity, "validity");
    Objects.requireNonNull(sla, "sla");
    if (name.isBlank() || name.length() > MAX_NAME) {
      throw new InvalidSettingException(
          "name", "invalid length (valid: 1.." + MAX_NAME + " characters)");
    }
    if (sla.upTo() != null && sla.upTo() > load.maxLevel()) {
      throw new InvalidSettingException(
          "sla.upTo",
          sla.upTo() + " out of range (valid: at most " + load.maxLevel() + ", the last level)");
    }
  }

  /** The same cell under another name. */
  public Cell named(String newName) {
    return new Cell(
        newName, provider, redis, network, driver, cpus, load, validity, sla, published);
  }
}
