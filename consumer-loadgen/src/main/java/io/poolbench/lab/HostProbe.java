package io.poolbench.lab;

import io.poolbench.measure.NanoClock;
import io.poolbench.result.HostUse;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * Measures the host before a cell, while nothing of the study runs.
 *
 * <p>Keeps the fastest CPU speed measured, so one instance serves a whole run. For one thread.
 */
public final class HostProbe {
  private static final Duration WINDOW = Duration.ofMillis(500);
  private static final Duration SPEED_INTERVAL = Duration.ofMillis(200);
  private static final int SPEED_SAMPLES = 4;

  private final Pinning pinning;
  private final NanoClock clock;
  private long fastestNanos = Long.MAX_VALUE;

  public HostProbe(Pinning pinning, NanoClock clock) {
    this.pinning = Objects.requireNonNull(pinning, "pinning");
    this.clock = Objects.requireNonNull(clock, "clock");
  }

  /**
   * The host's state before a cell.
   *
   * @param otherPct CPU time of others, as {@link HostUse#otherPct}; null if unknown
   * @param speedPct the speed of the slowest CPU, in percent of the fastest measured so far
   */
  public record State(Double otherPct, double speedPct) {}

  /**
   * Measures for about a second.
   *
   * @param cpus the cell's CPUs
   */
  public State beforeCell(CpuPlan cpus) throws InterruptedException {
    return new State(disturbances(cpus, WINDOW).otherPct(), speedPct(cpus));
  }

  /**
   * Measures the host's disturbances from now on, as far as the kernel reports them.
   *
   * @param cpus the CPUs; on the provider's this JVM counts as another process
   */
  public HostUse disturbances(CpuPlan cpus, Duration duration) throws InterruptedException {
    var before = HostCounters.read();
    clock.sleepUntil(clock.nanoTime() + duration.toNanos());
    var after = HostCounters.read();
    return after
        .flatMap(now -> before.map(then -> now.since(then, cpus, OptionalLong.empty())))
        .orElse(HostUse.UNKNOWN);
  }

  /** By the fastest of several samples of each CPU: a guest may be busy for a moment only. */
  private double speedPct(CpuPlan cpus) throws InterruptedException {
    CpuList measured = cpus.provider().with(cpus.driver());
    List<Long> best = new CpuSpeed().roundNanos(measured, pinning);
    for (int sample = 2; sample <= SPEED_SAMPLES; sample++) {
      clock.sleepUntil(clock.nanoTime() + SPEED_INTERVAL.toNanos());
      best = fastest(best, new CpuSpeed().roundNanos(measured, pinning));
    }
    fastestNanos = Math.min(fastestNanos, Collections.min(best));
    return 100.0 * fastestNanos / Collections.max(best);
  }

  private static List<Long> fastest(List<Long> one, List<Long> other) {
    return IntStream.range(0, one.size())
        .mapToObj(cpu -> Math.min(one.get(cpu), other.get(cpu)))
        .toList();
  }
}
