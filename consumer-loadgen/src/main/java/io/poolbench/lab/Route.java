package io.poolbench.lab;

import io.poolbench.load.Destination;
import io.poolbench.redis.AddedLatency;
import io.poolbench.redis.AnswerDelays;
import io.poolbench.redis.LatencyProxy;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.Cell.NetworkSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * The network route to a server. A proxy on loopback, or the client itself, may add latency to
 * answers. Not thread-safe.
 */
public final class Route implements AutoCloseable {
  private static final long REDIS_SEED = 1;

  /** Far from the other: a connection's seed is its route's seed plus its number. */
  private static final long PROVIDER_SEED = 1L << 32;

  private static final int MEASURED_CONNECTIONS = 5;
  private static final int CONNECT_TIMEOUT_MILLIS = 5_000;

  private final Destination destination;
  private final AnswerDelays delays;
  private final LatencyProxy proxy;

  /**
   * @param proxy null if there is none
   */
  private Route(Destination destination, AnswerDelays delays, LatencyProxy proxy) {
    this.destination = destination;
    this.delays = delays;
    this.proxy = proxy;
  }

  /**
   * The route to a provider, with the latency that a study adds.
   *
   * @param byClient whether the client adds the latency, which saves the driver's CPUs two hops
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
          "latency proxy to %s:%d not started: %s"
              .formatted(server.getHostString(), server.getPort(), e.getMessage()),
          e);
    }
  }

  /**
   * The shortest network round trip of some connections, in milliseconds: a TCP handshake takes one
   * (RFC 9293).
   *
   * @throws IOException naming the address, if nothing accepts connections there
   */
  public static double roundTripMillis(InetSocketAddress address) throws IOException {
    long shortest = Long.MAX_VALUE;
    for (int i = 0; i < MEASURED_CONNECTIONS; i++) {
      long began = System.nanoTime();
      try (Socket socket = new Socket()) {
        socket.connect(address, CONNECT_TIMEOUT_MILLIS);
        shortest = Math.min(shortest, System.nanoTime() - began);
      } catch (IOException e) {
        throw Destination.direct(address).unreachable(e);
      }
    }
    return shortest / 1e6;
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
   * @throws IllegalStateException if the route is direct
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
