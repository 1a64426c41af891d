package io.poolbench.lab;

import io.poolbench.lab.CountersReading.Elsewhere;
import io.poolbench.lab.CountersReading.Site;
import java.util.Optional;
import java.util.OptionalLong;

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
  Site site(long pid) {
    return new Site(
        OptionalLong.of(pid),
        apart,
        machine.isOther()
            ? Optional.of(alone ? Elsewhere.ALONE : Elsewhere.BESIDE_THE_LAB)
            : Optional.empty());
  }

  /** On CPUs of the driver's machine. */
  public static ProviderPlace on(ThisMachine machine, CpuList cpus) {
    return new ProviderPlace(machine, machine, cpus, true, true);
  }
}
