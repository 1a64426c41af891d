package io.poolbench.load;

import io.poolbench.redis.AnswerDelays;
import java.net.InetSocketAddress;

/**
 * The server to which a client connects.
 *
 * @param address of the server, resolved
 * @param delays of the answers on its connections, for clients on {@link EventLoops}
 */
public record Destination(InetSocketAddress address, AnswerDelays delays) {
  public static Destination direct(InetSocketAddress address) {
    return new Destination(address, AnswerDelays.none());
  }

  @Override
  public String toString() {
    return address.toString();
  }
}
