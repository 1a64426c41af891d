package io.poolbench.lab;

import io.poolbench.lab.HostMeasurements.Quantiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.Future;
import org.HdrHistogram.Histogram;

/** Measures round trips without an RPC framework: the sockets' and wake-ups' part of a call. */
final class RoundTrips {
  /** About the size of a dubbo request. */
  private static final int BYTES = 200;

  private RoundTrips() {}

  /** Sends messages one by one over loopback and back; the first third of the time is warm-up. */
  static Quantiles measure(CpuPlan cpus, Pinning pinning, Duration duration)
      throws InterruptedException {
    return pinning.call(cpus.driver(), () -> measureHere(cpus, pinning, duration));
  }

  private static Quantiles measureHere(CpuPlan cpus, Pinning pinning, Duration duration)
      throws IOException {
    try (ServerSocketChannel server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      Future<Boolean> echo = pinning.start(cpus.provider(), () -> echo(server));
      try (SocketChannel client = SocketChannel.open(server.getLocalAddress())) {
        client.setOption(StandardSocketOptions.TCP_NODELAY, true);
        ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES);
        long begun = System.nanoTime();
        long counted = begun + duration.toNanos() / 3;
        long end = begun + duration.toNanos();
        Histogram nanos = Quantiles.nanos();
        for (long sent = begun; sent < end; sent = System.nanoTime()) {
          transfer(client, buffer, true);
          transfer(client, buffer, false);
          if (sent >= counted) {
            nanos.recordValue(System.nanoTime() - sent);
          }
        }
        return Quantiles.of(nanos);
      } finally {
        echo.cancel(true);
      }
    }
  }

  private static boolean echo(ServerSocketChannel server) throws IOException {
    try (SocketChannel client = server.accept()) {
      client.setOption(StandardSocketOptions.TCP_NODELAY, true);
      ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES);
      while (transfer(client, buffer, false)) {
        transfer(client, buffer, true);
      }
    }
    return true;
  }

  /** Writes or reads a whole message; returns false if the peer has closed the connection. */
  private static boolean transfer(SocketChannel channel, ByteBuffer buffer, boolean write)
      throws IOException {
    buffer.clear();
    while (buffer.hasRemaining()) {
      if ((write ? channel.write(buffer) : channel.read(buffer)) < 0) {
        return false;
      }
    }
    return true;
  }
}
