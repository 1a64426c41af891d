package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.redis.AddedLatency;
import io.poolbench.redis.RedisKind;
import io.poolbench.redis.RedisServer;
import java.util.Objects;

/**
 * Where the record lives.
 *
 * @param kind which Redis
 * @param uri of an external one; empty otherwise
 * @param records how many users the data set has
 * @param recordBytes the size of a stored user
 * @param connections how many connections the provider's threads share
 * @param latency added to each answer
 */
public record RedisSettings(
    RedisKind kind,
    String uri,
    int records,
    int recordBytes,
    int connections,
    AddedLatency latency) {

  public RedisSettings {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(uri, "uri");
    Objects.requireNonNull(latency, "latency");
    InvalidSettingException.requireRange("records", records, 1, 100_000_000);
    InvalidSettingException.requireRange("connections", connections, 1, 1024);
    if (recordBytes < 64 || recordBytes > 1 << 20) {
      throw new InvalidSettingException(
          "recordSize", recordBytes + "B is out of range; valid: 64B..1MiB");
    }
    kind.requireUri(uri);
    if (!uri.isEmpty()) {
      RedisServer.requireUri(uri, latency);
    }
  }

  /** The URI without user and password: what files and screens may show. */
  public String uriWithoutCredentials() {
    int credentials = uri.indexOf("//") + 2;
    int host = uri.lastIndexOf('@') + 1;
    return host > credentials ? uri.substring(0, credentials) + uri.substring(host) : uri;
  }

  /** As a record prints itself, without the password. */
  @Override
  public String toString() {
    return "RedisSettings[kind=%s, uri=%s, records=%d, recordBytes=%d, connections=%d, latency=%s]"
        .formatted(kind, uriWithoutCredentials(), records, recordBytes, connections, latency);
  }
}
