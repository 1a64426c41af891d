package io.poolbench.lab;

import io.poolbench.load.Cumulative;
import io.poolbench.result.CpuState;
import io.poolbench.result.HostUse;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The counters of the host's CPUs and processes at one moment.
 *
 * @param driver the process id of the driver, or of what started the provider
 */
record HostCounters(ProcStat stat, ProcessTable processes, long driver, CpuFrequencies frequencies)
    implements Cumulative<HostCounters> {
  /** By name, as a container's Redis is not a child of the driver. */
  private static final Set<String> REDIS = Set.of("redis-server", "valkey-server");

  /** Kernel threads that work for the process that sends: under load the driver or the provider. */
  private static final String SOFT_INTERRUPTS = "ksoftirqd/";

  /** The present reading; empty on other systems than Linux. */
  static Optional<HostCounters> read() {
    CpuFrequencies frequencies = new HostFacts().frequencies();
    long driver = ProcessHandle.current().pid();
    return ProcessTable.read()
        .flatMap(
            processes ->
                ProcStat.read()
                    .map(stat -> new HostCounters(stat, processes, driver, frequencies)));
  }

  @Override
  public HostCounters continuedBy(HostCounters opened, HostCounters closed) {
    return new HostCounters(
        stat.continuedBy(opened.stat, closed.stat),
        processes.continuedBy(opened.processes, closed.processes),
        driver,
        closed.frequencies);
  }

  /**
   * The host's disturbances since an earlier reading. Each figure is that of the provider's CPUs or
   * of the driver's, whichever is higher: averaged over a large host, a process that takes all of
   * the provider's CPUs would hardly show.
   *
   * @param cpus the CPUs of provider and driver
   * @param provider the provider's process, a child of the driver's, if it runs
   */
  HostUse since(HostCounters earlier, CpuPlan cpus, OptionalLong provider) {
    Set<Long> own = processes.family(driver);
    own.addAll(processes.named(REDIS));
    Double other;
    Double driverBusy = null;
    if (cpus.shared()) {
      other = otherPct(earlier, cpus.provider().with(cpus.driver()), own);
    } else {
      Set<Long> served = provider.stream().boxed().collect(Collectors.toSet());
      own.removeAll(served);
      other =
          HostUse.worse(
              otherPct(earlier, cpus.provider(), served), otherPct(earlier, cpus.driver(), own));
      driverBusy = busyPct(earlier, cpus.driver());
    }
    return new HostUse(
        worst(cpus, set -> stealPct(earlier, set)),
        other,
        worst(cpus, set -> frequencies.changePctSince(earlier.frequencies, set)),
        driverBusy,
        null,
        null,
        CpuState.UNKNOWN,
        CpuState.UNKNOWN);
  }

  /**
   * The disturbances of the driver since an earlier reading.
   *
   * @param cpus of the driver
   * @param alone whether none of them may be a provider's, whose share is no disturbance
   */
  HostUse ofDriverSince(HostCounters earlier, CpuList cpus, boolean alone) {
    Set<Long> own = processes.family(driver);
    own.addAll(processes.named(REDIS));
    return new HostUse(
        stealPct(earlier, cpus),
        alone ? otherPct(earlier, cpus, own) : null,
        frequencies.changePctSince(earlier.frequencies, cpus),
        alone ? busyPct(earlier, cpus) : null,
        null,
        null,
        CpuState.UNKNOWN,
        CpuState.UNKNOWN);
  }

  /**
   * The disturbances of the provider since an earlier reading, by the process that started it on a
   * host without the driver.
   *
   * @param cpus of the provider
   * @param alone whether what it runs on has CPUs of its own
   */
  HostUse ofProviderSince(HostCounters earlier, CpuList cpus, long provider, boolean alone) {
    Set<Long> own = new HashSet<>(Set.of(provider));
    if (!alone) {
      own.addAll(processes.family(driver));
      own.addAll(processes.named(REDIS));
    }
    return new HostUse(
        stealPct(earlier, cpus),
        otherPct(earlier, cpus, own),
        frequencies.changePctSince(earlier.frequencies, cpus));
  }

  private Double otherPct(HostCounters earlier, CpuList set, Set<Long> own) {
    ProcStat.Ticks ticks = stat.since(earlier.stat, set);
    long rest = ticks.processes() - processes.ticksSince(earlier.processes, own);
    // The kernel samples CPU ticks but times processes: the difference scatters around 0, by
    // several
    // percent in a window of seconds. It cannot be more than what all others used on any CPU.
    long foreign = processes.ticksSince(earlier.processes, foreign());
    return ticks.pct(Math.max(0, Math.min(rest, foreign)));
  }

  /** All processes but the driver, its descendants, Redis, and the kernel's loopback. */
  private Set<Long> foreign() {
    Set<Long> foreign = new HashSet<>(processes.processes().keySet());
    foreign.removeAll(processes.family(driver));
    foreign.removeAll(processes.named(REDIS));
    foreign.removeIf(pid -> processes.processes().get(pid).name().startsWith(SOFT_INTERRUPTS));
    return foreign;
  }

  private Double busyPct(HostCounters earlier, CpuList set) {
    ProcStat.Ticks ticks = stat.since(earlier.stat, set);
    return ticks.pct(ticks.total() - ticks.idle());
  }

  private Double stealPct(HostCounters earlier, CpuList set) {
    ProcStat.Ticks ticks = stat.since(earlier.stat, set);
    return ticks.pct(ticks.steal());
  }

  private static Double worst(CpuPlan cpus, Function<CpuList, Double> figure) {
    return HostUse.worse(figure.apply(cpus.provider()), figure.apply(cpus.driver()));
  }
}
