package io.poolbench.server;

import io.poolbench.api.UserInfo;
import java.io.IOException;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import redis.embedded.RedisServer;

/** A Redis that serves one record, {@link #ALICE}, from before a class's first test to its last. */
final class RedisWithAlice implements BeforeAllCallback, AfterAllCallback {
  static final UserInfo ALICE = new UserInfo("alice", "Alice", 3, 1_700_000_000, "文");

  private int port;
  private RedisServer server;

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    port = Launches.freePort();
    server = Launches.redisAt(port);
    server.start();
    Launches.store(ALICE, port);
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    server.stop();
  }

  int port() {
    return port;
  }

  String uri() {
    return "redis://127.0.0.1:" + port;
  }
}
