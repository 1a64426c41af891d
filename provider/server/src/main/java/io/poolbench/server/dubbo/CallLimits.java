package io.poolbench.server.dubbo;

import com.netflix.concurrency.limits.Limit;
import com.netflix.concurrency.limits.Limiter;
import com.netflix.concurrency.limits.limit.AIMDLimit;
import com.netflix.concurrency.limits.limit.Gradient2Limit;
import com.netflix.concurrency.limits.limit.VegasLimit;
import com.netflix.concurrency.limits.limiter.SimpleLimiter;
import io.poolbench.api.CallLimit;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;

/**
 * The limit of an endpoint's concurrent calls, with the number of refused calls. Adaptive limits
 * are those of Netflix' concurrency-limits with its defaults. Thread-safe.
 */
public final class CallLimits {
  private final CallLimit limit;
  private final Limit found;
  private final Limiter<Void> limiter;
  private final LongAdder refused = new LongAdder();

  public CallLimits(CallLimit limit) {
    this.limit = limit;
    this.found = limit == null ? null : found(limit.kind());
    this.limiter = found == null ? null : SimpleLimiter.newBuilder().limit(found).<Void>build();
  }

  /** The adaptive algorithm; null if the limit is not adaptive. */
  private static Limit found(CallLimit.Kind kind) {
    return switch (kind) {
      case VEGAS -> VegasLimit.newDefault();
      case GRADIENT2 -> Gradient2Limit.newDefault();
      case AIMD -> AIMDLimit.newBuilder().build();
      case EXECUTES, PERMITS -> null;
    };
  }

  public boolean refuses() {
    return limit != null && limit.kind().refuses();
  }

  Optional<Limiter<Void>> limiter() {
    return Optional.ofNullable(limiter);
  }

  /** The permits that tasks acquire before they start; empty if there are none. */
  Optional<Semaphore> permits() {
    return limit != null && limit.kind() == CallLimit.Kind.PERMITS
        ? Optional.of(new Semaphore(limit.calls()))
        : Optional.empty();
  }

  /** The limit if it is Dubbo's {@code executes}; empty otherwise. */
  Optional<CallLimit> executes() {
    return Optional.ofNullable(limit).filter(of -> of.kind() == CallLimit.Kind.EXECUTES);
  }

  /** The current value of an adaptive limit; empty for any other limit. */
  public OptionalInt adapted() {
    return found == null ? OptionalInt.empty() : OptionalInt.of(found.getLimit());
  }

  void refuse() {
    refused.increment();
  }

  public long refused() {
    return refused.sum();
  }
}
