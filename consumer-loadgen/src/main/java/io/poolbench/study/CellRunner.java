package io.poolbench.study;

import io.poolbench.api.EffectivePool;
import io.poolbench.api.PoolConfig;
import io.poolbench.dubbo.FailureReasons;
import io.poolbench.lab.Counters;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.HostFacts;
import io.poolbench.lab.HostProbe;
import io.poolbench.lab.LabException;
import io.poolbench.lab.ProviderProcess;
import io.poolbench.load.Load;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.load.StepRunner;
import io.poolbench.result.CellEnvironment;
import io.poolbench.result.CellFailure;
import io.poolbench.result.CellResult;
import io.poolbench.result.Disturbances;
import io.poolbench.result.StepResult;
import io.poolbench.result.ViolationCode;
import io.poolbench.result.WarmUp;
import io.poolbench.sla.LoadSearch;
import io.poolbench.sla.ShareBound;
import io.poolbench.sla.SlaEvaluator;
import io.poolbench.spec.Cell;
import io.poolbench.spec.LoadSchedule;
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
  private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(2);

  private static final Duration MAX_HOST_WAIT = Duration.ofSeconds(20);

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
    CpuPlan cpus = CpuPlan.of(cell.cpus(), lab.hostCpus());
    environment = notStarted(cpus);
    CellFailure failure = null;
    try {
      runOn(cpus, log);
    } catch (LabException e) {
      // Ctrl-C reaches all processes of a terminal, so the lab may fail because of it.
      failure =
          Thread.currentThread().isInterrupted()
              ? interrupted()
              : CellFailure.of(e.code(), e.report());
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
        cell,
        repetition,
        null,
        notStarted(CpuPlan.of(cell.cpus(), lab.hostCpus())),
        null,
        List.of(),
        Map.of(),
        failure);
  }

  private static CellFailure interrupted() {
    return CellFailure.of(ViolationCode.INTERRUPTED, "interrupted");
  }

  /** A cell's environment as far as it is known before the cell runs. */
  static CellEnvironment notStarted(CpuPlan cpus) {
    return new CellEnvironment(
        cpus.provider().toString(),
        cpus.driver().toString(),
        false,
        List.of(),
        "",
        HostFacts.loadAverage(),
        null,
        null);
  }

  private void runOn(CpuPlan cpus, Path log) throws LabException, InterruptedException {
    HostProbe.State host = awaitHost(cpus);
    try (Bench bench = Bench.open(lab, listener, cell, cpus, log)) {
      ProviderProcess provider = bench.provider();
      environment =
          new CellEnvironment(
              environment.providerCpus(),
              environment.driverCpus(),
              bench.pinned(),
              provider.command(),
              bench.redis().description(),
              environment.loadAverage(),
              host.otherPct(),
              host.speedPct());
      pool = provider.endpoint().pool();
      PoolConfig configured = cell.provider().pool();
      if (!pool.matches(configured)) {
        throw new LabException(
            ViolationCode.POOL_MISMATCH,
            "pool of the provider: " + pool + " (configured: " + configured.label() + ")",
            List.of());
      }
      drive(cpus, bench);
    }
  }

  /** Waits for a host slowed down by other guests, which would make all steps INVALID. */
  private HostProbe.State awaitHost(CpuPlan cpus) throws InterruptedException {
    long deadline = lab.clock().nanoTime() + MAX_HOST_WAIT.toNanos();
    HostProbe.State host = lab.probe().beforeCell(cpus);
    boolean noted = false;
    while (host.speedPct() < cell.validity().slowestPct()
        && lab.clock().nanoTime() - deadline < 0) {
      if (!noted) {
        listener.note("host slowed down: waiting at most " + MAX_HOST_WAIT.toSeconds() + " s");
        noted = true;
      }
      host = lab.probe().beforeCell(cpus);
    }
    return host;
  }

  private void publish(int level, MeasuredWindow.Part part) {
    listener.sampled(cell, LiveSnapshot.of(level, part));
  }

  private List<StepResult> counted() {
    return steps.stream().filter(step -> !step.superseded()).toList();
  }

  private void drive(CpuPlan cpus, Bench bench) throws LabException, InterruptedException {
    LoadSchedule load = cell.load();
    ProviderProcess provider = bench.provider();
    listener.providerReady(cell, provider.endpoint().metricsPort());
    try (Load calls = bench.connect(load, repetition, reasons)) {
      listener.warming(cell, environment);
      StepRunner runner =
          new StepRunner(calls, lab.clock(), ShareBound.limitsNanos(cell.sla()), this::publish);
      warmUp = new WarmUpRunner(lab, runner, provider, cpus).run(cell);
      listener.warmed(cell, warmUp);
      SlaEvaluator evaluator = new SlaEvaluator(cell.sla());
      LoadSearch search = LoadSearch.of(cell, seed, repetition);
      for (var next = search.next(counted()); next.isPresent(); next = search.next(counted())) {
        int level = next.get().level();
        listener.stepStarted(cell, counted().size() + 1, level);
        calls.drainBefore(level, DRAIN_TIMEOUT);
        MeasuredWindow<Counters> window =
            runner.run(level, load.settle(), next.get().measure(), provider);
        Disturbances disturbances = window.after().disturbancesSince(window.before());
        if (disturbances.failedReads() > 0) {
          bench.redis().requireSeeded();
        }
        StepResult figures =
            StepFigures.of(steps.size() + 1, level, lab.timeline().now(), window, cpus, cell.sla());
        Measurement measurement = new Measurement(figures, cell, environment, disturbances);
        StepResult judged = figures.judged(evaluator.evaluate(figures, measurement.violations()));
        if (measurement.isDisturbedByHost() && retries.isLeft()) {
          steps.add(judged.supersede());
          retries.spend(load.settle().plus(next.get().measure()));
          listener.stepDisturbed(cell, judged, retries.left());
        } else {
          steps.add(judged);
          listener.stepFinished(cell, judged);
        }
      }
      calls.drain(DRAIN_TIMEOUT);
    }
  }
}
