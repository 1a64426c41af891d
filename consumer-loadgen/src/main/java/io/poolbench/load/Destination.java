package io.poolbench.load;

import io.poolbench.api.AddedLatency;
import io.poolbench.api.RandomDelay;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * The server to which a client connects.
 *
 * @param address of the server, resolved
 * @param network the latency that the client adds to each answer
 */
public record Destination(InetSocketAddress address, RandomDelay network) {
  private static final int MEASURED_CONNECTIONS = 5;
  private static final int CONNECT_TIMEOUT_MILLIS = 5_000;

  public static Destination direct(InetSocketAddress address) {
    return new Destination(address, new RandomDelay(AddedLatency.NONE));
  }

  /**
   * The shortest network round trip of some connections, in milliseconds, without added latency: a
   * TCP handshake takes one (RFC 9293).
   *
   * @throws IOException naming the address, if nothing accepts connections there
   */
  public double roundTripMillis() throws IOException {
    long shortest = Long.MAX_VALUE;
    for (int i = 0; i < MEASURED_CONNECTIONS; i++) {
      long began = System.nanoTime();
      try (Socket socket = new Socket()) {
        socket.connect(address, CONNECT_TIMEOUT_MILLIS);
        shortest = Math.min(shortest, System.nanoTime() - began);
      } catch (IOException e) {
        throw unreachable(e);
      }
    }
    return shortest / 1e6;
  }

  public IOException unreachable(Throwable cause) {
    return new IOException("no provider at " + this + ": " + cause.getMessage(), cause);
  }

  @Override
  public String toString() {
    return address.toString();
  }
}
