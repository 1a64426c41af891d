package io.poolbench.inspect;

import io.poolbench.dubbo.ZooKeeperRegistry;
import io.poolbench.lab.LabException;
import io.poolbench.result.ViolationCode;
import java.io.IOException;
import java.util.List;
import java.util.Objects;

/**
 * What a registry has of providers, none of which is called.
 *
 * @param url such as {@code zookeeper://192.0.2.7:2181}
 * @param providers by service and address
 */
public record RegistryInspection(String url, List<RegisteredProvider> providers) {
  public RegistryInspection {
    Objects.requireNonNull(url, "url");
    providers = List.copyOf(providers);
  }

  /**
   * Reads a registry.
   *
   * @throws IllegalArgumentException if the URL is not one of ZooKeeper
   * @throws LabException where it does not answer
   */
  public static RegistryInspection of(String url) throws LabException, InterruptedException {
    try (ZooKeeperRegistry registry = ZooKeeperRegistry.connect(url)) {
      return new RegistryInspection(
          url, registry.urls().stream().map(RegisteredProvider::new).toList());
    } catch (IOException e) {
      throw new LabException(
          ViolationCode.PROVIDER_UNREACHABLE, "registry %s: %s".formatted(url, e.getMessage()), e);
    }
  }
}
