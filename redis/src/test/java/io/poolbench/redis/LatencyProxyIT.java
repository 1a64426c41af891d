package io.poolbench.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LatencyProxyIT {
  private static final AddedLatency TWO_MILLIS = new AddedLatency(2_000, 0);

  @Test
  void aChangedLatencyAppliesToOpenAndNewConnections() throws Exception {
    try (RedisServer redis = RedisKind.EMBEDDED.start("", "");
        LatencyProxy proxy =
            LatencyProxy.start(redis.host(), redis.port(), new AddedLatency(1, 0), 1);
        RedisSession open = through(proxy, redis)) {
      proxy.delays().delayBy(new AddedLatency(50_000, 0));

      long minNanos = 50_000_000 - DelayLine.MAX_AHEAD_NANOS;
      assertThat(pingNanos(open)).isGreaterThanOrEqualTo(minNanos);
      try (RedisSession later = through(proxy, redis)) {
        assertThat(pingNanos(later)).isGreaterThanOrEqualTo(minNanos);
      }
    }
  }

  private static RedisSession through(LatencyProxy proxy, RedisServer redis) {
    return RedisSession.open(RedisUri.of(redis.uriAt(proxy.host(), proxy.port())));
  }

  private static long pingNanos(RedisSession session) {
    long start = System.nanoTime();
    session.connection().sync().ping();
    return System.nanoTime() - start;
  }

  /** Answers exceed what the proxy holds, so that a slow reader slows their source down. */
  @ParameterizedTest
  @CsvSource({"answers, 32", "requests, 4"})
  void manyBytesAndTheEndPassUnchanged(String direction, int mebibytes) throws Exception {
    byte[] sent = new byte[mebibytes << 20];
    new Random(7).nextBytes(sent);
    try (ServerSocket upstream = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        LatencyProxy proxy = proxyTo(upstream);
        Socket client = new Socket(proxy.host(), proxy.port());
        Socket accepted = upstream.accept()) {
      Socket from = direction.equals("answers") ? accepted : client;
      Socket to = direction.equals("answers") ? client : accepted;
      CompletableFuture<Void> writing =
          CompletableFuture.runAsync(
              () -> {
                try (OutputStream out = from.getOutputStream()) {
                  out.write(sent);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      to.setSoTimeout(60_000);
      assertThat(to.getInputStream().readAllBytes()).isEqualTo(sent);
      writing.get(60, TimeUnit.SECONDS);
    }
  }

  @Test
  void theClientIsClosedIfTheServerCannotBeReached() throws Exception {
    // Bound, so that the proxy itself cannot get the port, but not listening.
    try (Socket gone = new Socket()) {
      gone.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      try (LatencyProxy proxy =
              LatencyProxy.start("127.0.0.1", gone.getLocalPort(), TWO_MILLIS, 1);
          Socket client = new Socket(proxy.host(), proxy.port())) {
        assertThat(readOrReset(client)).isEqualTo(-1);
      }
    }
  }

  @Test
  void closingTheProxyClosesItsConnections() throws Exception {
    try (ServerSocket upstream = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      LatencyProxy proxy = proxyTo(upstream);
      try (Socket client = new Socket(proxy.host(), proxy.port());
          Socket accepted = upstream.accept()) {
        proxy.close();
        assertThat(readOrReset(client)).isEqualTo(-1);
        assertThat(readOrReset(accepted)).isEqualTo(-1);
      }
    }
  }

  private static LatencyProxy proxyTo(ServerSocket upstream) throws IOException {
    return LatencyProxy.start("127.0.0.1", upstream.getLocalPort(), TWO_MILLIS, 1);
  }

  private static int readOrReset(Socket socket) throws IOException {
    try {
      // The test's time limit does not interrupt a read.
      socket.setSoTimeout(60_000);
      return socket.getInputStream().read();
    } catch (SocketException reset) {
      return -1;
    }
  }
}
