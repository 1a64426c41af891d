package io.poolbench.lab;

import io.poolbench.measure.Clock;
import io.poolbench.result.HostUse;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * Looks at a host just before a cell, while nothing of ours runs.
 *
 * <p>It remembers the fastest CPU that it has seen, so one of them serves a whole run. For one
 * thread.
 */
public final class HostProbe {
  private static final Duration REST = Duration.ofMillis(500);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);
  private static final int SPEED_LOOKS = 4;

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
   * Looks for about a second.
   *
   * @param cpus the CPUs that the cell is to run on
   */
  public State beforeCell(CpuPlan cpus) throws InterruptedException {
    return new State(watch(cpus, REST).otherPct(), speedPct(cpus));
  }

  /**
   * What the host does for others from now on, as far as it tells.
   *
   * @param cpus the CPUs that are looked at; what this JVM does counts as others' on the provider's
   */
  public HostUse watch(CpuPlan cpus, Duration duration) throws InterruptedException {
    var before = HostCounters.read();
    clock.sleepUntil(clock.nanoTime() + duration.toNanos());
    var after = HostCounters.read();
    return after
        .flatMap(now -> before.map(then -> now.since(then, cpus, OptionalLong.empty())))
        .orElse(HostUse.UNKNOWN);
  }

  /** Of each CPU the best of some looks: a guest that is busy for a moment is none for a cell. */
  private double speedPct(CpuPlan cpus) throws InterruptedException {
    CpuList looked = cpus.provider().with(cpus.driver());
    List<Long> best = new CpuSpeed().roundNanos(looked, pinning);
    for (int look = 2; look <= SPEED_LOOKS; look++) {
      clock.sleepUntil(clock.nanoTime() + BETWEEN_LOOKS.toNanos());
      best = fasterOfEach(best, new CpuSpeed().roundNanos(looked, pinning));
    }
    fastestNanos = Math.min(fastestNanos, Collections.min(best));
    return 100.0 * fastestNanos / Collections.max(best);
  }

  private static List<Long> fasterOfEach(List<Long> one, List<Long> other) {
    return IntStream.range(0, one.size())
        .mapToObj(cpu -> Math.min(one.get(cpu), other.get(cpu)))
        .toList();
  }
}
