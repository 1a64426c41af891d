package io.poolbench.lab;

import io.poolbench.api.EffectivePool;
import io.poolbench.api.Ready;
import java.util.List;
import java.util.Optional;

/** A provider that the lab started, on this host or on another one. */
public interface StartedProvider extends RunningProvider {
  /** The process, ports, pools and facts that it reported when it became ready. */
  Ready ready();

  @Override
  default List<Integer> ports() {
    return ready().endpoints().stream().map(Ready.Endpoint::port).toList();
  }

  @Override
  default Optional<EffectivePool> pool(int endpoint) {
    return Optional.of(ready().endpoints().get(endpoint).pool());
  }

  @Override
  default String facts() {
    return ready().facts();
  }
}
