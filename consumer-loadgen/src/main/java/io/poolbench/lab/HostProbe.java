package io.poolbench.lab;

import io.poolbench.core.CpuGauge;
import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Durations;
import io.poolbench.journal.Host;
import io.poolbench.journal.Units;
import io.poolbench.load.NanoClock;
import io.poolbench.study.ProviderSettings;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Measures the state of the host before a cell, while nothing of the study runs. A run uses one
 * instance, which keeps the fastest CPU speeds measured and the gauge of the driver's CPUs. Not
 * thread-safe.
 */
public final class HostProbe implements AutoCloseable {
  private static final Duration WINDOW = Duration.ofMillis(500);
  private static final Duration SPEED_INTERVAL = Duration.ofMillis(200);
  private static final int SPEED_SAMPLES = 4;
  private static final int ROUNDS = 15;

  /** A round of arithmetic takes about a millisecond. */
  private static final int STEPS = 250_000;

  /** JVM options that change the speed of arithmetic. */
  private static final Pattern COMPILATION =
      Pattern.compile(
          "-X(?:int|comp|batch)|-XX:.*(?:Compil|Tier|Inlin|Loop|Unroll|Use(?:AVX|SSE)).*");

  private final Pinning pinning;
  private final NanoClock clock;
  private final Map<String, HostSpeed> providerSpeeds = new HashMap<>();
  private final HostSpeed driverSpeed = new HostSpeed();
  private DriverGauge gauge;
  private RedisGauge redis;
  private long fastestNanos = Long.MAX_VALUE;

  public HostProbe(Pinning pinning, NanoClock clock) {
    this.pinning = Objects.requireNonNull(pinning, "pinning");
    this.clock = Objects.requireNonNull(clock, "clock");
  }

  public Pinning pinning() {
    return pinning;
  }

  /** What the gauge of the driver's CPUs has measured since the first call, which starts it. */
  Map<String, Durations> readGauge() {
    if (gauge == null) {
      gauge = new DriverGauge();
    }
    return gauge.read();
  }

  /** Starts to measure the response times of a Redis, in place of any other. */
  public void watch(InetSocketAddress address) {
    unwatch();
    redis = new RedisGauge(address);
  }

  public void unwatch() {
    if (redis != null) {
      redis.close();
      redis = null;
    }
  }

  RedisGauge.Reading readRedis() {
    return redis == null ? RedisGauge.Reading.NONE : redis.read();
  }

  /** The highest speed so far of this host's CPUs for this JVM. */
  HostSpeed driverSpeed() {
    return driverSpeed;
  }

  /** The highest speed so far of the CPUs of the provider's host for its JVM. */
  public HostSpeed providerSpeed(Host host, ProviderSettings.Jvm jvm) {
    List<String> compilation =
        jvm.options().stream().filter(option -> COMPILATION.matcher(option).matches()).toList();
    String key =
        String.join(" ", host.cpuModel(), host.kernel(), host.driverJvm(), "" + jvm.release());
    return providerSpeeds.computeIfAbsent(key + compilation, unknown -> new HostSpeed());
  }

  @Override
  public void close() {
    unwatch();
    if (gauge != null) {
      gauge.close();
    }
  }

  /**
   * The host's state before a cell.
   *
   * @param otherPct CPU time of others, as {@link io.poolbench.journal.Metric#OTHERS_CPU}; null if
   *     unknown
   * @param speedPct the speed of the slowest CPU, in percent of the fastest measured so far
   */
  public record State(Double otherPct, double speedPct) {
    /** The worse figures of two hosts; unknown if one of them is. */
    public State with(State other) {
      Double worse =
          otherPct == null || other.otherPct == null
              ? null
              : (Double) Math.max(otherPct, other.otherPct);
      return new State(worse, Math.min(speedPct, other.speedPct));
    }
  }

  /** Measures for about a second. */
  public State beforeCell(CpuPlan cpus) throws InterruptedException {
    return new State(otherPct(cpus), speedPct(cpus));
  }

  /** As far as the kernel reports it; on the provider's CPUs, this JVM is another process. */
  private Double otherPct(CpuPlan cpus) throws InterruptedException {
    var before = HostCounters.read();
    clock.sleepUntil(clock.nanoTime() + WINDOW.toNanos());
    var after = HostCounters.read();
    return after
        .flatMap(now -> before.map(then -> now.gainedSince(then, cpus, OptionalLong.empty())))
        .flatMap(
            gained ->
                Arrays.stream(Side.values())
                    .map(
                        side ->
                            Units.pct(
                                gained.gained(side.otherTicks()), gained.gained(side.ticks())))
                    .filter(Objects::nonNull)
                    .max(Comparator.naturalOrder()))
        .orElse(null);
  }

  /** Uses the fastest of several samples of each CPU: another guest may be busy only briefly. */
  private double speedPct(CpuPlan cpus) throws InterruptedException {
    CpuList measured = cpus.provider().with(cpus.driver());
    List<Long> best = roundNanos(measured);
    for (int sample = 2; sample <= SPEED_SAMPLES; sample++) {
      clock.sleepUntil(clock.nanoTime() + SPEED_INTERVAL.toNanos());
      best = fastest(best, roundNanos(measured));
    }
    fastestNanos = Math.min(fastestNanos, Collections.min(best));
    return 100.0 * fastestNanos / Collections.max(best);
  }

  /**
   * The median CPU time of some rounds of arithmetic on each CPU in turn, if threads are pinned.
   */
  private List<Long> roundNanos(CpuList cpus) throws InterruptedException {
    CpuGauge arithmetic = new CpuGauge(STEPS);
    arithmetic.warmUp();
    List<Long> nanos = new ArrayList<>();
    for (int i = 0; i < cpus.count(); i++) {
      nanos.add(
          pinning.call(
              cpus.part(i, i + 1),
              () ->
                  LongStream.generate(arithmetic::roundNanos)
                      .limit(ROUNDS)
                      .sorted()
                      .skip(ROUNDS / 2)
                      .findFirst()
                      .orElseThrow()));
    }
    return nanos;
  }

  private static List<Long> fastest(List<Long> one, List<Long> other) {
    return IntStream.range(0, one.size())
        .mapToObj(cpu -> Math.min(one.get(cpu), other.get(cpu)))
        .toList();
  }

  /**
   * The highest speed of some CPUs in this run, as the CPU time of a round of a {@link
   * io.poolbench.core.CpuGauge}. Thread-safe.
   */
  public static final class HostSpeed {
    private double fastestNanos = Double.POSITIVE_INFINITY;

    HostSpeed() {}

    synchronized void record(double roundNanos) {
      fastestNanos = Math.min(fastestNanos, roundNanos);
    }

    /** The fastest round so far; infinite before the first one. */
    synchronized double fastestNanos() {
      return fastestNanos;
    }
  }
}
