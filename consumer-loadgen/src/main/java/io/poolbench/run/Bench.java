package io.poolbench.run;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.RandomDelay;
import io.poolbench.journal.CellEnvironment;
import io.poolbench.journal.FigureText;
import io.poolbench.journal.ViolationCode;
import io.poolbench.judge.ShareBound;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.HostProbe;
import io.poolbench.lab.LabException;
import io.poolbench.lab.Pinning;
import io.poolbench.lab.RunningProvider;
import io.poolbench.load.Destination;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.GuardedLoad;
import io.poolbench.load.Load;
import io.poolbench.load.Loads;
import io.poolbench.load.NanoClock;
import io.poolbench.load.ParkingScheduler;
import io.poolbench.load.Scheduler;
import io.poolbench.load.StepRunner;
import io.poolbench.load.Target;
import io.poolbench.spec.CallSettings;
import io.poolbench.spec.CalledMethod;
import io.poolbench.spec.Cell;
import io.poolbench.spec.DriverSettings;
import io.poolbench.spec.LoadSchedule;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A fresh provider process, pinned to its CPUs, for one cell or for all cells of a paired study,
 * with its backend. For one thread.
 *
 * @param pinned whether this JVM runs on the driver's CPUs only
 * @param network the latency that clients add to answers
 * @param endpoints one per port of the provider
 * @param closing stops what was opened, the last first
 */
