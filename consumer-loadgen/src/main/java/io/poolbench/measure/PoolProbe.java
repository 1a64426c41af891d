package io.poolbench.measure;

import io.poolbench.journal.Counters;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.LabException;
import io.poolbench.load.Loaded;
import io.poolbench.load.Probe;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Reads the counters of a pool's provider, and remembers the last reading. For one thread. */
final class PoolProbe implements Probe<io.poolbench.lab.Counters, LabException> {
  private final Probe<io.poolbench.lab.Counters, LabException> provider;
  private final CpuPlan cpus;
  private io.poolbench.lab.Counters last;

  PoolProbe(Probe<io.poolbench.lab.Counters, LabException> provider, CpuPlan cpus) {
    this.provider = provider;
    this.cpus = cpus;
  }

  @Override
  public io.poolbench.lab.Counters read() throws LabException, InterruptedException {
    last = provider.read();
    return last;
  }

  @Override
  public io.poolbench.lab.Counters readAtRest() throws LabException, InterruptedException {
    last = provider.readAtRest();
    return last;
  }

  @Override
  public void check() throws LabException, InterruptedException {
    provider.check();
  }

  @Override
  public Counters gained(
      io.poolbench.lab.Counters before, io.poolbench.lab.Counters after, Loaded loaded) {
    return after.gainedSince(before, loaded, cpus);
  }

  @Override
  public CompletableFuture<Map<String, Double>> states() {
    return provider.states();
  }

  /** Whether the pool had no task when it was read last; true if unknown. */
  boolean wasIdle() {
    return last == null || last.isPoolIdle();
  }
}
