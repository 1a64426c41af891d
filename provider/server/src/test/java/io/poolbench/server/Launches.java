package io.poolbench.server;

import io.poolbench.api.Dispatcher;
import io.poolbench.api.ExecutorManagement;
import io.poolbench.api.LaunchConfig;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.api.ServiceWork;
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
    return new LaunchConfig(
        pool,
        0,
        Dispatcher.MESSAGE,
        ExecutorManagement.ISOLATION,
        ServiceWork.NONE,
        uri,
        1,
        LaunchConfig.LOOPBACK,
        port,
        0);
  }
}
