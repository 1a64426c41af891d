package io.poolbench.api;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;

/**
 * Draws the delay of each call from the distribution of an {@link AddedLatency}, independently of
 * all others. Thread-safe; a draw takes no lock and allocates nothing.
 */
public final class RandomDelay {

  private final DoubleSupplier uniform;
  private volatile Lognormal distribution;

  public RandomDelay(AddedLatency latency) {
    this(latency, () -> ThreadLocalRandom.current().nextDouble());
  }

  /**
   * @param uniform random numbers, from 0 inclusive to 1 exclusive
   */
  RandomDelay(AddedLatency latency, DoubleSupplier uniform) {
    this.uniform = uniform;
    this.distribution = Lognormal.of(latency);
  }

  /** Changes the distribution of all later draws. */
  public void change(AddedLatency latency) {
    distribution = Lognormal.of(latency);
  }

  /** The next delay in nanoseconds; 0 without latency. */
  public long nextNanos() {
    Lognormal current = distribution;
    return (long)
        (current.sigma == 0
            ? current.medianNanos
            : current.medianNanos * Math.exp(current.sigma * standardNormal()));
  }

  /** By Box and Muller: {@code Random.nextGaussian} takes a lock on JDK 17. */
  private double standardNormal() {
    double radius = Math.sqrt(-2 * Math.log(1 - uniform.getAsDouble()));
    return radius * Math.cos(2 * Math.PI * uniform.getAsDouble());
  }

  /** A delay is {@code medianNanos * exp(sigma * g)} with a standard normal {@code g}. */
  private record Lognormal(double medianNanos, double sigma) {
    static Lognormal of(AddedLatency latency) {
      double relative =
          latency.isNone() ? 0 : (double) latency.deviationMicros() / latency.meanMicros();
      double medianMicros = latency.meanMicros() / Math.sqrt(1 + relative * relative);
      return new Lognormal(1e3 * medianMicros, Math.sqrt(Math.log1p(relative * relative)));
    }
  }
}
