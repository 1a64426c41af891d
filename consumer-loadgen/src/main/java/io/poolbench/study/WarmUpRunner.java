package io.poolbench.study;

import io.poolbench.lab.Counters;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.LabException;
import io.poolbench.lab.ProviderProcess;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.load.StepRunner;
import io.poolbench.result.WarmUp;
import io.poolbench.spec.Cell;
import io.poolbench.spec.LoadSchedule;
import java.time.Duration;
import java.util.function.Predicate;

/**
 * Warms a provider at the highest load that its pool accepts, until it is steady or the study's
 * warm-up time ends, so that no step includes JIT compilation. For one thread.
 */
final class WarmUpRunner {
  private static final Duration WINDOW = Duration.ofSeconds(1);

  private final Lab lab;
  private final StepRunner runner;
  private final ProviderProcess provider;
  private final CpuPlan cpus;

  WarmUpRunner(Lab lab, StepRunner runner, ProviderProcess provider, CpuPlan cpus) {
    this.lab = lab;
    this.runner = runner;
    this.provider = provider;
    this.cpus = cpus;
  }

  /**
   * Warms the provider of a cell. Afterwards all threads of provider and driver are pinned to their
   * CPUs, where the host can, and the load keeps running.
   */
  WarmUp run(Cell cell) throws LabException, InterruptedException {
    LoadSchedule load = cell.load();
    int level = load.workload().warmingLevel(load.maxLevel(), cell.provider().pool().maxTasks());
    long started = lab.clock().nanoTime();
    long deadline = started + load.warmup().toNanos();
    long pid = provider.ready().pid();
    // On saturated CPUs the compiler starves; with all CPUs of the host it finishes in half the
    // time. The JVMs were started on their own CPUs, and keep the ergonomics of that CPU count.
    lab.pinning().pin(pid, lab.hostCpus());
    lab.pinning().pinSelf(lab.hostCpus());
    SteadyStateDetector compiling =
        runUntil(
            cell,
            SteadyStateDetector::compiled,
            level,
            deadline - SteadyStateDetector.WINDOWS * WINDOW.toNanos());
    lab.pinning().require(pid, cpus.provider());
    lab.pinning().requireSelf(cpus.driver());
    SteadyStateDetector pinned = runUntil(cell, SteadyStateDetector::reached, level, deadline);
    double seconds = (lab.clock().nanoTime() - started) / 1e9;
    String detail = pinned.isEmpty() ? compiling.text() : pinned.text();
    return new WarmUp(level, seconds, pinned.reached(), detail);
  }

  private SteadyStateDetector runUntil(
      Cell cell, Predicate<SteadyStateDetector> done, int level, long deadline)
      throws LabException, InterruptedException {
    SteadyStateDetector windows = new SteadyStateDetector();
    while (!done.test(windows) && lab.clock().nanoTime() + WINDOW.toNanos() <= deadline) {
      MeasuredWindow<Counters> window = runner.run(level, Duration.ZERO, WINDOW, provider);
      windows.add(StepFigures.of(0, level, lab.timeline().now(), window, cpus, cell.sla()));
    }
    return windows;
  }
}
