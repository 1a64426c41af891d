package io.poolbench.redis;

import java.util.SplittableRandom;

/**
 * A lognormal delay that changes continuously with time.
 *
 * <p>With independent draws, a long delay would hold up all later answers on its connection, as
 * they stay in order. With many answers in flight nearly each would wait for the longest of the
 * recent draws, and the mean would be a multiple of the configured one, growing with the load. A
 * delay {@code D(t)} keeps the order, and its mean at any load, as long as it never falls faster
 * than time passes, {@code dD/dt > -1}.
 *
 * <p>{@code D = exp(mu + sigma g(t))}, where {@code g} goes from one independent standard normal
 * draw to the next in a period {@code T} as {@code g = z0 cos a + z1 sin a}, {@code a} from 0 to
 * pi/2. As {@code cos^2 + sin^2 = 1}, {@code g} is standard normal at every instant, and {@code D}
 * exactly lognormal. Its slope is {@code sigma D g'}, {@code g'} normal with deviation {@code
 * pi/2T}; {@code T} is chosen so that the slope is -1 only if {@code D} and {@code g'} are both
 * three deviations out: 8 means for a deviation of half the mean, 34 means for one equal to it.
 *
 * <p>Mean and deviation are over time. Over a window {@code W} the mean's standard error is {@code
 * 1.3 s sqrt(T/W)}, {@code s} the deviation. Closed-loop users call less often while the delay is
 * long, as on a real network, so the mean over their calls is somewhat smaller.
 */
final class DriftingDelay implements Delay {
  private static final double EXTREME = 3;
  private static final double NANOS_PER_MICRO = 1000;

  private final double mu;
  private final double sigma;
  private final long periodNanos;
  private final SplittableRandom random;
  private double from;
  private double to;
  private boolean started;
  private long periodStart;

  DriftingDelay(AddedLatency latency, long seed) {
    double mean = latency.meanMicros() * NANOS_PER_MICRO;
    double relative = (double) latency.deviationMicros() / latency.meanMicros();
    double variance = Math.log1p(relative * relative);
    sigma = Math.sqrt(variance);
    mu = Math.log(mean) - variance / 2;
    periodNanos = (long) (Math.PI / 2 * EXTREME * sigma * Math.exp(mu + EXTREME * sigma)) + 1;
    random = new SplittableRandom(seed);
    from = random.nextGaussian();
    to = random.nextGaussian();
  }

  @Override
  public long nanosAt(long nowNanos) {
    if (!started) {
      started = true;
      periodStart = nowNanos;
    }
    long periods = (nowNanos - periodStart) / periodNanos;
    if (periods > 0) {
      from = periods == 1 ? to : random.nextGaussian();
      to = random.nextGaussian();
      periodStart += periods * periodNanos;
    }
    double angle = Math.PI / 2 * (nowNanos - periodStart) / periodNanos;
    return (long) Math.exp(mu + sigma * (from * Math.cos(angle) + to * Math.sin(angle)));
  }
}
