package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.redis.AddedLatency;
import io.poolbench.spec.Cell.NetworkSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RouteTest {
  private static final NetworkSettings ONE_MILLI = new NetworkSettings(new AddedLatency(1_000, 0));

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void withoutLatencyTheRouteIsDirect(boolean byClient) throws Exception {
    InetSocketAddress provider = new InetSocketAddress(InetAddress.getLoopbackAddress(), 20880);
    try (Route route = Route.toProvider(provider, NetworkSettings.NONE, byClient)) {
      assertThat(route.isDirect()).isTrue();
      assertThat(route.destination().address()).isEqualTo(provider);
      assertThat(route.destination().delays().isNone()).isTrue();
    }
  }

  @Test
  void latencyThatTheClientAddsNeedsNoProxyAndFollowsTheRoute() throws Exception {
    InetSocketAddress provider = new InetSocketAddress(InetAddress.getLoopbackAddress(), 20880);
    try (Route route = Route.toProvider(provider, ONE_MILLI, true)) {
      assertThat(route.isDirect()).isFalse();
      assertThat(route.destination().address()).isEqualTo(provider);
      assertThat(route.destination().delays().isNone()).isFalse();
      // Calibration may come to no latency at all, and go on from there.
      route.delayBy(AddedLatency.NONE);
      route.delayBy(new AddedLatency(500, 0));
      assertThat(route.isDirect()).isFalse();
      assertThat(route.destination().delays().isNone()).isFalse();
    }
  }

  @Test
  void withLatencyTheRouteUsesAProxyOnLoopbackThatItCloses() throws Exception {
    try (ServerSocket provider = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Route route =
            Route.toProvider(
                (InetSocketAddress) provider.getLocalSocketAddress(), ONE_MILLI, false);
        Socket driver = connected(route.destination().address());
        Socket accepted = provider.accept()) {
      assertThat(route.isDirect()).isFalse();
      assertThat(route.destination().address().getPort()).isNotEqualTo(provider.getLocalPort());
      assertThat(route.destination().address().getAddress().isLoopbackAddress()).isTrue();
      assertThat(route.destination().delays().isNone()).isTrue();
      driver.getOutputStream().write(7);
      assertThat(accepted.getInputStream().read()).isEqualTo(7);
      accepted.getOutputStream().write(8);
      assertThat(driver.getInputStream().read()).isEqualTo(8);

      route.close();
      assertThat(readOrReset(driver)).isEqualTo(-1);
      assertThat(readOrReset(accepted)).isEqualTo(-1);
    }
  }

  private static Socket connected(InetSocketAddress address) throws IOException {
    return new Socket(address.getAddress(), address.getPort());
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
