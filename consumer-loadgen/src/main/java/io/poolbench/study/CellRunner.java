package io.poolbench.study;

import io.poolbench.api.EffectivePool;
import io.poolbench.lab.Counters;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.HostProbe;
import io.poolbench.lab.LabException;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.load.PhasedWindow;
import io.poolbench.measure.FailureReasons;
import io.poolbench.redis.AddedLatency;
import io.poolbench.result.CellEnvironment;
import io.poolbench.result.CellFailure;
import io.poolbench.result.CellResult;
import io.poolbench.result.Disturbances;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.result.ViolationCode;
import io.poolbench.result.WarmUp;
import io.poolbench.sla.LoadSearch;
import io.poolbench.sla.SlaEvaluator;
import io.poolbench.spec.Cell;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Phase;
import io.poolbench.validity.Measurement;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs one cell: starts Redis and a fresh provider, connects the load, warms up, measures the
 * steps.
 *
 * <p>For one thread.
 */
final class CellRunner {
  private final Lab lab;
  private final StudyListener listener;
  private final Cell cell;
  private final int repetition;
  private final long seed;
  private final RetryBudget retries;
  private final List<StepResult> steps = new ArrayList<>();
  private final FailureReasons reasons = new FailureReasons();
  private CellEnvironment environment;
  private EffectivePool pool;
  private WarmUp warmUp;

  /** Null where it is not measured. */
  private Double capacityTps;

  /**
   * @param seed of a random order of levels
   */
  CellRunner(
      Lab lab, StudyListener listener, Cell cell, int repetition, long seed, RetryBudget retries) {
    this.lab = lab;
    this.listener = listener;
    this.cell = cell;
    this.repetition = repetition;
    this.seed = seed;
    this.retries = retries;
  }

  /**
   * Runs the cell. If the lab fails, the result has the failure and the steps measured before. The
   * thread's interrupt status is kept.
   *
   * @param log receives the provider's output
   */
  CellResult run(Path log) {
    CpuPlan cpus = lab.cpus(cell);
    environment = lab.notStarted(cpus);
    CellFailure failure = null;
    try {
      runOn(cpus, log);
    } catch (LabException e) {
      failure = failure(e);
    } catch (InterruptedException e) {
      failure = interrupted();
      Thread.currentThread().interrupt();
    }
    return new CellResult(
        cell, repetition, pool, environment, warmUp, steps, reasons.counts(), failure);
  }

  /**
   * The result of a cell that cannot be started.
   *
   * @param failure the reason
   */
  CellResult notRun(CellFailure failure) {
    return new CellResult(
        cell, repetition, null, lab.notStarted(lab.cpus(cell)), null, List.of(), Map.of(), failure);
  }

  /** The failure of a cell whose lab failed. */
  static CellFailure failure(LabException e) {
    // Ctrl-C reaches all processes of a terminal, so the lab may fail because of it.
    return Thread.currentThread().isInterrupted()
        ? interrupted()
        : CellFailure.of(e.code(), e.report());
  }

  static CellFailure interrupted() {
    return CellFailure.of(ViolationCode.INTERRUPTED, "interrupted");
  }

  private void runOn(CpuPlan cpus, Path log) throws LabException, InterruptedException {
    HostProbe.State host = new HostWait(lab, listener).await(cpus, cell.validity());
    try (Bench bench = Bench.open(lab, listener, List.of(cell), cpus, log)) {
      environment = bench.environment(environment, host);
      pool = bench.pool(0);
      bench.requirePools();
      bench.requireAnswers();
      drive(cpus, bench);
    }
  }

  private List<StepResult> counted() {
    return steps.stream().filter(step -> !step.superseded()).toList();
  }

  private void drive(CpuPlan cpus, Bench bench) throws LabException, InterruptedException {
    bench.provider().metricsPort(0).ifPresent(port -> listener.providerReady(cell, port));
    Cell ready = cell.load().capacity() == null ? cell : measureCapacity(cpus, bench);
    try (LoadedPool calls = bench.load(0, ready, repetition, reasons, listener)) {
      if (capacityTps == null) {
        warm(calls, bench, cpus);
      } else {
        calls.warmed();
      }
      rehearse(calls, ready);
      LoadSearch search = LoadSearch.of(ready, seed, repetition);
      for (var next = search.next(counted()); next.isPresent(); next = search.next(counted())) {
        int level = next.get().level();
        listener.stepStarted(cell, counted().size() + 1, level);
        calls.load().drainBefore(level, LoadedPool.DRAIN_TIMEOUT);
        Ran ran =
            ready.load().phases().isEmpty()
                ? hold(calls, level, next.get().measure(), bench, cpus)
                : goThroughPhases(calls, level, bench, cpus);
        if (ran.disturbed && retries.isLeft()) {
          steps.add(ran.step.supersede());
          retries.spend(cell.load().settle().plusNanos(ran.nanos));
          listener.stepDisturbed(cell, ran.step, retries.left());
        } else {
          steps.add(ran.step);
          listener.stepFinished(cell, ran.step);
        }
      }
      calls.drain();
    }
  }

