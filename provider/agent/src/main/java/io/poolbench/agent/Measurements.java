package io.poolbench.agent;

import com.google.gson.JsonObject;
import io.poolbench.server.metrics.PauseDetector;
import io.poolbench.server.metrics.ProcessMeters;
import io.poolbench.server.pool.PoolSampler;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The metrics of the provider's process and pools. */
final class Measurements implements AutoCloseable {
  private final PauseDetector pauses = PauseDetector.start();
  private final List<Thread> samplers = new ArrayList<>();
  private final ProcessMeters meters = new ProcessMeters(pauses);

  void add(BuiltPool pool) {
    PoolSampler sampler = new PoolSampler(pool.measurement(), System::nanoTime);
    meters.pool(pool.measurement(), sampler);
    samplers.add(PoolSampler.start(Collections.singletonList(sampler)));
  }

  JsonObject values() {
    return meters.values();
  }

  JsonObject histograms() {
    return meters.histograms();
  }

  /** Ends the threads; counters of pools continue. */
  @Override
  public void close() {
    samplers.forEach(Thread::interrupt);
    pauses.close();
  }
}
