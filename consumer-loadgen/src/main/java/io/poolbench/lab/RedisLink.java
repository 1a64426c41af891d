package io.poolbench.lab;

import java.net.InetSocketAddress;
import java.util.List;

/**
 * A seeded Redis.
 *
 * @param uri for the provider; may contain a password
 * @param description without a password
 * @param notes of its start, if it was started for this request
 */
public record RedisLink(String uri, String host, int port, String description, List<String> notes) {
  public RedisLink {
    notes = List.copyOf(notes);
  }

  InetSocketAddress address() {
    return InetSocketAddress.createUnresolved(host, port);
  }

  @Override
  public String toString() {
    return description;
  }
}
