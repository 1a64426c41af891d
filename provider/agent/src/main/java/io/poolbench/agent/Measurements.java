package io.poolbench.agent;

import com.google.gson.JsonObject;
import io.poolbench.core.AgentProtocol;
import io.poolbench.server.metrics.PauseDetector;
import io.poolbench.server.metrics.ProcessMeters;
import io.poolbench.server.pool.PoolSampler;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The metrics of the provider's process, pools and methods. */
final class Measurements implements AutoCloseable {
  private final PauseDetector pauses = PauseDetector.start();
  private final BusinessCalls calls;
  private final List<Thread> samplers = new ArrayList<>();
  private final ProcessMeters meters = new ProcessMeters(pauses);

  Measurements(BusinessCalls calls) {
    this.calls = calls;
    calls.listen(
        (service, method, times) ->
            meters.summary(AgentProtocol.METHOD, times::calls, times::nanos));
  }

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

  /** Ends the threads; counters of pools and calls continue. */
  @Override
  public void close() {
    samplers.forEach(Thread::interrupt);
    calls.listen((service, method, times) -> {});
    pauses.close();
  }
}
