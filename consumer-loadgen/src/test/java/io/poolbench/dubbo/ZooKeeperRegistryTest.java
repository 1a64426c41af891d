package io.poolbench.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.apache.dubbo.common.URL;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against ZooKeeper's own server, in this process. */
class ZooKeeperRegistryTest {
  private static final InetSocketAddress ONE =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 20_990);

  @Test
  void aProviderIsRegisteredAsDubboDoesUntilItIsClosed() throws Exception {
    try (TestingServer server = new TestingServer();
        ZooKeeperRegistry reader = ZooKeeperRegistry.connect(url(server))) {
      assertThat(reader.addresses()).isEmpty();
      try (ZooKeeperRegistry one = ZooKeeperRegistry.connect(url(server));
          ZooKeeperRegistry other = ZooKeeperRegistry.connect(url(server))) {
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

  @Test
  void servicesOfOthersAreListedToo() throws Exception {
    String url =
        "dubbo://192.0.2.7:20880/com.example.Orders?interface=com.example.Orders&threads=9";
    try (TestingServer server = new TestingServer();
        CuratorFramework client =
            CuratorFrameworkFactory.newClient(server.getConnectString(), new RetryOneTime(100))) {
      client.start();
      client.create().creatingParentsIfNeeded().forPath("/dubbo/mapping/com.example.Orders");
      client
          .create()
          .creatingParentsIfNeeded()
          .forPath(
              "/dubbo/com.example.Orders/providers/"
                  + URLEncoder.encode(url, StandardCharsets.UTF_8));

      try (ZooKeeperRegistry reader = ZooKeeperRegistry.connect(url(server))) {
        assertThat(reader.urls()).containsExactly(url);
        assertThat(reader.addresses()).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"nacos://127.0.0.1:8848", "zookeeper://", "zookeeper://h", "zookeeper://h:0"})
  void anotherRegistryIsRefused(String url) {
    assertThatThrownBy(() -> ZooKeeperRegistry.connect(url))
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
