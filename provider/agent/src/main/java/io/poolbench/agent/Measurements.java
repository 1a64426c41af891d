package io.poolbench.agent;

import io.micrometer.core.instrument.Tags;
import io.poolbench.core.AgentProtocol;
import io.poolbench.core.StartException;
import io.poolbench.server.metrics.MetricsEndpoint;
import io.poolbench.server.metrics.PauseDetector;
import io.poolbench.server.metrics.ProcessMeters;
import io.poolbench.server.pool.PoolSampler;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;

/** The metrics of the provider's process, pools and methods, with their HTTP endpoint. */
final class Measurements implements AutoCloseable {
  private final PauseDetector pauses = PauseDetector.start();
  private final BusinessCalls calls;
  private final List<Thread> samplers = new ArrayList<>();
  private final ProcessMeters meters;
  private final MetricsEndpoint endpoint;

  Measurements(Supplier<String> provider, BusinessCalls calls) throws StartException {
    this.calls = calls;
    meters = new ProcessMeters(pauses);
    calls.listen(
        (service, method, times) ->
            meters.summary(
                AgentProtocol.METHOD,
                times::calls,
                times::nanos,
                Tags.of(AgentProtocol.SERVICE_LABEL, service, AgentProtocol.METHOD_LABEL, method)));
    endpoint = meters.serve(Collections.singletonMap(AgentProtocol.PROVIDER_PATH, provider));
  }

  void add(BuiltPool pool, int index) {
    PoolSampler sampler = new PoolSampler(pool.measurement(), System::nanoTime);
    meters.pool(pool.measurement(), sampler, Tags.of("pool", Integer.toString(index)));
    samplers.add(PoolSampler.start(Collections.singletonList(sampler)));
  }

  /** Ends the endpoint and the threads; counters of pools and calls continue. */
  @Override
  public void close() {
    endpoint.close();
    samplers.forEach(Thread::interrupt);
    calls.listen((service, method, times) -> {});
    pauses.close();
  }

  int port() {
    return endpoint.port();
  }
}
