package io.poolbench.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import java.time.Duration;

/** One connection to a Redis, with a client of its own. For one thread. */
final class RedisSession implements AutoCloseable {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  private final RedisUri uri;
  private final RedisClient client;
  private final StatefulRedisConnection<byte[], byte[]> connection;

  private RedisSession(
      RedisUri uri, RedisClient client, StatefulRedisConnection<byte[], byte[]> connection) {
    this.uri = uri;
    this.client = client;
    this.connection = connection;
  }

  /**
   * Connects.
   *
   * @throws RedisUnavailableException where nothing answers there, or it refuses the login
   */
  static RedisSession open(RedisUri uri) {
    RedisClient client = RedisClient.create(uri.toLettuce());
    client.setOptions(
        ClientOptions.builder()
            .autoReconnect(false)
            .socketOptions(SocketOptions.builder().connectTimeout(CONNECT_TIMEOUT).build())
            .timeoutOptions(TimeoutOptions.enabled())
            .build());
    try {
      return new RedisSession(uri, client, client.connect(ByteArrayCodec.INSTANCE));
    } catch (RedisException e) {
      client.shutdown(Duration.ZERO, CONNECT_TIMEOUT);
      throw failure(uri, e);
    }
  }

  StatefulRedisConnection<byte[], byte[]> connection() {
    return connection;
  }

  /** What the server says of itself, after a ping. */
  ServerInfo serverInfo() {
    try {
      connection.sync().ping();
      return ServerInfo.parse(connection.sync().info("server"));
    } catch (RedisException e) {
      throw failure(e);
    }
  }

  RedisUnavailableException failure(RedisException cause) {
    return failure(uri, cause);
  }

  private static RedisUnavailableException failure(RedisUri uri, RedisException cause) {
    return new RedisUnavailableException(
        "Redis at "
            + uri
            + " cannot be used: "
            + RedisUnavailableException.rootMessage(cause)
            + "; check that it runs there, and host, port and password of the URI",
        cause);
  }

  @Override
  public void close() {
    connection.close();
    client.shutdown(Duration.ZERO, CONNECT_TIMEOUT);
  }
}
