package io.poolbench.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AcceptQueuesTest {
  @Test
  void theValueStandsBelowItsName() {
    assertThat(
            AcceptQueues.overflows(
                List.of(
                    "TcpExt: SyncookiesSent ListenOverflows ListenDrops",
                    "TcpExt: 7 20664 30000",
                    "IpExt: InNoRoutes ListenOverflows",
                    "IpExt: 1 2")))
        .isEqualTo(20_664);
    assertThat(AcceptQueues.overflows(List.of("IpExt: ListenOverflows", "IpExt: 2"))).isNaN();
    assertThat(AcceptQueues.overflows(List.of("TcpExt: ListenOverflows"))).isNaN();
  }

  /** The kernel holds one connection more than the queue's length. */
  @Test
  void aConnectionBeyondTheQueueIsCounted() throws IOException {
    int held = 2;
    List<SocketChannel> clients = new ArrayList<>();
    try (ServerSocket server = new ServerSocket(0, held, InetAddress.getLoopbackAddress())) {
      double before = AcceptQueues.overflows();
      for (int i = 0; i < held + 2; i++) {
        SocketChannel client = SocketChannel.open();
        client.configureBlocking(false);
        client.connect(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()));
        clients.add(client);
      }
      assertThat(AcceptQueues.overflows()).isGreaterThan(before);
    } finally {
      for (SocketChannel client : clients) {
        client.close();
      }
    }
  }
}
