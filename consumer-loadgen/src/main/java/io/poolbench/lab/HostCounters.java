package io.poolbench.lab;

import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Counters;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/** A snapshot of the counters of a host's CPUs and processes. */
record HostCounters(CpuTimes stat, ProcessTable processes) {
  /** Identified by name, because a Redis in a container is not a child of the driver. */
  private static final Set<String> REDIS = Set.of("redis-server", "valkey-server");

  /** Kernel threads that work for the sending process: under load, the driver or the provider. */
  private static final String SOFT_INTERRUPTS = "ksoftirqd/";

  /** Reads the counters; empty on systems other than Linux. */
  static Optional<HostCounters> read() {
    return ProcessTable.read()
        .flatMap(processes -> CpuTimes.read().map(stat -> new HostCounters(stat, processes)));
  }

  /**
   * What this host's CPUs did since an earlier reading, for a provider on the driver's host.
   *
   * @param provider the provider's process; empty if none runs
   */
  Counters gainedSince(HostCounters earlier, CpuPlan cpus, OptionalLong provider) {
    Set<Long> own = driverSide();
    if (cpus.shared()) {
      // A provider that ran already is no child of the driver.
      provider.ifPresent(own::add);
      Taken both = taken(earlier, cpus.provider().with(cpus.driver()), own);
      return counters(earlier, Side.PROVIDER, cpus.provider(), both, false)
          .and(counters(earlier, Side.DRIVER, cpus.driver(), both, false));
    }
    Set<Long> served = provider.stream().boxed().collect(Collectors.toSet());
    own.removeAll(served);
    return counters(
            earlier, Side.PROVIDER, cpus.provider(), taken(earlier, cpus.provider(), served), false)
        .and(
            counters(
                earlier, Side.DRIVER, cpus.driver(), taken(earlier, cpus.driver(), own), true));
  }

  /**
   * As {@link #gainedSince}, of the driver's CPUs alone.
   *
   * @param alone false if these CPUs are used by a provider on this host that the lab did not start
   */
  Counters ofDriverGainedSince(HostCounters earlier, CpuList cpus, boolean alone) {
    Taken taken = taken(earlier, cpus, driverSide());
    Counters counters = counters(earlier, Side.DRIVER, cpus, taken, alone);
    return alone ? counters : counters.without(Side.DRIVER.taken());
  }

  /**
   * What the CPUs of a provider did, on a host without the driver.
   *
   * @param alone whether other processes of the lab there have CPUs of their own
   */
  Counters ofProviderGainedSince(HostCounters earlier, CpuList cpus, long provider, boolean alone) {
    Set<Long> own = new HashSet<>(Set.of(provider));
    if (!alone) {
      own.addAll(driverSide());
    }
    return counters(earlier, Side.PROVIDER, cpus, taken(earlier, cpus, own), false);
  }

  /**
   * @param cpus of this side
   * @param taken from them, or from these and those of the other side together
   */
  private Counters counters(
      HostCounters earlier, Side side, CpuList cpus, Taken taken, boolean busyKnown) {
    CpuTimes.Ticks ticks = stat.since(earlier.stat, cpus);
    Map<String, Double> gained = new HashMap<>();
    gained.put(side.ticks(), (double) ticks.total());
    gained.put(side.stealTicks(), (double) ticks.steal());
    if (processes.areOfTheHost() && ticks.total() > 0) {
      // Of shared CPUs the share of both sides together counts for each.
      double share = taken.ticks.total() == 0 ? 0 : (double) taken.others / taken.ticks.total();
      gained.put(side.otherTicks(), share * ticks.total());
    }
    if (busyKnown) {
      gained.put(side.busyTicks(), (double) taken.busyTicks());
    }
    if (taken.ticks.total() > 0) {
      gained.put(side.taken(), (taken.ticks.steal() + taken.others) / CpuTimes.TICKS_PER_SECOND);
    }
    return Counters.ofGained(gained);
  }

  /**
   * @param others ticks of processes outside the lab
   */
  private record Taken(CpuTimes.Ticks ticks, long others) {
    long busyTicks() {
      return Math.max(0, ticks.total() - ticks.idle() - ticks.steal() - others);
    }
  }

  private Taken taken(HostCounters earlier, CpuList set, Set<Long> own) {
    CpuTimes.Ticks ticks = stat.since(earlier.stat, set);
    long interrupts = processesHaveInterrupts(earlier) ? ticks.interrupts() : 0;
    long rest = ticks.processes() + interrupts - processes.ticksSince(earlier.processes, own);
    // The time of each CPU and process is rounded to ticks, so that the difference scatters around
    // 0 where nothing else runs. The time of foreign processes is its upper bound.
    Set<Long> foreign = foreign();
    foreign.removeAll(own);
    long upperBound = processes.ticksSince(earlier.processes, foreign);
    return new Taken(ticks, Math.max(0, Math.min(rest, upperBound)));
  }

  /**
   * Whether this kernel counts interrupts as time of the interrupted processes, by which of both
   * sums the time of all processes comes closer to.
   */
  private boolean processesHaveInterrupts(HostCounters earlier) {
    CpuTimes.Ticks all = stat.since(earlier.stat);
    long known = processes.ticksSince(earlier.processes, processes.processes().keySet());
    return known > all.processes() + all.interrupts() / 2;
  }

  /** The driver, or the process that started the provider; its descendants and Redis. */
  private Set<Long> driverSide() {
    Set<Long> own = processes.family(ProcessTable.SELF);
    own.addAll(processes.named(REDIS));
    return own;
  }

  /** All processes except {@link #driverSide} and soft-interrupt threads. */
  private Set<Long> foreign() {
    Set<Long> foreign = new HashSet<>(processes.processes().keySet());
    foreign.removeAll(driverSide());
    foreign.removeIf(pid -> processes.processes().get(pid).name().startsWith(SOFT_INTERRUPTS));
    return foreign;
  }
}
