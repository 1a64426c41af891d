package io.poolbench.measure;

import io.poolbench.core.ProviderMetrics;
import io.poolbench.journal.CellEnvironment;
import io.poolbench.journal.Entry;
import io.poolbench.journal.Entry.WarmUp;
import io.poolbench.journal.Journal;
import io.poolbench.journal.Level;
import io.poolbench.journal.ProgramSamples;
import io.poolbench.journal.ProgramSamples.ConnectionTrial;
import io.poolbench.journal.ProgramSamples.Connections;
import io.poolbench.journal.Slice;
import io.poolbench.journal.ViolationCode;
import io.poolbench.judge.Measurement;
import io.poolbench.judge.Visit;
import io.poolbench.judge.Visit.Hold;
import io.poolbench.lab.CellCommand;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.LabException;
import io.poolbench.lab.ProviderProcess;
import io.poolbench.limits.PoolLimit;
import io.poolbench.load.FailureReasons;
import io.poolbench.study.Cell;
import io.poolbench.study.CellCommands;
import io.poolbench.study.LoadSchedule;
import io.poolbench.study.Paired;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A provider process with a pool per cell, each with its own load. The pools are measured in turn:
 * while one has users, the others are idle. For one thread.
 */
final class ProviderCells implements OpenCells {
  /** How often a capacity is measured at most while something else disturbs it. */
  private static final int CAPACITY_TRIES = 5;

  private final Lab lab;
  private final StudyListener listener;
  private final SharedCells shared;
  private final Bench bench;
  private final CellEnvironment environment;
  private final Closing closing;
  private final List<FailureReasons> reasons;
  private final List<LoadedPool> pools = new ArrayList<>();
  private OptionalDouble capacity = OptionalDouble.empty();

  private ProviderCells(
      Lab lab,
      StudyListener listener,
      SharedCells shared,
      Bench bench,
      CellEnvironment environment,
      Closing closing) {
    this.lab = lab;
    this.listener = listener;
    this.shared = shared;
    this.bench = bench;
    this.environment = environment;
    this.closing = closing;
    this.reasons = shared.cells().stream().map(cell -> new FailureReasons()).toList();
  }

  /**
   * Runs the study's command before cells, and starts Redis and the provider.
   *
   * @param log of the provider and the commands
   */
  static ProviderCells open(
      Lab lab, StudyListener listener, CellCommands commands, SharedCells shared, Path log)
      throws LabException, InterruptedException {
    Closing closing = new Closing();
    try {
      closing.add(() -> restore(lab, listener, commands, log));
      command(lab, "before", commands.before()).run(log);
      lab.machine().require();
      CpuPlan cpus = lab.cpus(shared.first());
      CellEnvironment known = lab.notStarted(cpus);
      Bench bench = Bench.open(lab, listener, shared.cells(), cpus, log);
      closing.add(bench::close);
      for (int cell = 0; cell < shared.cells().size(); cell++) {
        bench.pools().begin(cell);
      }
      bench.pools().require();
      bench.requireAnswers();
      return new ProviderCells(lab, listener, shared, bench, bench.environment(known), closing);
    } catch (LabException | InterruptedException | RuntimeException e) {
      closing.closeAfter(e);
      throw e;
    }
  }

  /**
   * All cells get equal conditions: before each but the first, this JVM was pinned to some CPUs.
   */
  private static CellCommand command(Lab lab, String setting, List<String> words) {
    return new CellCommand(
        setting, lab.pinning().on(lab.hostCpus(), List.of()), words, CellCommands.LIMIT);
  }

  /** Runs the study's command after the cells, also where they failed or were interrupted. */
  private static void restore(Lab lab, StudyListener listener, CellCommands commands, Path log) {
    try {
      command(lab, "after", commands.after()).runToItsEnd(log);
    } catch (LabException e) {
      listener.note(e.report());
    }
  }

  Bench bench() {
    return bench;
  }

  /** The pool of the first cell. */
  LoadedPool firstPool() {
    return pools.get(0);
  }

  @Override
  public List<Entry.Opened> opened() {
    return shared.cells().stream().map(cell -> opened(cell, null)).toList();
  }

  private Entry.Opened opened(Cell cell, WarmUp warmUp) {
    int number = shared.number(cell.name());
    return new Entry.Opened(
        cell.name(), shared.repetition(), bench.pools().pool(number), environment, warmUp);
  }

  @Override
  public List<Entry.Opened> warm() throws LabException, InterruptedException {
    List<WarmUp> warmUps;
    if (shared.first().load().capacity() == null) {
      connect(shared.cells());
      warmUps = warmUp();
    } else {
      Cell cell = shared.first();
      connect(List.of(cell.under(cell.load().ofCapacity())));
      warmUps = warmUp();
      capacity = OptionalDouble.of(measuredCapacity(firstPool()));
      disconnect();
      connect(List.of(cell.under(cell.load().at((int) Math.round(capacity.getAsDouble())))));
      firstPool().warmed();
    }
    if (!shared.first().load().phases().isEmpty()) {
      firstPool().rehearse();
    }
    reasons.forEach(FailureReasons::clear);
    List<Entry.Opened> warm = new ArrayList<>();
    for (Cell cell : shared.cells()) {
      warm.add(opened(cell, warmUps.get(shared.number(cell.name()))));
    }
    return warm;
  }

