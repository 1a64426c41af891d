package io.poolbench.server.dubbo;

import io.poolbench.api.CallLimit;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;

/** The limit of an endpoint's concurrent calls, with the number of refused calls. Thread-safe. */
public final class CallLimits {
  private final Optional<CallLimit> limit;
  private final LongAdder refused = new LongAdder();

  /**
   * @param limit null = none
   */
  public CallLimits(CallLimit limit) {
    this.limit = Optional.ofNullable(limit);
  }

  /** The permits that tasks acquire before they start; empty if there are none. */
  Optional<Semaphore> permits() {
    return limit
        .filter(found -> found.kind() == CallLimit.Kind.PERMITS)
        .map(found -> new Semaphore(found.calls()));
  }

  /** The limit if it is Dubbo's {@code executes}, which refuses calls; empty otherwise. */
  public Optional<CallLimit> executes() {
    return limit.filter(found -> found.kind() == CallLimit.Kind.EXECUTES);
  }

  void refuse() {
    refused.increment();
  }

  public long refused() {
    return refused.sum();
  }
}
