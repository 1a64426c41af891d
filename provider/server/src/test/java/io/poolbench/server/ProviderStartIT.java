package io.poolbench.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.api.LaunchConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import redis.embedded.RedisServer;

/** A provider that cannot start, for a reason that its user can remedy. */
@Timeout(60)
class ProviderStartIT {
  private static RedisServer redis;
  private static int redisPort;

  @TempDir Path folder;

  @BeforeAll
  static void startRedis() throws IOException {
    redisPort = Launches.freePort();
    redis = Launches.redisAt(redisPort);
    redis.start();
  }

  @AfterAll
  static void stopRedis() throws IOException {
    redis.stop();
  }

  @Test
  void aPortInUseIsOneLineAndExitCode1() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      LaunchConfig config =
          Launches.withRedis("redis://127.0.0.1:" + redisPort, taken.getLocalPort());

      assertFailsWith(config, "cannot listen at 127.0.0.1:" + taken.getLocalPort());
    }
  }

  @Test
  void aRedisThatIsNotThereIsOneLineWithoutItsPassword() throws Exception {
    int nobody = Launches.freePort();
    LaunchConfig config = Launches.withRedis("redis://:s3cret@127.0.0.1:" + nobody);

    assertThat(assertFailsWith(config, "cannot read Redis at 127.0.0.1:" + nobody))
        .doesNotContain("s3cret");
  }

  @Test
  void aPasswordThatRedisRefusesIsNotPrinted() throws Exception {
    LaunchConfig config = Launches.withRedis("redis://mallory:s3cret@127.0.0.1:" + redisPort);

    assertThat(assertFailsWith(config, "cannot read Redis at 127.0.0.1:" + redisPort))
        .doesNotContain("s3cret");
  }

  @Test
  void aRedisUriThatIsNoneIsNotPrinted() throws Exception {
    assertThat(assertFailsWith(Launches.withRedis("s3cret"), "the Redis URI is not valid"))
        .doesNotContain("s3cret");
  }

  private String assertFailsWith(LaunchConfig config, String problem) throws Exception {
    try (ProviderProcess provider = ProviderProcess.start(config, folder)) {
      assertThat(provider.awaitExit()).isEqualTo(1);
      String errors = provider.errors();
      assertThat(errors).startsWith("poolbench-provider: " + problem).hasLineCount(1);
      return errors;
    }
  }
}
