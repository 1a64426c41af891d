package io.poolbench.measure;

import io.poolbench.journal.Counters;
import io.poolbench.lab.CountersReading;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.LabException;
import io.poolbench.load.Loaded;
import io.poolbench.load.Probe;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Reads the counters of a pool's provider, and remembers the last reading. For one thread. */
final class PoolProbe implements Probe<CountersReading, LabException> {
  private final Probe<CountersReading, LabException> provider;
  private final CpuPlan cpus;
  private CountersReading last;

  PoolProbe(Probe<CountersReading, LabException> provider, CpuPlan cpus) {
    this.provider = provider;
    this.cpus = cpus;
  }

  @Override
  public CountersReading read() throws LabException, InterruptedException {
    last = provider.read();
    return last;
  }

  @Override
  public CountersReading readAtRest() throws LabException, InterruptedException {
    last = provider.readAtRest();
    return last;
  }

  @Override
  public void check() throws LabException, InterruptedException {
    provider.check();
  }

  @Override
  public Counters gained(CountersReading before, CountersReading after, Loaded loaded) {
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
