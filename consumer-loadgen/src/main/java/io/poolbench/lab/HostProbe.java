package io.poolbench.lab;

import io.poolbench.journal.Durations;
import io.poolbench.journal.Host;
import io.poolbench.study.ProviderSettings;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What a machine measures besides the provider: the gauges of the driver's CPUs and of Redis, and
 * the fastest CPU speeds so far. A run uses one instance. Not thread-safe.
 */
public final class HostProbe implements AutoCloseable {
  /** JVM options that change the speed of arithmetic. */
  private static final Pattern COMPILATION =
      Pattern.compile(
          "-X(?:int|comp|batch)|-XX:.*(?:Compil|Tier|Inlin|Loop|Unroll|Use(?:AVX|SSE)).*");

  private final Map<String, HostSpeed> providerSpeeds = new HashMap<>();
  private final HostSpeed driverSpeed = new HostSpeed();
  private DriverGauge gauge;
  private RedisGauge redis;

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
