package io.poolbench.lab;

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

  /** Whether provider and driver share a kernel, such as with a container. */
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
