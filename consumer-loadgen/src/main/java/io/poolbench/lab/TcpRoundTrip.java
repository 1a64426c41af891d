package io.poolbench.lab;

import io.poolbench.load.Destination;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** Measures the round-trip time of a network: a TCP handshake takes one (RFC 9293). */
public final class TcpRoundTrip {
  private static final int CONNECTIONS = 5;
  private static final int TIMEOUT_MILLIS = 5_000;

  private TcpRoundTrip() {}

  /**
   * The shortest round-trip time of {@value #CONNECTIONS} connections.
   *
   * @throws IOException naming the address, if nothing accepts them there
   */
  public static double millis(InetSocketAddress address) throws IOException {
    long shortest = Long.MAX_VALUE;
    for (int i = 0; i < CONNECTIONS; i++) {
      long began = System.nanoTime();
      try (Socket socket = new Socket()) {
        socket.connect(address, TIMEOUT_MILLIS);
        shortest = Math.min(shortest, System.nanoTime() - began);
      } catch (IOException e) {
        throw Destination.direct(address).unreachable(e);
      }
    }
    return shortest / 1e6;
  }
}
