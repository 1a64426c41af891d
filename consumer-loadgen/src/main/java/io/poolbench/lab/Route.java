package io.poolbench.lab;

import io.poolbench.redis.AddedLatency;
import io.poolbench.redis.LatencyProxy;
import io.poolbench.spec.NetworkSettings;
import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * The way to a server: straight to it, or through a proxy on loopback that adds latency to its
 * answers. For one thread.
 */
public final class Route implements AutoCloseable {
  private static final long REDIS_SEED = 1;

  /** Far from the other: a connection's seed is its route's plus the connection's number. */
  private static final long PROVIDER_SEED = 1L << 32;

  private final InetSocketAddress address;
  private final LatencyProxy proxy;

  /**
   * @param proxy null where the way is straight
   */
  private Route(InetSocketAddress address, LatencyProxy proxy) {
    this.address = address;
    this.proxy = proxy;
  }

  /**
   * The way to a provider, as the study's network has it.
   *
   * @throws LabException where latency is asked for and cannot be added
   */
  public static Route toProvider(InetSocketAddress provider, NetworkSettings network)
      throws LabException {
    return to(provider, network.latency(), PROVIDER_SEED);
  }

  static Route toRedis(InetSocketAddress redis, AddedLatency latency) throws LabException {
    return to(redis, latency, REDIS_SEED);
  }

  private static Route to(InetSocketAddress server, AddedLatency latency, long seed)
      throws LabException {
    if (latency.isNone()) {
      return new Route(server, null);
    }
    try {
      LatencyProxy proxy =
          LatencyProxy.start(server.getHostString(), server.getPort(), latency, seed);
      return new Route(new InetSocketAddress(proxy.host(), proxy.port()), proxy);
    } catch (IOException e) {
      throw new LabException(
          "no latency can be added on the way to " + server + ": " + e.getMessage(), e);
    }
  }

  /** Whether nothing lies in between. */
  public boolean isStraight() {
    return proxy == null;
  }

  /** Where to connect. */
  public InetSocketAddress address() {
    return address;
  }

  /**
   * Adds another latency from here on: see {@link LatencyProxy#delayBy}.
   *
   * @throws IllegalStateException where the way is straight
   */
  public void delayBy(AddedLatency latency) {
    if (proxy == null) {
      throw new IllegalStateException("nothing on the way to " + address + " adds latency");
    }
    proxy.delayBy(latency);
  }

  /** Closes what lies in between, and all connections through it. */
  @Override
  public void close() {
    if (proxy != null) {
      proxy.close();
    }
  }
}
