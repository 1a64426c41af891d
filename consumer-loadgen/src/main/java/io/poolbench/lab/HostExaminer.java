package io.poolbench.lab;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.poolbench.lab.HostMeasurements.Quantiles;
import io.poolbench.lab.HostMeasurements.TimerFacts;
import io.poolbench.load.NanoClock;
import io.poolbench.redis.RedisKind;
import io.poolbench.redis.RedisServer;
import io.poolbench.redis.RedisUnavailableException;
import io.poolbench.result.Figures;
import io.poolbench.result.Metric;
import io.poolbench.spec.CpuSets;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Measures this host for about ten seconds.
 *
 * <p>For one thread. All threads and processes that it starts have ended when it returns.
 */
public final class HostExaminer {
  private static final Duration WINDOW = Duration.ofSeconds(4);
  private static final Duration DOCKER_TIMEOUT = Duration.ofSeconds(2);
  private static final long SLEEP_NANOS = 1_000_000;

  private final Pinning pinning;
  private final HostProbe probe;
  private final HostFacts facts = new HostFacts();
  private final CpuList hostCpus = facts.cpus();
  private final CpuPlan cpus = CpuPlan.of(CpuSets.AUTO, hostCpus);

  public HostExaminer() throws InterruptedException {
    this.pinning = Pinning.detect();
    this.probe = new HostProbe(pinning, NanoClock.system());
  }

  public HostMeasurements measurements() throws InterruptedException {
    TimerFacts timer = TimerFacts.measure();
    // Idle values come before the other measurements, which load the CPUs.
    Sample idle = sample();
    CpuList all = cpus.provider().with(cpus.driver());
    List<Long> rounds = new CpuSpeed().roundNanos(all, pinning);
    Figures busy;
    try (BusyCpus load = new BusyCpus(all, pinning)) {
      busy = probe.disturbances(cpus, WINDOW);
    }
    return new HostMeasurements(
        facts.describe(hostCpus),
        cpus,
        pinning.available(),
        facts.cpuQuota(),
        timer,
        facts.clockSource(),
        idle.lateness(),
        100.0 * Collections.min(rounds) / Collections.max(rounds),
        facts.governor(cpus.provider().cpus().get(0)),
        cpus.shared() ? new CpuList(List.of()) : facts.siblings(cpus.provider(), cpus.driver()),
        busy.of(Metric.STEAL),
        idle.host().of(Metric.OTHERS_CPU),
        redis(),
        dockerVersion(),
        Jdks.ofThisHost(),
        facts.availableBytes(),
        HostFacts.maxDescriptors());
  }

  /** Measures both at once, because sleeping threads use hardly any CPU time. */
  private Sample sample() throws InterruptedException {
    Future<Quantiles> lateness = pinning.start(cpus.driver(), HostExaminer::lateness);
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
   * The version of the Docker engine; empty if its command is missing or gets no answer in time.
   */
  private static Optional<String> dockerVersion() throws InterruptedException {
    try {
      Process docker =
          new ProcessBuilder("docker", "version", "--format", "{{.Server.Version}}")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      try {
        return docker.waitFor(DOCKER_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                && docker.exitValue() == 0
            ? Optional.of(new String(docker.getInputStream().readAllBytes(), UTF_8).trim())
            : Optional.empty();
      } finally {
        docker.destroyForcibly();
      }
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private HostMeasurements.RedisStart redis() {
    try (RedisServer redis = RedisKind.EMBEDDED.start("", cpus.driver().toString())) {
      return new HostMeasurements.RedisStart(true, redis.description());
    } catch (RedisUnavailableException e) {
      return new HostMeasurements.RedisStart(false, e.getMessage());
    }
  }

  /** The calling thread's lateness after sleeps of 1 ms. */
  private static Quantiles lateness() throws InterruptedException {
    Histogram late = Quantiles.nanos();
    long end = System.nanoTime() + WINDOW.toNanos();
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

  /** Threads that keep CPUs busy until they are closed. */
  private static final class BusyCpus implements AutoCloseable {
    private volatile boolean closed;

    /** Starts one thread per CPU, and returns once all of them run. */
    BusyCpus(CpuList cpus, Pinning pinning) throws InterruptedException {
      CountDownLatch busy = new CountDownLatch(cpus.count());
      for (int i = 0; i < cpus.count(); i++) {
        Future<?> unused = pinning.start(cpus.part(i, i + 1), () -> work(busy));
      }
      try {
        busy.await();
      } catch (InterruptedException e) {
        close();
        throw e;
      }
    }

    private boolean work(CountDownLatch busy) {
      CpuSpeed arithmetic = new CpuSpeed();
      busy.countDown();
      while (!closed) {
        arithmetic.round();
      }
      return true;
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
