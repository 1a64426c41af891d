package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;
import java.util.Objects;

/**
 * One provider under one load schedule.
 *
 * @param name as tables show it; unique within its study
 * @param published the name of the published table that the cell is held against; empty = none
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
  private static final int LONGEST_NAME = 100;

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
    if (name.isBlank() || name.length() > LONGEST_NAME) {
      throw new InvalidSettingException("name", "valid: 1.." + LONGEST_NAME + " characters");
    }
    if (sla.upTo() != null && sla.upTo() > load.mostLevel()) {
      throw new InvalidSettingException(
          "sla.upTo",
          sla.upTo()
              + " is more than the load ever is; valid: at most "
              + load.mostLevel()
              + ", the last step's");
    }
  }

  /** The same cell under another name. */
  public Cell named(String newName) {
    return new Cell(
        newName, provider, redis, network, driver, cpus, load, validity, sla, published);
  }
}
