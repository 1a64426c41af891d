package io.poolbench.server;

import static io.poolbench.server.RedisWithAlice.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.core.AgentProtocol;
import io.poolbench.core.ProviderMetrics;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The launch contract of the provider process. */
class ProviderLaunchIT {
  @RegisterExtension static final RedisWithAlice REDIS = new RedisWithAlice();

  @TempDir Path folder;

  @Test
  void anUnusableRedisIsAStartFailureInOneLineWithoutItsPassword() throws Exception {
    String unanswered = "127.0.0.1:" + RedisWithAlice.freePort();
    assertFailsWith("redis://:s3cret@" + unanswered, "cannot read Redis at " + unanswered);
    assertFailsWith("s3cret", "invalid Redis URI");
  }

  @Test
  void itTakesChangesOfItsWorkAndEndsWithItsDriver() throws Exception {
    // A round is six dependent operations: 0.24 s at 5 GHz.
    String busy = AgentProtocol.CHANGE_WORK + 200_000_000;
    try (ProviderProcess provider =
        ProviderProcess.startReady(Launches.config(REDIS.uri()), folder)) {
      assertThat(applicationSecondsOfCall(provider, 1)).isPositive();
      provider.send("no command");
      provider.send(busy);
      assertThat(provider.nextLine()).isEqualTo(busy);
      assertThat(applicationSecondsOfCall(provider, 2)).isGreaterThan(0.05);
      assertThat(provider.errors()).contains("no command").hasLineCount(1);

      provider.closeInput();
      assertThat(provider.awaitExit()).isZero();
    }
  }

  private static double applicationSecondsOfCall(ProviderProcess provider, int number)
      throws Exception {
    String seconds = ProviderMetrics.sum(ProviderMetrics.APPLICATION);
    double before = provider.metrics().get(seconds);
    assertThat(provider.service().findUserInfo("alice")).isEqualTo(ALICE);
    return provider.metricsAfter(number).get(seconds) - before;
  }

  /** Exit code 1, one line and no password. */
  private void assertFailsWith(String redisUri, String problem) throws Exception {
    try (ProviderProcess provider = ProviderProcess.start(Launches.config(redisUri), folder)) {
      assertThat(provider.awaitExit()).isEqualTo(1);
      assertThat(provider.errors())
          .startsWith("poolbench-provider: " + problem)
          .hasLineCount(1)
          .doesNotContain("s3cret");
    }
  }
}
