package io.poolbench.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandInterruptedException;
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
    RedisClient client = create(uri);
    client.setOptions(
        ClientOptions.builder()
            .autoReconnect(false)
            .socketOptions(SocketOptions.builder().connectTimeout(CONNECT_TIMEOUT).build())
            .timeoutOptions(TimeoutOptions.enabled())
            .build());
    try {
      return new RedisSession(uri, client, client.connect(ByteArrayCodec.INSTANCE));
    } catch (RedisException e) {
      shutDown(client);
      keepInterrupt(e);
      throw failure(uri, e);
    }
  }

  /** A client's timer (Netty's) waits for its thread, and uses up an interrupt that it meets. */
  private static RedisClient create(RedisUri uri) {
    boolean interrupted = Thread.interrupted();
    try {
      return RedisClient.create(uri.toLettuce());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
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
    shutDown(client);
  }

  /** Lettuce uses an interrupt up where it waits for a connection. */
  private static void keepInterrupt(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof InterruptedException
          || cause instanceof RedisCommandInterruptedException) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /** Where the thread is interrupted it stays so, and the client shuts down behind its back. */
  private static void shutDown(RedisClient client) {
    try {
      client.shutdown(Duration.ZERO, CONNECT_TIMEOUT);
    } catch (RedisCommandInterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
