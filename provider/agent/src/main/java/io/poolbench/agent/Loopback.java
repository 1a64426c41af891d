package io.poolbench.agent;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.poolbench.core.AgentProtocol;
import java.io.EOFException;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;

/** Connections within this machine, which each account of it can open. */
final class Loopback {
  private Loopback() {}

  /** A secret for the other end of a connection: 256 bits, in hexadecimal. */
  static String secret() {
    return String.format("%064x", new BigInteger(256, new SecureRandom()));
  }

  /** 127.0.0.1, whichever version of the protocol the program prefers. */
  static InetAddress address() throws IOException {
    return InetAddress.getAllByName(AgentProtocol.LOOPBACK)[0];
  }

  /**
   * Reads a text of ASCII.
   *
   * @throws SocketTimeoutException if it is not complete in this time, however its bytes come
   */
  static String read(Socket from, int length, long limitMillis) throws IOException {
    byte[] text = new byte[length];
    long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMillis);
    for (int done = 0; done < length; ) {
      long left = TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime());
      if (left <= 0) {
        throw new SocketTimeoutException("text not complete");
      }
      from.setSoTimeout((int) left);
      int read = from.getInputStream().read(text, done, length - done);
      if (read < 0) {
        throw new EOFException();
      }
      done += read;
    }
    from.setSoTimeout(0);
    return new String(text, US_ASCII);
  }
}
