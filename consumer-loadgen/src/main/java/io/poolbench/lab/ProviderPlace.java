package io.poolbench.lab;

import java.util.Objects;

/**
 * Where a provider runs, and what measures it.
 *
 * @param driver the machine of the driver
 * @param apart whether the provider uses no CPUs of the driver except those that the lab gave to
 *     both
 * @param alone whether the other processes of the lab on the provider's machine have CPUs of their
 *     own
 */
public record ProviderPlace(
    Machine machine, ThisMachine driver, CpuList cpus, boolean apart, boolean alone) {
  public ProviderPlace {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(driver, "driver");
    Objects.requireNonNull(cpus, "cpus");
  }

  /** On CPUs of the driver's machine. */
  public static ProviderPlace on(ThisMachine machine, CpuList cpus) {
    return new ProviderPlace(machine, machine, cpus, true, true);
  }
}
