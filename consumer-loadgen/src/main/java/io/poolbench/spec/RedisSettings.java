package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.redis.AddedLatency;
import io.poolbench.redis.RedisKind;
import java.util.Objects;

/**
 * Where the record lives.
 *
 * @param kind which Redis
 * @param uri of an external one; empty otherwise
 * @param records how many users the data set has
 * @param recordBytes the size of a stored user
 * @param latency added to each answer
 */
public record RedisSettings(
    RedisKind kind, String uri, int records, int recordBytes, AddedLatency latency) {

  public RedisSettings {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(uri, "uri");
    Objects.requireNonNull(latency, "latency");
    InvalidSettingException.requireRange("records", records, 1, 100_000_000);
    InvalidSettingException.requireRange("recordBytes", recordBytes, 64, 1 << 20);
    if (kind == RedisKind.EXTERNAL && uri.isEmpty()) {
      throw new InvalidSettingException(
          "uri", "is missing; valid: redis://[:password@]host:port[/db]");
    }
  }
}
