package io.poolbench.spec;

import java.util.Objects;

/**
 * Which CPUs a study asks for, as the kernel writes lists ({@code 0-3,8}).
 *
 * @param provider the provider's; empty = chosen by the lab
 * @param driver the driver's and a local Redis's; empty = chosen by the lab
 */
public record CpuSets(String provider, String driver) {
  /** Both left to the lab. */
  public static final CpuSets AUTO = new CpuSets("", "");

  public CpuSets {
    Objects.requireNonNull(provider, "provider");
    Objects.requireNonNull(driver, "driver");
  }
}
