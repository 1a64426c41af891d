package io.poolbench.server;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.poolbench.api.Dispatcher;
import io.poolbench.api.ExecutorManagement;
import io.poolbench.api.LaunchConfig;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.api.ServiceWork;
import io.poolbench.api.UserInfo;
import io.poolbench.api.UserRecord;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import redis.embedded.RedisServer;

/** What a provider is launched with in these tests. */
final class Launches {
  private Launches() {}

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  static RedisServer redisAt(int port) throws IOException {
    return RedisServer.newRedisServer()
        .port(port)
        .setting("bind 127.0.0.1")
        .setting("save \"\"")
        .build();
  }

  static void store(UserInfo user, int redisPort) {
    try (RedisClient client = RedisClient.create("redis://127.0.0.1:" + redisPort);
        StatefulRedisConnection<String, byte[]> connection =
            client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE))) {
      connection.sync().set(UserRecord.key(user.getPin()), UserRecord.encode(user));
    }
  }

  static LaunchConfig withRedis(String uri) {
    return withRedis(uri, 0);
  }

  static LaunchConfig withRedis(String uri, int port) {
    return withRedis(uri, PoolConfig.of(PoolType.FIXED, null, 4, 100, null), port);
  }

  static LaunchConfig withRedis(String uri, PoolConfig pool) {
    return withRedis(uri, pool, 0);
  }

  private static LaunchConfig withRedis(String uri, PoolConfig pool, int port) {
    return withRedis(uri, pool, 1, port);
  }

  static LaunchConfig withRedis(String uri, PoolConfig pool, int redisConnections, int port) {
    return new LaunchConfig(
        pool,
        0,
        Dispatcher.MESSAGE,
        ExecutorManagement.ISOLATION,
        ServiceWork.NONE,
        uri,
        redisConnections,
        LaunchConfig.LOOPBACK,
        port,
        0);
  }
}
