package io.poolbench.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandInterruptedException;
import io.lettuce.core.RedisException;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.poolbench.core.StartException;
import java.time.Duration;

/** One connection to a Redis, with its own client. For one thread. */
record RedisSession(
    RedisUri uri, RedisClient client, StatefulRedisConnection<byte[], byte[]> connection)
    implements AutoCloseable {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

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
      throw failure(uri, e, " (check that it runs, and host, port and password of the URI)");
    }
  }

  /** Creates a client, keeping the interrupt that Netty clears while its timer's thread starts. */
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

  String serverInfo(String field) {
    try {
      return connection
          .sync()
          .info("server")
          .lines()
          .filter(line -> line.startsWith(field + ":"))
          .map(line -> line.substring(field.length() + 1).strip())
          .findFirst()
          .orElse("unknown");
    } catch (RedisException e) {
      throw failure(e);
    }
  }

  RedisUnavailableException failure(RedisException cause) {
    return failure(uri, cause, "");
  }

  private static RedisUnavailableException failure(
      RedisUri uri, RedisException cause, String remedy) {
    return new RedisUnavailableException(
        "Redis at %s not usable: %s%s".formatted(uri, StartException.rootMessage(cause), remedy),
        cause);
  }

  @Override
  public void close() {
    connection.close();
    shutDown(client);
  }

  /** Restores the interrupt, which Lettuce clears while it waits for a connection. */
  private static void keepInterrupt(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof InterruptedException
          || cause instanceof RedisCommandInterruptedException) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /** Shuts down; on an interrupted thread in the background, with the interrupt kept. */
  private static void shutDown(RedisClient client) {
    try {
      client.shutdown(Duration.ZERO, CONNECT_TIMEOUT);
    } catch (RedisCommandInterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