  /** Connects a load to each pool. No call is made yet. */
  private void connect(List<Cell> loaded) throws LabException, InterruptedException {
    for (Cell cell : loaded) {
      int number = pools.size();
      pools.add(bench.load(number, cell, shared.repetition(), reasons.get(number), listener));
    }
  }

  private void disconnect() {
    pools.forEach(LoadedPool::close);
    pools.clear();
  }

  private List<WarmUp> warmUp() throws LabException, InterruptedException {
    List<WarmUp> warmUps =
        new WarmUpRunner(lab, pools, bench.provider(), bench.place().cpus()).run();
    for (LoadedPool pool : pools) {
      pool.rest();
    }
    reasons.forEach(FailureReasons::clear);
    return warmUps;
  }

  /** In calls per second, by the last of some tries if all of them violate a validity rule. */
  private double measuredCapacity(LoadedPool pool) throws LabException, InterruptedException {
    LoadSchedule load = pool.cell().load();
    int users = pool.warmingLevel();
    Level level = pool.run(users, load.settle(), load.measure());
    for (int again = 1;
        again < CAPACITY_TRIES && !new Measurement(level).violations().isEmpty();
        again++) {
      level = pool.run(users, load.settle(), load.measure());
    }
    pool.rest();
    if (level.tps() < 1) {
      throw new LabException(
          ViolationCode.LAB_FAILED,
          "capacity: fewer than 1 OK call/s; " + reasons.get(0).counts(),
          bench.provider().logTail());
    }
    return level.tps();
  }

  @Override
  public List<Slice> measure(Visit visit) throws LabException, InterruptedException {
    LoadedPool pool = pool(visit);
    int level = visit.level() == 0 ? pool.cell().load().maxLevel() : visit.level();
    List<Slice> slices = pool.measure(visit, level);
    requireReads(slices);
    return new MeasuredSlices(pool.cell(), capacity).complete(slices);
  }

  private LoadedPool pool(Visit visit) {
    return pools.get(shared.number(visit.cell()));
  }

  private void requireReads(List<Slice> slices) throws LabException, InterruptedException {
    for (Slice slice : slices) {
      Double failed = slice.counters().gained(ProviderMetrics.REDIS_FAILED);
      if (failed != null && failed > 0) {
        bench.requireRedis();
      }
    }
  }

  @Override
  public Entry.Sampled sample(Visit visit, Journal soFar)
      throws LabException, InterruptedException {
    ProgramSamples samples =
        visit.hold() == Hold.SAMPLED
            ? sampled(visit)
            : tried(
                visit,
                Entry.Sampled.last(soFar, visit.cell(), visit.repetition(), visit.level())
                    .orElseThrow()
                    .samples());
    return new Entry.Sampled(visit.cell(), visit.repetition(), visit.level(), samples);
  }

  /** Samples the business threads of a target, which is not measured meanwhile. */
  private ProgramSamples sampled(Visit visit) throws LabException, InterruptedException {
    ProviderProcess provider = bench.provider().process().orElseThrow();
    List<ProgramSamples> samples = new ArrayList<>();
    pool(visit)
        .hold(
            visit.level(),
            () -> {
              provider.startSampling();
              lab.clock().sleepUntil(lab.clock().nanoTime() + visit.measure().toNanos());
              samples.add(provider.stopSampling());
            });
    return samples.get(0);
  }

  /**
   * Measures a target with the connections that it configures, and once with twice as many, which
   * it then keeps. Returns the samples before, with the trial unless the library of the connections
   * allows no change.
   */
  private ProgramSamples tried(Visit visit, ProgramSamples before)
      throws LabException, InterruptedException {
    Optional<Connections> awaited = PoolLimit.toTry(before);
    if (awaited.isEmpty()) {
      return before;
    }
    String name = awaited.get().name();
    int size = awaited.get().size();
    int more = 2 * size;
    listener.note("trying twice the %d connections of %s".formatted(size, name));
    List<Double> tps = tps(visit);
    bench.provider().process().orElseThrow().resizeConnections(name, more);
    // Meanwhile the connections are opened.
    boolean changed =
        sampled(visit).connections().stream()
            .anyMatch(pool -> pool.name().equals(name) && pool.size() == more);
    return changed ? before.with(new ConnectionTrial(name, size, tps, more, tps(visit))) : before;
  }

  /** Calls per second of each slice of a trial. */
  private List<Double> tps(Visit visit) throws LabException, InterruptedException {
    LoadSchedule load = pool(visit).cell().load();
    List<Double> tps = new ArrayList<>();
    for (int number = 0; number < Paired.TRIAL_SLICES; number++) {
      Visit slice =
          new Visit(
              visit.cell(),
              visit.repetition(),
              visit.turn(),
              visit.level(),
              load.settle(),
              load.measure(),
              number == 0 ? Hold.FIRST_OF_BLOCK : Hold.FURTHER_OF_BLOCK);
      List<Slice> measured = pool(visit).measure(slice, visit.level()).subList(0, 1);
      tps.add(new Level(pool(visit).cell(), measured).tps());
    }
    return tps;
  }

  /** Stops the loads after the calls in flight, then the provider. */
  @Override
  public void close() {
    try {
      for (LoadedPool pool : pools) {
        pool.drain();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      pools.forEach(pool -> closing.add(pool::close));
      pools.clear();
      closing.close();
    }
  }
}
