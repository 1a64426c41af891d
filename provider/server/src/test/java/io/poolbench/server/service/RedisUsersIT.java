package io.poolbench.server.service;

import static io.poolbench.server.RedisWithAlice.ALICE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.poolbench.api.LaunchConfig.Fidelity;
import io.poolbench.api.UserInfo;
import io.poolbench.server.RedisWithAlice;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RedisUsersIT {
  @RegisterExtension static final RedisWithAlice REDIS = new RedisWithAlice();

  /** No call may hang in a provider whose Redis has stopped answering, whatever waits for it. */
  @Test
  void aReadThatRedisDoesNotAnswerFailsAtItsTimeout() throws Exception {
    try (RedisUsers users =
        new RedisUsers(RedisURI.create(REDIS.uri()), 1, Fidelity.QUIET, Duration.ofSeconds(2))) {
      assertThat(users.find("alice")).isEqualTo(ALICE);
      pause();

      assertThatThrownBy(() -> users.find("alice"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageStartingWith("Redis did not answer");
      CompletableFuture<UserInfo> answer = new CompletableFuture<>();
      users.find(
          "alice",
          (user, failure) -> {
            if (failure == null) {
              answer.complete(user);
            } else {
              answer.completeExceptionally(failure);
            }
          });
      assertThatThrownBy(() -> answer.get(60, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(IllegalStateException.class)
          .hasMessageContaining("Redis did not answer");
      assertThat(users.failedReads()).isEqualTo(2);
    }
  }

  /** Redis answers no client for a minute, longer than this test runs. */
  private static void pause() {
    try (RedisClient client = RedisClient.create(REDIS.uri());
        StatefulRedisConnection<String, String> connection = client.connect()) {
      connection
          .sync()
          .dispatch(
              CommandType.CLIENT,
              new StatusOutput<>(StringCodec.UTF8),
              new CommandArgs<>(StringCodec.UTF8).add("PAUSE").add(60_000));
    }
  }
}
