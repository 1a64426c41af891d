package io.poolbench.dubbo;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Addresses of this host, as others see it. */
public final class MessageAddress {
  /** Any: nothing is sent. */
  private static final int PORT = 9;

  private MessageAddress() {}

  /**
   * The address of this host on the route to another one.
   *
   * @throws IOException if there is no route
   */
  public static InetAddress towards(InetAddress other) throws IOException {
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.connect(new InetSocketAddress(other, PORT));
      return socket.getLocalAddress();
    }
  }
}
