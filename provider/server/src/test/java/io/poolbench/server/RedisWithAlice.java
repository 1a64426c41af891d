package io.poolbench.server;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.poolbench.api.UserInfo;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import redis.embedded.RedisServer;

/** A Redis with one record, {@link #ALICE}, for all tests of a class. */
public final class RedisWithAlice implements BeforeAllCallback, AfterAllCallback {
  public static final UserInfo ALICE = new UserInfo("alice", "Alice", 3, 1_700_000_000, "文");

  private int port;
  private RedisServer server;

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    port = freePort();
    server = serverAt(port);
    server.start();
    try (RedisClient client = RedisClient.create(uri());
        StatefulRedisConnection<String, byte[]> connection =
            client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE))) {
      connection.sync().set(UserInfo.key(ALICE.getPin()), ALICE.encode());
    }
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    server.stop();
  }

  public int port() {
    return port;
  }

  public String uri() {
    return "redis://127.0.0.1:" + port;
  }

  public static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** An empty Redis, not started yet. */
  public static RedisServer serverAt(int port) {
    return RedisServer.builder().port(port).setting("bind 127.0.0.1").setting("save \"\"").build();
  }
}
