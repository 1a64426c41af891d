package io.poolbench.lab;

import com.sun.management.UnixOperatingSystemMXBean;
import io.poolbench.lab.HostMeasurements.Quantiles;
import io.poolbench.lab.HostMeasurements.TimerFacts;
import io.poolbench.load.NanoClock;
import io.poolbench.redis.RedisKind;
import io.poolbench.redis.RedisServer;
import io.poolbench.redis.RedisUnavailableException;
import io.poolbench.result.Figures;
import io.poolbench.result.Metric;
import io.poolbench.spec.CpuSets;
import io.poolbench.spec.Validity;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Measures this host for about ten seconds.
 *
 * <p>For one thread. All threads and processes that it starts have ended when it returns.
 */
public final class HostExaminer {
  private static final Duration WINDOW = Duration.ofSeconds(2);
  private static final Duration ROUND_TRIPS = Duration.ofSeconds(1);
  private static final Duration DOCKER_TIMEOUT = Duration.ofSeconds(2);
  private static final int COMPARISONS = 3;

  private final Validity limits;
  private final Pinning pinning;
  private final HostProbe probe;
  private final HostFacts facts = new HostFacts();
  private final CpuList hostCpus = facts.cpus();
  private final CpuPlan cpus = CpuPlan.of(new CpuSets("", ""), hostCpus);

  public HostExaminer(Validity limits) throws InterruptedException {
    this.limits = limits;
    this.pinning = Pinning.detect();
    this.probe = new HostProbe(pinning, NanoClock.system());
  }

  public DoctorReport report() throws InterruptedException {
    return DoctorReport.of(measurements(), limits);
  }

  private HostMeasurements measurements() throws InterruptedException {
    CpuSpeed speed = new CpuSpeed();
    TimerFacts timer = TimerFacts.measure();
    // Idle values come before the other measurements, which load the CPUs.
    Sample idle = sample();
    List<Long> rounds = speed.roundNanos(all(), pinning);
    double coupledPct = coupledPct(speed);
    Sample busy;
    try (BusyCpus load = new BusyCpus(all(), pinning)) {
      busy = sample();
    }
    Quantiles roundTrip = RoundTrips.measure(cpus, pinning, ROUND_TRIPS);
    return new HostMeasurements(
        facts.describe(hostCpus),
        cpus,
        pinning.available(),
        facts.cpuQuota(),
        timer,
        facts.clockSource(),
        idle.lateness(),
        busy.lateness(),
        roundTrip,
        100.0 * Collections.min(rounds) / Collections.max(rounds),
        facts.governor(cpus.provider().cpus().get(0)),
        cpus.shared() ? new CpuList(List.of()) : facts.siblings(cpus.provider(), cpus.driver()),
        coupledPct,
        busy.host().of(Metric.STEAL),
        idle.host().of(Metric.OTHERS_CPU),
        redis(),
        DockerEngine.version(System.getenv(), DOCKER_TIMEOUT),
        Jdks.ofThisHost(),
        facts.availableBytes(),
        openFiles());
  }

  /** Measures both at once, because sleeping threads use hardly any CPU time. */
  private Sample sample() throws InterruptedException {
    Future<Quantiles> lateness = pinning.start(cpus.driver(), () -> WakeUps.lateness(WINDOW));
    Figures host = probe.disturbances(cpus, WINDOW);
    try {
      return new Sample(host, lateness.get());
    } catch (ExecutionException e) {
      throw new IllegalStateException("wake-up measurement failed", e.getCause());
    } finally {
      lateness.cancel(true);
    }
  }

  private record Sample(Figures host, Quantiles lateness) {}

  /**
   * The slowdown of the provider's CPUs by load on the driver's, as the median of several
   * comparisons of two adjacent samples: a host whose speed drifts must not count as coupled.
   */
  private double coupledPct(CpuSpeed speed) throws InterruptedException {
    if (cpus.shared()) {
      return 0;
    }
    List<Double> slowdowns = new ArrayList<>();
    for (int i = 0; i < COMPARISONS; i++) {
      double alone = mean(speed.roundNanos(cpus.provider(), pinning));
      try (BusyCpus load = new BusyCpus(cpus.driver(), pinning)) {
        slowdowns.add(100 * (mean(speed.roundNanos(cpus.provider(), pinning)) / alone - 1));
      }
    }
    Collections.sort(slowdowns);
    return Math.max(0, slowdowns.get(COMPARISONS / 2));
  }

  private static double mean(List<Long> nanos) {
    return nanos.stream().mapToLong(Long::longValue).average().orElseThrow();
  }

  private CpuList all() {
    return cpus.provider().with(cpus.driver());
  }

  private HostMeasurements.RedisStart redis() {
    try (RedisServer redis = RedisKind.EMBEDDED.start("", cpus.driver().toString())) {
      return new HostMeasurements.RedisStart(true, redis.description());
    } catch (RedisUnavailableException e) {
      return new HostMeasurements.RedisStart(false, e.getMessage());
    }
  }

  private static Long openFiles() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? unix.getMaxFileDescriptorCount()
        : null;
  }

  /** Measures how late threads wake up from a sleep. */
  static final class WakeUps {
    private static final long SLEEP_NANOS = 1_000_000;

    private WakeUps() {}

    /** The calling thread's lateness after sleeps of 1 ms. */
    static Quantiles lateness(Duration duration) throws InterruptedException {
      Histogram late = Quantiles.nanos();
      long end = System.nanoTime() + duration.toNanos();
      for (long due = System.nanoTime() + SLEEP_NANOS; due < end; ) {
        long now = System.nanoTime();
        while (now < due) {
          LockSupport.parkNanos(due - now);
          if (Thread.interrupted()) {
            throw new InterruptedException();
          }
          now = System.nanoTime();
        }
        late.recordValue(now - due);
        due = now + SLEEP_NANOS;
      }
      return Quantiles.of(late);
    }
  }
}
