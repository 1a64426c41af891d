package io.poolbench.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.curator.test.TestingServer;
import org.apache.dubbo.common.URL;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against ZooKeeper's own server, in this process. */
class MessageRegistryTest {
  private static final InetSocketAddress ONE =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 20_990);

  @Test
  void aProviderIsRegisteredAsDubboDoesUntilItIsClosed() throws Exception {
    try (TestingServer server = new TestingServer();
        MessageRegistry reader = MessageRegistry.connect(url(server))) {
      assertThat(reader.addresses()).isEmpty();
      try (MessageRegistry one = MessageRegistry.connect(url(server));
          MessageRegistry other = MessageRegistry.connect(url(server))) {
        one.register(ONE);
        other.register(new InetSocketAddress("192.0.2.7", 20_991));

        assertThat(reader.addresses()).containsExactly("127.0.0.1:20990", "192.0.2.7:20991");
        assertThat(read(server))
            .extracting(URL::getProtocol, URL::getServiceInterface)
            .containsOnly(tuple("dubbo", MessageService.class.getName()));
        assertThat(one.ownAddress().isLoopbackAddress()).isTrue();
      }
      assertThat(reader.addresses()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"nacos://127.0.0.1:8848", "zookeeper://", "zookeeper://h", "zookeeper://h:0"})
  void anotherRegistryIsRefused(String url) {
    assertThatThrownBy(() -> MessageRegistry.connect(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(url);
  }

  /** As Dubbo reads them. */
  private static List<URL> read(TestingServer server) throws Exception {
    try (ZooKeeper client = new ZooKeeper(server.getConnectString(), 10_000, event -> {})) {
      return client
          .getChildren("/dubbo/" + MessageService.class.getName() + "/providers", false)
          .stream()
          .map(node -> URL.valueOf(URLDecoder.decode(node, StandardCharsets.UTF_8)))
          .toList();
    }
  }

  private static String url(TestingServer server) {
    return "zookeeper://" + server.getConnectString();
  }
}
