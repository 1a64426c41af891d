package io.poolbench.doctor;

import com.sun.management.UnixOperatingSystemMXBean;
import io.poolbench.lab.CpuList;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.CpuSpeed;
import io.poolbench.lab.CpuTopology;
import io.poolbench.lab.HostFacts;
import io.poolbench.lab.HostProbe;
import io.poolbench.lab.PinnedThread;
import io.poolbench.lab.Pinning;
import io.poolbench.measure.Clock;
import io.poolbench.redis.RedisKind;
import io.poolbench.redis.RedisServer;
import io.poolbench.redis.RedisUnavailableException;
import io.poolbench.result.HostUse;
import io.poolbench.spec.CpuSets;
import io.poolbench.spec.Validity;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/**
 * Measures a host for about ten seconds.
 *
 * <p>For one thread. What it starts has ended when it returns.
 */
public final class Examination {
  private static final Duration WATCH = Duration.ofSeconds(2);
  private static final Duration ROUND_TRIPS = Duration.ofSeconds(1);
  private static final Duration DOCKER_PATIENCE = Duration.ofSeconds(2);
  private static final int COMPARISONS = 3;

  private final Validity bounds;
  private final Pinning pinning;
  private final HostProbe probe;
  private final CpuList hostCpus = HostFacts.cpus();
  private final CpuPlan cpus = CpuPlan.of(new CpuSets("", ""), hostCpus);

  /**
   * @param bounds beyond which a step is INVALID
   */
  public Examination(Validity bounds) throws InterruptedException {
    this.bounds = bounds;
    this.pinning = Pinning.detect();
    this.probe = new HostProbe(pinning, Clock.system());
  }

  /** Measures, and says what it means. */
  public Diagnosis diagnose() throws InterruptedException {
    return Diagnosis.of(readings(), bounds);
  }

  HostReadings readings() throws InterruptedException {
    CpuTopology topology = new CpuTopology();
    CpuSpeed speed = new CpuSpeed();
    TimerFacts timer = TimerFacts.measure();
    // First: what the rest of this leaves behind would count as ours, but still warm the CPUs.
    Watched atRest = watch();
    List<Long> rounds = speed.roundNanos(all(), pinning);
    double coupledPct = coupledPct(speed);
    Watched busy;
    try (BusyCpus load = new BusyCpus(all(), pinning)) {
      busy = watch();
    }
    Spread roundTrip = RoundTrips.measure(cpus, pinning, ROUND_TRIPS);
    return new HostReadings(
        HostFacts.describe(hostCpus),
        cpus,
        pinning.available(),
        timer,
        topology.clockSource(),
        atRest.lateness(),
        busy.lateness(),
        roundTrip,
        100.0 * Collections.min(rounds) / Collections.max(rounds),
        topology.governor(cpus.provider().cpus().get(0)),
        cpus.shared() ? new CpuList(List.of()) : topology.siblings(cpus.provider(), cpus.driver()),
        coupledPct,
        busy.host().stealPct(),
        atRest.host().otherPct(),
        redis(),
        DockerEngine.version(System.getenv(), DOCKER_PATIENCE),
        jdks(),
        HostFacts.freeBytes(),
        openFiles());
  }

  /** Sleeps on the driver's CPUs cost next to nothing, so that both can be watched at once. */
  private Watched watch() throws InterruptedException {
    Future<Spread> lateness =
        PinnedThread.start(pinning, cpus.driver(), () -> WakeUps.lateness(WATCH));
    HostUse host = probe.watch(cpus, WATCH);
    try {
      return new Watched(host, lateness.get());
    } catch (ExecutionException e) {
      throw new IllegalStateException("sleeps cannot be timed", e.getCause());
    } finally {
      lateness.cancel(true);
    }
  }

  private record Watched(HostUse host, Spread lateness) {}

  /**
   * Each comparison is of two readings a moment apart, so that a host that grows slower meanwhile
   * does not pass for coupled CPUs; the median of them counts.
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

  private HostReadings.Started redis() {
    try (RedisServer redis = RedisServer.start(RedisKind.EMBEDDED, "", cpus.driver().toString())) {
      return new HostReadings.Started(true, redis.description());
    } catch (RedisUnavailableException e) {
      return new HostReadings.Started(false, e.getMessage());
    }
  }

  private static List<Jdks.Jdk> jdks() {
    List<Path> homes = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"))));
    String named = System.getenv("JAVA_HOME");
    if (named != null) {
      homes.add(Path.of(named));
    }
    return Jdks.find(homes, Jdks.usualFolders(Path.of(System.getProperty("user.home"))));
  }

  private static Long openFiles() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? unix.getMaxFileDescriptorCount()
        : null;
  }
}
