package io.poolbench.lab;

import io.poolbench.redis.AddedLatency;
import io.poolbench.redis.LatencyProxy;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.NetworkSettings;
import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * The network route to a server: direct, or through a proxy on loopback that adds latency to its
 * answers. For one thread.
 */
public final class Route implements AutoCloseable {
  private static final long REDIS_SEED = 1;

  /** Far from the other: a connection's seed is its route's seed plus the connection's number. */
  private static final long PROVIDER_SEED = 1L << 32;

  private final InetSocketAddress address;
  private final LatencyProxy proxy;

  /**
   * @param proxy null of a direct route
   */
  private Route(InetSocketAddress address, LatencyProxy proxy) {
    this.address = address;
    this.proxy = proxy;
  }

  /**
   * The route to a provider, with the latency that a study adds.
   *
   * @throws LabException where the latency cannot be added
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
          ViolationCode.LAB_FAILED,
          "latency proxy to " + server + " not started: " + e.getMessage(),
          e);
    }
  }

  /** Whether there is no proxy. */
  public boolean isDirect() {
    return proxy == null;
  }

  /** The address to connect to. */
  public InetSocketAddress address() {
    return address;
  }

  /**
   * Changes the added latency: see {@link LatencyProxy#delayBy}.
   *
   * @throws IllegalStateException of a direct route
   */
  public void delayBy(AddedLatency latency) {
    if (proxy == null) {
      throw new IllegalStateException("direct route to " + address + ": no latency can be added");
    }
    proxy.delayBy(latency);
  }

  /** Closes the proxy and all connections through it. */
  @Override
  public void close() {
    if (proxy != null) {
      proxy.close();
    }
  }
}
