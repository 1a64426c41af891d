package io.poolbench.study;

import io.poolbench.lab.Counters;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.LabException;
import io.poolbench.lab.ProviderProcess;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.result.WarmUp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Warms a provider at the highest load that its pool accepts, until it is steady or the study's
 * warm-up time ends, so that no step includes JIT compilation. Several pools are warmed in turn, a
 * window each. For one thread.
 */
final class WarmUpRunner {
  private static final Duration WINDOW = Duration.ofSeconds(1);

  private final Lab lab;
  private final List<LoadedPool> pools;
  private final ProviderProcess provider;
  private final CpuPlan cpus;

  /**
   * @param pools of the provider, whose cells have equal warm-up times
   */
  WarmUpRunner(Lab lab, List<LoadedPool> pools, ProviderProcess provider, CpuPlan cpus) {
    this.lab = lab;
    this.pools = List.copyOf(pools);
    this.provider = provider;
    this.cpus = cpus;
  }

  /**
   * Warms the provider. Afterwards all threads of provider and driver are pinned to their CPUs,
   * where the host can; the load of a single pool keeps running, several are idle. The next step of
   * each runs in a new pool.
   *
   * @return the warm-up of each pool
   */
  List<WarmUp> run() throws LabException, InterruptedException {
    long started = lab.clock().nanoTime();
    long deadline = started + pools.get(0).cell().load().warmup().toNanos();
    long pid = provider.ready().pid();
    // On saturated CPUs the compiler starves; with all CPUs of the host it finishes in half the
    // time. The JVMs were started on their own CPUs, and keep the ergonomics of that CPU count.
    lab.pinning().pin(pid, lab.hostCpus());
    lab.pinning().pinSelf(lab.hostCpus());
    List<SteadyStateDetector> compiling =
        runUntil(
            SteadyStateDetector::compiled,
            deadline - SteadyStateDetector.WINDOWS * WINDOW.toNanos() * pools.size());
    lab.pinning().require(pid, cpus.provider());
    lab.pinning().requireSelf(cpus.driver());
    List<SteadyStateDetector> pinned = runUntil(SteadyStateDetector::reached, deadline);
    double seconds = (lab.clock().nanoTime() - started) / 1e9;
    List<WarmUp> warmUps = new ArrayList<>();
    for (int pool = 0; pool < pools.size(); pool++) {
      SteadyStateDetector last = pinned.get(pool);
      String detail = last.isEmpty() ? compiling.get(pool).text() : last.text();
      pools.get(pool).warmed();
      warmUps.add(new WarmUp(pools.get(pool).warmingLevel(), seconds, last.reached(), detail));
    }
    return warmUps;
  }

  private List<SteadyStateDetector> runUntil(Predicate<SteadyStateDetector> done, long deadline)
      throws LabException, InterruptedException {
    List<SteadyStateDetector> windows =
        pools.stream().map(pool -> new SteadyStateDetector()).toList();
    for (int next = 0;
        !windows.stream().allMatch(done) && lab.clock().nanoTime() + WINDOW.toNanos() <= deadline;
        next = (next + 1) % pools.size()) {
      LoadedPool pool = pools.get(next);
      int level = pool.warmingLevel();
      MeasuredWindow<Counters> window = pool.run(level, Duration.ZERO, WINDOW);
      if (pools.size() > 1) {
        pool.drain();
      }
      windows
          .get(next)
          .add(StepFigures.of(0, level, lab.timeline().now(), window, cpus, pool.cell().sla()));
    }
    return windows;
  }
}