record Bench(
    Lab lab,
    List<Cell> cells,
    boolean pinned,
    Backend backend,
    ProviderCalls calls,
    RunningProvider provider,
    RandomDelay network,
    List<Destination> endpoints,
    Deque<Runnable> closing,
    PoolTurns pools)
    implements AutoCloseable {
  /**
   * Starts the backend and the provider, and pins this JVM to the driver's CPUs.
   *
   * @param cells differ only in their pools; each has an endpoint, or all take turns at one
   */
  static Bench open(Lab lab, StudyListener listener, List<Cell> cells, CpuPlan cpus, Path log)
      throws LabException, InterruptedException {
    Cell cell = cells.get(0);
    boolean pinned = pin(lab.pinning(), listener, cpus);
    Deque<Runnable> closing = new ArrayDeque<>();
    try {
      Backend backend = Backend.open(lab, listener, cells, cpus);
      closing.push(backend::close);
      RunningProvider provider = backend.start(cpus, log);
      closing.push(provider::close);
      ProviderCalls calls = ProviderCalls.open(cell, provider);
      closing.push(calls::close);
      RandomDelay network = new RandomDelay(cell.network().latency());
      List<Destination> endpoints = new ArrayList<>();
      for (int port : provider.ports()) {
        endpoints.add(new Destination(backend.address(cell, port), network));
      }
      noteSlowNetwork(lab, listener, cell, endpoints.get(0));
      return new Bench(
          lab,
          cells,
          pinned,
          backend,
          calls,
          provider,
          network,
          endpoints,
          closing,
          new PoolTurns(cells, provider));
    } catch (LabException | InterruptedException | RuntimeException e) {
      closing.forEach(Runnable::run);
      throw e;
    }
  }

  /** Notes a round trip that reaches the SLA's bound: no pool can make a call faster. */
  private static void noteSlowNetwork(
      Lab lab, StudyListener listener, Cell cell, Destination provider) throws LabException {
    List<Long> limitsNanos = ShareBound.limitsNanos(cell.sla());
    if (limitsNanos.isEmpty()) {
      return;
    }
    double limitMillis = Collections.min(limitsNanos) / 1e6;
    double millis = roundTripMillis(lab, provider);
    if (millis >= limitMillis) {
      listener.note(
          "network from this host to the provider and back: %s ms (the SLA's bound: %s ms)"
              .formatted(FigureText.measure(millis), FigureText.measure(limitMillis)));
    }
  }

  private static double roundTripMillis(Lab lab, Destination provider) throws LabException {
    try {
      return provider.roundTripMillis();
    } catch (IOException e) {
      throw new LabException(
          ViolationCode.PROVIDER_UNREACHABLE,
          Backend.unreachable(provider.address(), lab.providerHost().isPresent(), e),
          e);
    }
  }

  private Target.Factory targets(int cell, DriverSettings driver, FailureReasons reasons) {
    return calls.targets(
        driver.calling(backend.called(driver.method())),
        endpoints.get(pools.endpoint(cell)),
        reasons);
  }

  private static boolean pin(Pinning pinning, StudyListener listener, CpuPlan cpus)
      throws InterruptedException {
    if (!pinning.available()) {
      listener.note("provider and driver not pinned to CPUs: no taskset on this host");
      return false;
    }
    if (cpus.shared()) {
      listener.note(
          "provider and driver share CPUs " + cpus.provider() + ": they compete for CPU time");
    }
    return pinning.pinSelf(cpus.driver());
  }

  /** Makes each call that the study defines once, and fails if an answer is not as expected. */
  void requireAnswers() throws LabException, InterruptedException {
    for (int number = 0; number < cells.size(); number++) {
      int cell = number;
      DriverSettings driver = cells.get(cell).driver();
      pools.begin(cell);
      for (CalledMethod method : driver.method().weighted().keySet()) {
        if (method instanceof CallSettings call) {
          FailureReasons reasons = new FailureReasons();
          FirstCall.require(
              call.service() + "." + call.method(),
              (slots, ended) -> targets(cell, driver.calling(call), reasons).open(slots, ended),
              Duration.ofMillis(driver.timeoutMillis()),
              reasons);
        }
      }
    }
  }

  /**
   * The environment of the cells: what was known before the start, with the facts of the running
   * provider.
   */
  CellEnvironment environment(CellEnvironment known, HostProbe.State before) {
    boolean started = !cells.get(0).provider().runsAlready();
    return new CellEnvironment(
        started ? known.providerCpus() : "",
        known.driverCpus(),
        pinned && backend.pins(),
        provider.command(),
        backend.redis(),
        backend.facts(provider),
        known.loadAverage(),
        // A provider that was not started here may be among the other processes.
        started ? before.otherPct() : null,
        before.speedPct(),
        known.providerHost());
  }

  /**
   * Connects a load to a cell's pool. No call is made yet.
   *
   * @param number of the cell, from 0
   * @param cell the cell of this number, possibly with another load
   */
  LoadedPool load(int number, Cell cell, long seed, FailureReasons reasons, StudyListener listener)
      throws LabException, InterruptedException {
    Load calling = connect(number, cell.load(), seed, reasons);
    Optional<GuardedLoad> guarded =
        lab.stopLimits()
            .of(cell.provider())
            .map(limits -> new GuardedLoad(calling, lab.clock(), limits, reasons::mostFrequent));
    Load load = guarded.map(Load.class::cast).orElse(calling);
    NanoClock clock = guarded.map(GuardedLoad::clock).orElse(lab.clock());
    StepRunner runner =
        new StepRunner(
            load,
            clock,
            ShareBound.limitsNanos(cell.sla()),
            cell.groups().stream().map(group -> ShareBound.limitsNanos(group.sla())).toList(),
            (level, part) -> listener.sampled(cell, level, part));
    return new LoadedPool(
        cell,
        pools.pool(number),
        load,
        runner,
        provider.probe(pools.endpoint(number)),
        pools.of(number),
        clock);
  }

  private Load connect(int cell, LoadSchedule schedule, long seed, FailureReasons reasons)
      throws LabException {
    DriverSettings driver = cells.get(cell).driver();
    Function<DriverSettings, Target.Factory> targets = calling -> targets(cell, calling, reasons);
    Duration timeout = Duration.ofMillis(driver.timeoutMillis());
    Scheduler scheduler = new ParkingScheduler(lab.clock());
    try {
      return Loads.open(
          schedule,
          timeout,
          seed,
          group -> Loads.targets(driver, group, targets, seed),
          lab.clock(),
          scheduler);
    } catch (IOException | InvalidSettingException e) {
      // An invalid setting: a data file of the study may have changed since the study was read.
      throw new LabException(
          ViolationCode.PROVIDER_UNREACHABLE,
          "cannot connect to the provider: " + e.getMessage(),
          provider.logTail());
    }
  }

  /** Stops the provider and its backend. */
  @Override
  public void close() {
    closing.forEach(Runnable::run);
  }
}
