package io.poolbench.lab;

import io.poolbench.study.CpuSets;

/**
 * The machines of a run.
 *
 * @param provider of providers and their Redis; the driver's, if no other is named
 */
public record Machines(ThisMachine driver, Machine provider) implements AutoCloseable {
  public static Machines of(ThisMachine machine) {
    return new Machines(machine, machine);
  }

  /**
   * The CPUs of the lab's other processes on the provider's machine, such as Redis: those that the
   * provider leaves free, or all.
   */
  public CpuList besideProvider(CpuPlan cpus) {
    if (!provider.isOther()) {
      return cpus.driver();
    }
    CpuList rest = provider.cpus().without(cpus.provider());
    return rest.count() == 0 ? provider.cpus() : rest;
  }

  /**
   * The CPUs of a provider and of this driver, the same for all cells: those that this JVM had
   * before it was pinned. A machine that is this one by another way, such as {@code ssh} to it or a
   * container, is divided as without that way.
   */
  public CpuPlan cpus(CpuSets requested) {
    boolean isHere =
        !provider.isOther() || (isOneKernel() && provider.cpus().equals(driver.cpus()));
    return isHere
        ? CpuPlan.of(requested, driver.cpus())
        : CpuPlan.apart(requested, provider.cpus(), driver.cpus());
  }

  /** Whether the provider's machine shares this one's kernel, such as a container. */
  private boolean isOneKernel() {
    String here = driver.facts().bootId();
    return !here.isEmpty() && here.equals(provider.facts().bootId());
  }

  /** The place of a process beside the driver or on the provider's machine. */
  public ProviderPlace place(CpuPlan cpus, CpuList own) {
    return provider.isOther()
        ? new ProviderPlace(provider, driver, own, isApart(cpus), isAlone(cpus))
        : ProviderPlace.on(driver, own);
  }

  /** Whether the provider uses no CPUs of the driver without the lab knowing it. */
  public boolean isApart(CpuPlan cpus) {
    return !provider.isOther() || !isOneKernel() || !cpus.provider().overlaps(cpus.driver());
  }

  /** Whether the lab's other processes on the provider's machine have CPUs of their own. */
  public boolean isAlone(CpuPlan cpus) {
    return !besideProvider(cpus).overlaps(cpus.provider());
  }

  @Override
  public void close() {
    provider.close();
    if (provider.isOther()) {
      driver.close();
    }
  }
}
