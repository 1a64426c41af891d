package io.poolbench.load;

import io.poolbench.redis.AnswerDelays;
import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * The server to which a client connects.
 *
 * @param address of the server, resolved
 * @param delays of the answers on its connections, for a {@link LoopTarget}
 */
public record Destination(InetSocketAddress address, AnswerDelays delays) {
  public static Destination direct(InetSocketAddress address) {
    return new Destination(address, AnswerDelays.none());
  }

  public IOException unreachable(Throwable cause) {
    return new IOException("no provider at " + this + ": " + cause.getMessage(), cause);
  }

  @Override
  public String toString() {
    return address.toString();
  }
}