  private void rehearse(LoadedPool calls, Cell ready) throws LabException, InterruptedException {
    if (!ready.load().phases().isEmpty()) {
      calls.rehearse(ready.load().maxLevel());
      reasons.clear();
    }
  }

  private void warm(LoadedPool calls, Bench bench, CpuPlan cpus)
      throws LabException, InterruptedException {
    listener.warming(cell, environment);
    warmUp = new WarmUpRunner(lab, List.of(calls), bench.provider(), cpus).run().get(0);
    if (cell.load().drain()) {
      calls.rest();
    }
    reasons.clear();
    listener.warmed(cell, warmUp);
  }

  /**
   * Warms the provider by the users that measure its capacity, and measures it.
   *
   * @return the cell with the rate that its phases are shares of
   */
  private Cell measureCapacity(CpuPlan cpus, Bench bench)
      throws LabException, InterruptedException {
    Cell closed = cell.under(cell.load().ofCapacity());
    try (LoadedPool calls = bench.load(0, closed, repetition, reasons, listener)) {
      warm(calls, bench, cpus);
      int users = calls.warmingLevel();
      Measurement measured = measureCapacity(calls, users, closed, cpus);
      while (measured.isDisturbedByHost() && retries.isLeft()) {
        retries.spend(closed.load().settle().plus(closed.load().measure()));
        measured = measureCapacity(calls, users, closed, cpus);
      }
      calls.rest();
      capacityTps = measured.step().tps();
    }
    if (capacityTps < 1) {
      throw new LabException(
          ViolationCode.LAB_FAILED,
          "capacity: no call was answered OK; " + reasons.counts(),
          bench.provider().logTail());
    }
    reasons.clear();
    return cell.under(cell.load().at((int) Math.round(capacityTps)));
  }

  private Measurement measureCapacity(LoadedPool calls, int users, Cell closed, CpuPlan cpus)
      throws LabException, InterruptedException {
    LoadSchedule load = closed.load();
    MeasuredWindow<Counters> window = calls.run(users, load.settle(), load.measure());
    return new Measurement(
        StepFigures.of(0, users, lab.timeline().now(), window, cpus, closed),
        closed,
        environment,
        disturbances(window));
  }

  /** A step that was run. */
  private record Ran(StepResult step, boolean disturbed, long nanos) {}

  /** A step of one level. */
  private Ran hold(LoadedPool calls, int level, Duration measure, Bench bench, CpuPlan cpus)
      throws LabException, InterruptedException {
    MeasuredWindow<Counters> window =
        calls.runWhile(
            level, cell.load().settle(), measure, soFar -> isUndecided(judged(level, soFar, cpus)));
    checkReads(window, bench);
    Measurement measured = judged(level, window, cpus);
    return new Ran(measured.step(), measured.isDisturbedByHost(), window.spanNanos());
  }

  /** A step of several phases; afterwards Redis is as it was. */
  private Ran goThroughPhases(LoadedPool calls, int level, Bench bench, CpuPlan cpus)
      throws LabException, InterruptedException {
    AddedLatency usual = cell.redis().latency();
    PhasedWindow<Counters> window;
    try {
      window = calls.runPhases(level, phase -> delayRedis(bench, phase, usual));
    } finally {
      delayRedis(bench, usual);
    }
    checkReads(window.whole(), bench);
    PhaseFigures figures =
        PhaseFigures.of(
            steps.size() + 1,
            level,
            lab.timeline().now(),
            window,
            cpus,
            cell,
            environment,
            capacityTps);
    return new Ran(figures.step(), figures.disturbed(), window.whole().spanNanos());
  }

  private void delayRedis(Bench bench, Phase phase, AddedLatency usual) {
    delayRedis(
        bench,
        phase.changesRedis() ? usual.withMean(phase.redisLatency().toNanos() / 1_000) : usual);
  }

  private void delayRedis(Bench bench, AddedLatency latency) {
    if (cell.load().phases().stream().anyMatch(Phase::changesRedis)) {
      bench.backend().delayRedisBy(latency);
    }
  }

  private static void checkReads(MeasuredWindow<Counters> window, Bench bench) throws LabException {
    if (disturbances(window).failedReads() > 0) {
      bench.backend().check();
    }
  }

  /** A window, or several joined, with a verdict. */
  private Measurement judged(int level, MeasuredWindow<Counters> window, CpuPlan cpus) {
    StepResult figures =
        StepFigures.of(steps.size() + 1, level, lab.timeline().now(), window, cpus, cell);
    Measurement measured = new Measurement(figures, cell, environment, disturbances(window));
    StepResult judged = SlaEvaluator.judged(cell, figures, measured.violations());
    return new Measurement(judged, cell, environment, measured.disturbances());
  }

  private static Disturbances disturbances(MeasuredWindow<Counters> window) {
    return window.after().disturbancesSince(window.before());
  }

  private boolean isUndecided(Measurement measured) {
    StepResult step = measured.step();
    boolean undecided = step.verdict().kind() == Verdict.Kind.UNDECIDED;
    if (undecided) {
      listener.stepProlonged(cell, step);
    }
    return undecided;
  }
}
