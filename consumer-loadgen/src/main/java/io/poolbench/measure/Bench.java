package io.poolbench.measure;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.RandomDelay;
import io.poolbench.journal.CellEnvironment;
import io.poolbench.journal.FigureText;
import io.poolbench.journal.ViolationCode;
import io.poolbench.judge.ShareBound;
import io.poolbench.judge.StudyPlanner;
import io.poolbench.lab.CountersReading;
import io.poolbench.lab.CpuPlan;
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
import io.poolbench.load.Probe;
import io.poolbench.load.Scheduler;
import io.poolbench.load.SliceRunner;
import io.poolbench.load.Target;
import io.poolbench.study.CallSettings;
import io.poolbench.study.CalledMethod;
import io.poolbench.study.Cell;
import io.poolbench.study.DriverSettings;
import io.poolbench.study.Group;
import io.poolbench.study.LoadSchedule;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * A fresh provider process, pinned to its CPUs, for one cell or for all cells of a paired study,
 * with its backend. For one thread.
 *
 * @param calls opens clients, one per port of the provider
 * @param closing stops what was opened, the last first
 */
record Bench(Lab lab, Place place, Running running, Calls calls, PoolTurns pools, Closing closing)
    implements AutoCloseable {
  /**
   * Cells and their CPUs.
   *
   * @param pinned whether this JVM runs on the driver's CPUs only
   */
  record Place(List<Cell> cells, CpuPlan cpus, boolean pinned) {
    Place {
      cells = List.copyOf(cells);
    }
  }

  record Running(Backend backend, RunningProvider provider) {}

  /**
   * What clients need.
   *
   * @param network the latency that clients add to answers
   * @param rate of all calls to the provider
   */
  record Calls(
      ProviderCalls clients,
      RandomDelay network,
      List<Destination> endpoints,
      GuardedLoad.CallRate rate) {
    Calls {
      endpoints = List.copyOf(endpoints);
    }
  }

  /**
   * Starts the backend and the provider, and pins this JVM to the driver's CPUs.
   *
   * @param cells differ only in their pools; each has an endpoint, or all take turns at one
   */
  static Bench open(Lab lab, StudyListener listener, List<Cell> cells, CpuPlan cpus, Path log)
      throws LabException, InterruptedException {
    boolean pinned = pin(lab, listener, cpus);
    List<Cell> hosted = cells.stream().map(lab::hosted).toList();
    Cell cell = hosted.get(0);
    Closing closing = new Closing();
    try {
      Backend backend = Backend.open(lab, listener, hosted, cpus);
      closing.add(backend::close);
      RunningProvider provider = backend.start(cpus, log);
      closing.add(provider::close);
      ProviderCalls calls = ProviderCalls.open(cell, provider);
      closing.add(calls::close);
      RandomDelay network = new RandomDelay(cell.network().latency());
      List<Destination> endpoints = new ArrayList<>();
      for (int port : provider.ports()) {
        endpoints.add(new Destination(backend.address(cell, port), network));
      }
      noteSlowNetwork(lab, listener, cell, endpoints.get(0));
      return new Bench(
          lab,
          new Place(cells, cpus, pinned),
          new Running(backend, provider),
          new Calls(calls, network, endpoints, new GuardedLoad.CallRate()),
          new PoolTurns(cells, provider),
          closing);
    } catch (LabException | InterruptedException | RuntimeException e) {
      closing.closeAfter(e);
      throw e;
    }
  }

  /** Notes a round trip that reaches the SLA's bound: no pool can make a call faster. */
  private static void noteSlowNetwork(
      Lab lab, StudyListener listener, Cell cell, Destination provider) throws LabException {
    OptionalDouble limit =
        ShareBound.onPercentiles(cell.sla()).stream().mapToDouble(ShareBound::limitMillis).min();
    if (limit.isEmpty()) {
      return;
    }
    double millis = roundTripMillis(lab, provider);
    if (millis >= limit.getAsDouble()) {
      listener.note(
          "network from this host to the provider and back: %s ms (the SLA's bound: %s ms)"
              .formatted(FigureText.measure(millis), FigureText.measure(limit.getAsDouble())));
    }
  }

  private static double roundTripMillis(Lab lab, Destination provider) throws LabException {
    try {
      return provider.roundTripMillis();
    } catch (IOException e) {
      throw new LabException(
          ViolationCode.PROVIDER_UNREACHABLE,
          Backend.unreachable(provider.address(), lab.machine().isOther(), e),
          e);
    }
  }

  RunningProvider provider() {
    return running.provider;
  }

  private Cell cell(int number) {
    return place.cells.get(number);
  }

  /** Fails if the study's Redis was lost, which the provider reads. */
  void requireRedis() throws LabException, InterruptedException {
    running.backend.check();
  }

  private Target.Factory targets(int cell, DriverSettings driver, FailureReasons reasons) {
    return calls.clients.targets(
        driver.calling(running.backend.called(driver.method())),
        calls.endpoints.get(pools.endpoint(cell)),
        reasons);
  }

  private static boolean pin(Lab lab, StudyListener listener, CpuPlan cpus)
      throws LabException, InterruptedException {
    Pinning pinning = lab.pinning();
    boolean pinned = lab.machine().pinBeside(lab.machines().besideProvider(cpus));
    if (!pinning.available()) {
      listener.note(
          "provider and driver not pinned to CPUs: taskset not found on this host, or not allowed");
      return false;
    }
    if (!pinned) {
      listener.note("provider not pinned to CPUs: taskset not found on its host, or not allowed");
    }
    if (cpus.shared()) {
      listener.note(
          "provider and driver share CPUs " + cpus.provider() + ": they compete for CPU time");
    }
    if (!lab.machines().isApart(cpus)) {
      listener.note(
          "CPU time of other processes unknown: the provider runs beside the driver, behind a"
              + " command");
    }
    return pinning.pinSelf(cpus.driver()) && pinned;
  }

  /** Makes each call that the study defines, and fails if an answer is not as expected. */
  void requireAnswers() throws LabException, InterruptedException {
    for (int number = 0; number < place.cells.size(); number++) {
      int cell = number;
      DriverSettings driver = cell(cell).driver();
      pools.begin(cell);
      for (CalledMethod method : driver.method().weighted().keySet()) {
        if (method instanceof CallSettings call) {
          FailureReasons reasons = new FailureReasons();
          FirstCall.require(
              call.service() + "." + call.method(),
              (slots, ended) -> targets(cell, driver.calling(call), reasons).open(slots, ended),
              Duration.ofMillis(driver.timeoutMillis()),
              reasons,
              lab.clock());
        }
      }
    }
  }

  /**
   * The environment of the cells: what was known before the start, with the facts of the running
   * provider.
   */
  CellEnvironment environment(CellEnvironment known) {
    boolean started = !cell(0).provider().runsAlready();
    return new CellEnvironment(
        started ? known.providerCpus() : "",
        known.driverCpus(),
        place.pinned && running.backend.pins(),
        provider().command(),
        running.backend.redis(),
        running.backend.facts(provider()),
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
            .of(cell)
            .map(limits -> new GuardedLoad(calling, lab.clock(), limits, calls.rate, reasons));
    Load load = guarded.map(Load.class::cast).orElse(calling);
    NanoClock clock = guarded.map(GuardedLoad::clock).orElse(lab.clock());
    Probe<CountersReading, LabException> probe =
        provider().probe(pools.endpoint(number), place.cpus);
    return new LoadedPool(
        cell,
        pools.pool(number),
        new SliceRunner<>(
            load,
            clock,
            lab.timeline(),
            probe,
            reasons::counts,
            cell.load().groups().stream().map(Group::name).toList(),
            (level, batch) -> listener.batchEnded(cell, level, batch)),
        probe,
        pools.control(number),
        listener::note);
  }

  private Load connect(int cell, LoadSchedule schedule, long seed, FailureReasons reasons)
      throws LabException {
    DriverSettings driver = cell(cell).driver();
    Function<DriverSettings, Target.Factory> targets = calling -> targets(cell, calling, reasons);
    Duration timeout = Duration.ofMillis(driver.timeoutMillis());
    Scheduler scheduler = new ParkingScheduler(lab.clock());
    try {
      return Loads.open(
          schedule,
          StudyPlanner.highestLevel(schedule),
          timeout,
          seed,
          group -> Loads.targets(driver, group, targets, seed),
          lab.clock(),
          scheduler);
    } catch (IOException | InvalidSettingException e) {
      if (provider().process().isPresent()) {
        // That a provider has ended says more than that it refuses connections.
        provider().process().get().check();
      }
      // An invalid setting: a data file of the study may have changed since the study was read.
      throw new LabException(
          ViolationCode.PROVIDER_UNREACHABLE,
          "cannot connect to the provider: " + e.getMessage(),
          provider().logTail());
    }
  }

  /** Stops the provider and its backend. */
  @Override
  public void close() {
    closing.close();
  }
}
