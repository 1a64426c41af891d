package io.poolbench.lab;

import io.poolbench.journal.Durations;
import java.net.InetSocketAddress;

/**
 * What a machine measures besides the provider: the gauges of the driver's CPUs and of Redis. A run
 * uses one instance. Not thread-safe.
 */
public final class HostProbe implements AutoCloseable {
  private DriverGauge gauge;
  private RedisGauge redis;

  /**
   * How late a thread on the driver's CPUs has woken up since the first call, which starts the
   * gauge.
   */
  Durations readGauge() {
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

  @Override
  public void close() {
    unwatch();
    if (gauge != null) {
      gauge.close();
    }
  }
}
