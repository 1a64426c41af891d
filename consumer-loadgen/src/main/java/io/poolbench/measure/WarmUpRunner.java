package io.poolbench.measure;

import io.poolbench.journal.Entry.WarmUp;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.LabException;
import io.poolbench.lab.ProviderProcess;
import io.poolbench.lab.RunningProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Warms a provider up at the highest load that its pool accepts, until the steady state or the end
 * of the study's warm-up time, so that no step includes JIT compilation. Several pools are warmed
 * in turn, one window each, until the compilers meet their limit; any other change affects all
 * cells of a block alike. A load that starves the compilers pauses after each window. For one
 * thread.
 */
record WarmUpRunner(Lab lab, List<LoadedPool> pools, RunningProvider provider, CpuPlan cpus) {
  private static final Duration WINDOW = Duration.ofSeconds(1);

  /** The window with several pools: each needs enough windows for a comparison in the same time. */
  private static final Duration WINDOW_IN_TURN = Duration.ofMillis(500);

  WarmUpRunner {
    pools = List.copyOf(pools);
  }

  /**
   * Warms the provider up and returns the warm-up of each pool. Afterwards all threads of provider
   * and driver are pinned to their CPUs if the host supports it. The load of a single pool keeps
   * running unless it starved the compilers to the end; several pools are idle. The next step of
   * each pool runs in a new one.
   */
  List<WarmUp> run() throws LabException, InterruptedException {
    long started = lab.clock().nanoTime();
    long deadline = started + pools.get(0).cell().load().warmup().toNanos();
    // On saturated CPUs compilation is starved; with all CPUs of the host it takes half the time.
    // The JVMs were started on their own CPUs and keep the defaults for that number of CPUs.
    Optional<ProviderProcess> own =
        provider.process().filter(process -> !pools.get(0).cell().provider().runsAlready());
    if (own.isPresent()) {
      own.get().pin(lab.machine().cpus());
    }
    lab.pinning().pinSelf(lab.hostCpus());
    SteadyStateDetector compiling = compile(deadline - pinnedNanos());
    if (own.isPresent()) {
      own.get().requirePinned(cpus.provider());
    }
    lab.pinning().require(ProcessHandle.current().pid(), cpus.driver());
    List<SteadyStateDetector> pinned = runUntilSteady(deadline);
    double seconds = (lab.clock().nanoTime() - started) / 1e9;
    List<WarmUp> warmUps = new ArrayList<>();
    for (int pool = 0; pool < pools.size(); pool++) {
      SteadyStateDetector last = pinned.get(pool);
      SteadyStateDetector shown = last.isEmpty() ? compiling : last;
      String detail = pools.size() == 1 ? shown.text() : shown.compilersText();
      pools.get(pool).warmed();
      warmUps.add(new WarmUp(pools.get(pool).warmingLevel(), seconds, isWarm(last), detail));
    }
    return warmUps;
  }

  /** Time for the compared windows of each pool, plus one window for switching between pools. */
  private long pinnedNanos() {
    return (SteadyStateDetector.WINDOWS + 1) * window().toNanos() * pools.size();
  }

  private Duration window() {
    return pools.size() == 1 ? WINDOW : WINDOW_IN_TURN;
  }

  /**
   * The pools share their JVMs and so the compilers; the last windows count, whatever their pools.
   */
  private SteadyStateDetector compile(long deadline) throws LabException, InterruptedException {
    SteadyStateDetector all = new SteadyStateDetector();
    for (int next = 0; (next < pools.size() || !all.compiled()) && fits(deadline); next++) {
      run(pools.get(next % pools.size()), all);
    }
    return all;
  }

  private List<SteadyStateDetector> runUntilSteady(long deadline)
      throws LabException, InterruptedException {
    List<SteadyStateDetector> windows =
        pools.stream().map(pool -> new SteadyStateDetector()).toList();
    for (int next = 0;
        !windows.stream().allMatch(this::isWarm) && fits(deadline);
        next = (next + 1) % pools.size()) {
      run(pools.get(next), windows.get(next));
    }
    return windows;
  }

  private boolean isWarm(SteadyStateDetector last) {
    return pools.size() == 1 ? last.reached() : last.compiled();
  }

  private boolean fits(long deadline) {
    return lab.clock().nanoTime() + window().toNanos() <= deadline;
  }

  /** Measures a window; a pause as long follows where the load leaves the compilers no CPU. */
  private void run(LoadedPool pool, SteadyStateDetector windows)
      throws LabException, InterruptedException {
    windows.add(pool.run(pool.warmingLevel(), Duration.ZERO, window()));
    boolean pauses = windows.needsPause();
    if (pools.size() > 1 || pauses) {
      pool.rest();
    }
    if (pauses) {
      lab.clock().sleepUntil(lab.clock().nanoTime() + window().toNanos());
    }
  }
}
