package io.poolbench.study;

import io.poolbench.api.AddedLatency;
import io.poolbench.redis.RedisKind;

/**
 * The Redis of a cell.
 *
 * @param kind which Redis; {@code AUTO} with a URI is external
 * @param uri of an external Redis; empty otherwise
 * @param connections shared by the provider's threads
 */
public record RedisSettings(
    RedisKind kind, String uri, int records, int connections, AddedLatency latency) {
  /** For providers whose calls do not read poolbench's Redis. */
  static final RedisSettings NONE = new RedisSettings(RedisKind.AUTO, "", 1, 1, AddedLatency.NONE);

  public RedisSettings {
    kind = kind.resolve(uri);
    uri = kind.usesUri() ? uri : "";
    kind.requireUri(uri);
  }

  /** This Redis at another URI, or with its password. */
  public RedisSettings at(String otherUri) {
    return new RedisSettings(kind, otherUri, records, connections, latency);
  }

  RedisSettings delayedBy(AddedLatency other) {
    return new RedisSettings(kind, uri, records, connections, other);
  }

  /** The URI without user and password, safe for files and screens. */
  public String uriWithoutCredentials() {
    return withoutCredentials(uri);
  }

  public static String withoutCredentials(String uri) {
    int credentials = uri.indexOf("//") + 2;
    int host = uri.lastIndexOf('@') + 1;
    return host > credentials ? uri.substring(0, credentials) + uri.substring(host) : uri;
  }

  /** Hides the password. */
  @Override
  public String toString() {
    return "RedisSettings[kind=%s, uri=%s, records=%d, connections=%d, latency=%s]"
        .formatted(kind, uriWithoutCredentials(), records, connections, latency);
  }
}
