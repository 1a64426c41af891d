package io.poolbench.lab;

import io.poolbench.lab.ControlGroups.CpuQuota;
import io.poolbench.result.Host;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * The measurements and facts of a host.
 *
 * @param quota the smallest CPU quota that applies here; empty if there is none
 * @param clockSource the clock behind {@code System.nanoTime}; empty if unknown
 * @param idleWakeUps lateness of sleeping threads while the host is idle
 * @param slowestCpuPct speed of the slowest CPU, in percent of the fastest
 * @param governor the CPUs' frequency governor; empty if unknown
 * @param siblings the provider's CPUs that share a core with one of the driver's
 * @param stealPct CPU steal while all CPUs are busy, in percent; null if unknown
 * @param otherPct CPU time of other processes on an idle host, in percent; null if unknown
 * @param docker the version of the Docker engine; empty if none answers
 * @param availableBytes memory that processes can still allocate
 * @param openFiles the limit of open files of this process; null if unknown
 */
public record HostMeasurements(
    Host host,
    CpuPlan cpus,
    boolean pinning,
    Optional<CpuQuota> quota,
    TimerFacts timer,
    Optional<String> clockSource,
    Quantiles idleWakeUps,
    double slowestCpuPct,
    Optional<String> governor,
    CpuList siblings,
    Double stealPct,
    Double otherPct,
    RedisStart redis,
    Optional<String> docker,
    List<Jdks.Jdk> jdks,
    long availableBytes,
    Long openFiles) {
  public HostMeasurements {
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(cpus, "cpus");
    Objects.requireNonNull(quota, "quota");
    Objects.requireNonNull(timer, "timer");
    Objects.requireNonNull(clockSource, "clockSource");
    Objects.requireNonNull(idleWakeUps, "idleWakeUps");
    Objects.requireNonNull(governor, "governor");
    Objects.requireNonNull(siblings, "siblings");
    Objects.requireNonNull(redis, "redis");
    Objects.requireNonNull(docker, "docker");
    jdks = List.copyOf(jdks);
  }

  /** A trial start of the embedded Redis; {@code detail} is the server or the failure. */
  public record RedisStart(boolean works, String detail) {
    public RedisStart {
      Objects.requireNonNull(detail, "detail");
    }
  }

  /** Percentiles of a duration, in milliseconds. */
  public record Quantiles(double tp50Millis, double tp99Millis, double maxMillis) {
    private static final int SIGNIFICANT_DIGITS = 3;

    static Histogram nanos() {
      return new Histogram(SIGNIFICANT_DIGITS);
    }

    static Quantiles of(Histogram nanos) {
      return new Quantiles(
          nanos.getValueAtPercentile(50) / 1e6,
          nanos.getValueAtPercentile(99) / 1e6,
          nanos.getMaxValue() / 1e6);
    }
  }

  /** The smallest step of {@code System.nanoTime}, and its cost in the fastest of many batches. */
  public record TimerFacts(long stepNanos, double costNanos) {
    private static final int BATCHES = 100;
    private static final int READINGS = 10_000;

    static TimerFacts measure() {
      long step = Long.MAX_VALUE;
      long fastest = Long.MAX_VALUE;
      for (int batch = 0; batch < BATCHES; batch++) {
        long begun = System.nanoTime();
        long last = begun;
        for (int i = 0; i < READINGS; i++) {
          long now = System.nanoTime();
          if (now != last) {
            step = Math.min(step, now - last);
          }
          last = now;
        }
        fastest = Math.min(fastest, last - begun);
      }
      return new TimerFacts(step, (double) fastest / READINGS);
    }
  }
}
