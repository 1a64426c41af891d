package io.poolbench.dubbo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.nodes.PersistentNode;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;

/**
 * The providers in a registry of Dubbo on ZooKeeper, by interface: {@code
 * /dubbo/INTERFACE/providers/URL}. Those that are registered by application alone are not among
 * them. For one thread.
 */
public final class ZooKeeperRegistry implements AutoCloseable {
  /** How long a process that ended without a word stays registered. */
  private static final Duration SESSION = Duration.ofSeconds(10);

  private static final Duration CONNECT = Duration.ofSeconds(3);
  private static final String SERVICE = MessageService.class.getName();
  private static final String ROOT = "/dubbo";
  private static final String ADDRESS = "[^:,/?@\\s]+:[1-9][0-9]{0,4}";
  private static final Pattern URL =
      Pattern.compile("zookeeper://(" + ADDRESS + "(?:," + ADDRESS + ")*)");

  private final CuratorFramework client;
  private final String url;
  private PersistentNode node;

  private ZooKeeperRegistry(CuratorFramework client, String url) {
    this.client = client;
    this.url = url;
  }

  /** Whether a text is meant as the URL of a registry. */
  public static boolean isUrl(String text) {
    return text.contains("://");
  }

  /**
   * Connects.
   *
   * @param url such as {@code zookeeper://192.0.2.7:2181}, several servers with commas between
   * @throws IllegalArgumentException if it is none
   * @throws IOException if no server answers
   */
  public static ZooKeeperRegistry connect(String url) throws IOException, InterruptedException {
    CuratorFramework client =
        CuratorFrameworkFactory.newClient(
            servers(url),
            Math.toIntExact(SESSION.toMillis()),
            Math.toIntExact(CONNECT.toMillis()),
            new RetryOneTime(Math.toIntExact(CONNECT.toMillis() / 10)));
    client.start();
    boolean connected = false;
    try {
      connected =
          client.blockUntilConnected(Math.toIntExact(CONNECT.toMillis()), TimeUnit.MILLISECONDS);
    } finally {
      if (!connected) {
        client.close();
      }
    }
    if (!connected) {
      throw new IOException("no answer within %d s".formatted(CONNECT.toSeconds()));
    }
    return new ZooKeeperRegistry(client, url);
  }

  private static String servers(String url) {
    Matcher valid = URL.matcher(url);
    if (!valid.matches()) {
      throw new IllegalArgumentException(
          "invalid registry '" + url + "' (example: zookeeper://192.0.2.7:2181)");
    }
    return valid.group(1);
  }

  /**
   * The address of this host on the route to the registry.
   *
   * @throws IOException if there is no route
   */
  public InetAddress ownAddress() throws IOException {
    String first = servers(url).split(",", 2)[0];
    return MessageAddress.towards(InetAddress.getByName(first.substring(0, first.indexOf(':'))));
  }

  /**
   * Registers a provider of {@link MessageService} until this is closed, or its process ends; again
   * where the registry has forgotten it.
   *
   * @throws IOException if the registry does not confirm it
   */
  public void register(InetSocketAddress address) throws IOException, InterruptedException {
    String provider =
        "dubbo://%s:%d/%s?application=%s&interface=%s&side=provider"
            .formatted(
                address.getAddress().getHostAddress(),
                address.getPort(),
                SERVICE,
                MessageServer.APPLICATION,
                SERVICE);
    node =
        new PersistentNode(
            client,
            CreateMode.EPHEMERAL,
            false,
            providers(SERVICE) + "/" + URLEncoder.encode(provider, UTF_8),
            new byte[0]);
    node.start();
    if (!node.waitForInitialCreate(CONNECT.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IOException("not registered within %d s".formatted(CONNECT.toSeconds()));
    }
  }

  /**
   * The providers of {@link MessageService}, a {@code HOST:PORT} each, sorted.
   *
   * @throws IOException if the registry cannot be read
   */
  public List<String> addresses() throws IOException {
    return urls(SERVICE).stream()
        .map(provider -> URI.create(provider).getAuthority())
        .distinct()
        .sorted()
        .toList();
  }

  /**
   * The URLs of all providers, sorted: {@code dubbo://192.0.2.7:20880/com.example.Orders?...}.
   *
   * @throws IOException if the registry cannot be read
   */
  public List<String> urls() throws IOException {
    List<String> urls = new ArrayList<>();
    for (String service : children(ROOT)) {
      urls.addAll(urls(service));
    }
    return urls.stream().sorted().toList();
  }

  private List<String> urls(String service) throws IOException {
    return children(providers(service)).stream()
        .map(provider -> URLDecoder.decode(provider, UTF_8))
        .toList();
  }

  private static String providers(String service) {
    return ROOT + "/" + service + "/providers";
  }

  private List<String> children(String path) throws IOException {
    try {
      return client.getChildren().forPath(path);
    } catch (KeeperException.NoNodeException e) {
      return List.of();
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(DubboFramework.reason(e), e);
    }
  }

  @Override
  public void close() {
    try (client;
        PersistentNode registered = node) {
      // Unregisters before it disconnects.
    } catch (IOException e) {
      // The registry forgets it by itself.
    }
  }
}
