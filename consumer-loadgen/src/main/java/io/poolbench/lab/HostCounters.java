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

  private static final Set<String> PROVIDER_POLLERS = Set.of(AwakeCpus.PROVIDER_POLLER);
  private static final Set<String> DRIVER_POLLERS = Set.of(AwakeCpus.DRIVER_POLLER);
  private static final Set<String> POLLERS =
      Set.of(AwakeCpus.PROVIDER_POLLER, AwakeCpus.DRIVER_POLLER);

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
    Set<Long> own = driverSide();
    Taken ofProvider;
    Taken ofDriver;
    if (cpus.shared()) {
      ofProvider = taken(earlier, cpus.provider().with(cpus.driver()), own, POLLERS);
      ofDriver = ofProvider;
    } else {
      Set<Long> served = provider.stream().boxed().collect(Collectors.toSet());
      own.removeAll(served);
      ofProvider = taken(earlier, cpus.provider(), served, PROVIDER_POLLERS);
      ofDriver = taken(earlier, cpus.driver(), own, DRIVER_POLLERS);
    }
    return new HostUse(
        worst(cpus, set -> stealPct(earlier, set)),
        HostUse.worse(ofProvider.otherPct(), ofDriver.otherPct()),
        worst(cpus, set -> frequencies.changePctSince(earlier.frequencies, set)),
        cpus.shared() ? null : ofDriver.busyPct(),
        null,
        null,
        ofProvider.state(),
        ofDriver.state());
  }

  /**
   * The disturbances of the driver since an earlier reading.
   *
   * @param cpus of the driver
   * @param alone whether none of them may be a provider's, whose share is no disturbance
   */
  HostUse ofDriverSince(HostCounters earlier, CpuList cpus, boolean alone) {
    Taken taken = taken(earlier, cpus, driverSide(), DRIVER_POLLERS);
    return new HostUse(
        stealPct(earlier, cpus),
        alone ? taken.otherPct() : null,
        frequencies.changePctSince(earlier.frequencies, cpus),
        alone ? taken.busyPct() : null,
        null,
        null,
        CpuState.UNKNOWN,
        alone ? taken.state() : CpuState.UNKNOWN);
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
      own.addAll(driverSide());
    }
    Taken taken = taken(earlier, cpus, own, alone ? PROVIDER_POLLERS : POLLERS);
    return new HostUse(
        stealPct(earlier, cpus),
        taken.otherPct(),
        frequencies.changePctSince(earlier.frequencies, cpus),
        null,
        null,
        null,
        taken.state(),
        CpuState.UNKNOWN);
  }

  /**
   * What others took of some CPUs.
   *
   * @param others ticks of processes that are not ours
   * @param polled ticks of pollers, which run when the CPUs would idle
   */
  private record Taken(ProcStat.Ticks ticks, long others, long polled) {
    Double otherPct() {
      return ticks.pct(others);
    }

    /** What is left of the time in which they were not idle. */
    Double busyPct() {
      return ticks.pct(Math.max(0, ticks.total() - ticks.idle() - ticks.steal() - others - polled));
    }

    CpuState state() {
      return ticks.total() == 0
          ? CpuState.UNKNOWN
          : CpuState.UNKNOWN.with(null, ProcStat.TICK_MILLIS * (ticks.steal() + others));
    }
  }

  private Taken taken(HostCounters earlier, CpuList set, Set<Long> own, Set<String> pollers) {
    ProcStat.Ticks ticks = stat.since(earlier.stat, set);
    long polled = processes.ticksSince(earlier.processes, processes.named(pollers));
    long rest = ticks.processes() - polled - processes.ticksSince(earlier.processes, own);
    // The kernel samples CPU ticks but times processes: the difference scatters around 0, by
    // several percent in a window of seconds. It cannot be more than what all others used.
    long foreign = processes.ticksSince(earlier.processes, foreign());
    return new Taken(ticks, Math.max(0, Math.min(rest, foreign)), polled);
  }

  /** The driver, its descendants and Redis, without pollers. */
  private Set<Long> driverSide() {
    Set<Long> own = processes.family(driver);
    own.addAll(processes.named(REDIS));
    own.removeAll(processes.named(POLLERS));
    return own;
  }

  /** All processes but the driver, its descendants, Redis, pollers, and the kernel's loopback. */
  private Set<Long> foreign() {
    Set<Long> foreign = new HashSet<>(processes.processes().keySet());
    foreign.removeAll(driverSide());
    foreign.removeAll(processes.named(POLLERS));
    foreign.removeIf(pid -> processes.processes().get(pid).name().startsWith(SOFT_INTERRUPTS));
    return foreign;
  }

  private Double stealPct(HostCounters earlier, CpuList set) {
    ProcStat.Ticks ticks = stat.since(earlier.stat, set);
    return ticks.pct(ticks.steal());
  }

  private static Double worst(CpuPlan cpus, Function<CpuList, Double> figure) {
    return HostUse.worse(figure.apply(cpus.provider()), figure.apply(cpus.driver()));
  }
}
