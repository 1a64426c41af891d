package io.poolbench.lab;

import io.poolbench.redis.AddedLatency;
import io.poolbench.redis.AnswerDelays;
import io.poolbench.redis.LatencyProxy;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.NetworkSettings;
import io.poolbench.transport.Destination;
import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * The network route to a server, on which answers may have added latency: of a proxy on loopback,
 * or of the client itself. For one thread.
 */
public final class Route implements AutoCloseable {
  private static final long REDIS_SEED = 1;

  /** Far from the other: a connection's seed is its route's seed plus the connection's number. */
  private static final long PROVIDER_SEED = 1L << 32;

  private final Destination destination;
  private final AnswerDelays delays;
  private final LatencyProxy proxy;

  /**
   * @param destination for clients
   * @param delays of the added latency
   * @param proxy null of a route without one
   */
  private Route(Destination destination, AnswerDelays delays, LatencyProxy proxy) {
    this.destination = destination;
    this.delays = delays;
    this.proxy = proxy;
  }

  /**
   * The route to a provider, with the latency that a study adds.
   *
   * @param byClient whether the client adds it, which costs the driver's CPUs two hops less
   * @throws LabException where the latency cannot be added
   */
  public static Route toProvider(
      InetSocketAddress provider, NetworkSettings network, boolean byClient) throws LabException {
    if (!byClient) {
      return to(provider, network.latency(), PROVIDER_SEED);
    }
    AnswerDelays delays = new AnswerDelays(network.latency(), PROVIDER_SEED);
    return new Route(new Destination(provider, delays), delays, null);
  }

  static Route toRedis(InetSocketAddress redis, AddedLatency latency) throws LabException {
    return to(redis, latency, REDIS_SEED);
  }

  private static Route to(InetSocketAddress server, AddedLatency latency, long seed)
      throws LabException {
    if (latency.isNone()) {
      return new Route(Destination.direct(server), AnswerDelays.none(), null);
    }
    try {
      LatencyProxy proxy =
          LatencyProxy.start(server.getHostString(), server.getPort(), latency, seed);
      return new Route(
          Destination.direct(new InetSocketAddress(proxy.host(), proxy.port())),
          proxy.delays(),
          proxy);
    } catch (IOException e) {
      throw new LabException(
          ViolationCode.LAB_FAILED,
          "latency proxy to " + server + " not started: " + e.getMessage(),
          e);
    }
  }

  /** Whether no latency is added. */
  public boolean isDirect() {
    return delays.isNone();
  }

  /** Where clients connect. */
  public Destination destination() {
    return destination;
  }

  /**
   * Changes the added latency: see {@link AnswerDelays#delayBy}.
   *
   * @throws IllegalStateException of a direct route
   */
  public void delayBy(AddedLatency latency) {
    if (isDirect()) {
      throw new IllegalStateException("direct route to " + destination + ": no added latency");
    }
    delays.delayBy(latency);
  }

  /** Closes the proxy and all connections through it. */
  @Override
  public void close() {
    if (proxy != null) {
      proxy.close();
    }
  }
}
