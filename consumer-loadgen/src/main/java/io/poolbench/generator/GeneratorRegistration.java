package io.poolbench.generator;

import io.poolbench.dubbo.ZooKeeperRegistry;
import io.poolbench.remote.PeerException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/** A generator in a registry, until it is closed. */
public final class GeneratorRegistration implements AutoCloseable {
  private final ZooKeeperRegistry registry;
  private final InetSocketAddress address;

  private GeneratorRegistration(ZooKeeperRegistry registry, InetSocketAddress address) {
    this.registry = registry;
    this.address = address;
  }

  /**
   * Registers a generator.
   *
   * @param url of the registry
   * @param bound where the generator listens; of all addresses the one towards the registry is
   *     registered
   * @throws PeerException if the registry does not take it
   */
  public static GeneratorRegistration of(String url, InetSocketAddress bound)
      throws PeerException, InterruptedException {
    ZooKeeperRegistry registry = connect(url);
    try {
      InetAddress own =
          bound.getAddress().isAnyLocalAddress() ? registry.ownAddress() : bound.getAddress();
      InetSocketAddress address = new InetSocketAddress(own, bound.getPort());
      registry.register(address);
      return new GeneratorRegistration(registry, address);
    } catch (IOException e) {
      registry.close();
      throw unreachable(url, e);
    } catch (InterruptedException e) {
      registry.close();
      throw e;
    }
  }

  /**
   * The generators in a registry, a {@code HOST:PORT} each.
   *
   * @throws PeerException if the registry cannot be read, or has none
   */
  public static List<String> find(String url) throws PeerException, InterruptedException {
    try (ZooKeeperRegistry registry = connect(url)) {
      List<String> found = registry.addresses();
      if (found.isEmpty()) {
        throw PeerException.failure("registry " + url + ": no generators registered");
      }
      return found;
    } catch (IOException e) {
      throw unreachable(url, e);
    }
  }

  private static ZooKeeperRegistry connect(String url) throws PeerException, InterruptedException {
    try {
      return ZooKeeperRegistry.connect(url);
    } catch (IllegalArgumentException e) {
      throw PeerException.mistake(e.getMessage());
    } catch (IOException e) {
      throw unreachable(url, e);
    }
  }

  private static PeerException unreachable(String url, IOException e) {
    return new PeerException("registry %s: %s".formatted(url, e.getMessage()), e);
  }

  /** Where coordinators find it. */
  public InetSocketAddress address() {
    return address;
  }

  @Override
  public void close() {
    registry.close();
  }
}
