package io.poolbench.lab;

import io.poolbench.measure.Clock;
import io.poolbench.result.HostUse;
import java.time.Duration;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Looks at a host just before a cell, while nothing of ours runs.
 *
 * <p>It remembers the fastest CPU that it has seen, so one of them serves a whole run. For one
 * thread.
 */
public final class HostProbe {
  private static final Duration REST = Duration.ofMillis(500);

  private final Pinning pinning;
  private final Clock clock;
  private long fastestNanos = Long.MAX_VALUE;

  public HostProbe(Pinning pinning, Clock clock) {
    this.pinning = Objects.requireNonNull(pinning, "pinning");
    this.clock = Objects.requireNonNull(clock, "clock");
  }

  /**
   * What a host was like.
   *
   * @param otherPct CPU time of others, as {@link HostUse#otherPct}; null where unknown
   * @param speedPct the speed of the slowest CPU, in percent of the fastest seen till then
   */
  public record State(Double otherPct, double speedPct) {}

  /**
   * Looks for half a second, and for some milliseconds a CPU.
   *
   * @param cpus the CPUs that the cell is to run on
   */
  public State beforeCell(CpuPlan cpus) throws InterruptedException {
    return new State(otherPct(cpus), speedPct(cpus));
  }

  private Double otherPct(CpuPlan cpus) throws InterruptedException {
    var before = HostCounters.read();
    clock.sleepUntil(clock.nanoTime() + REST.toNanos());
    var after = HostCounters.read();
    return after
        .flatMap(now -> before.map(then -> now.since(then, cpus, OptionalLong.empty())))
        .map(HostUse::otherPct)
        .orElse(null);
  }

  private double speedPct(CpuPlan cpus) throws InterruptedException {
    CpuList all = cpus.provider().with(cpus.driver());
    FutureTask<long[]> rounds = new FutureTask<>(() -> roundNanos(all));
    new Thread(rounds, "cpu-speed").start();
    try {
      long slowestNanos = 0;
      for (long nanos : rounds.get()) {
        fastestNanos = Math.min(fastestNanos, nanos);
        slowestNanos = Math.max(slowestNanos, nanos);
      }
      return 100.0 * fastestNanos / slowestNanos;
    } catch (ExecutionException e) {
      throw new IllegalStateException("a CPU's speed cannot be measured", e.getCause());
    } finally {
      rounds.cancel(true);
    }
  }

  /**
   * One CPU after the other, on a thread of its own: what it is held to in the end must not stay.
   */
  private long[] roundNanos(CpuList cpus) throws InterruptedException {
    CpuSpeed speed = new CpuSpeed();
    long[] nanos = new long[cpus.count()];
    for (int i = 0; i < nanos.length; i++) {
      pinning.holdThread(cpus.part(i, i + 1));
      nanos[i] = speed.roundNanos();
    }
    return nanos;
  }
}
