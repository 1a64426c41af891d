package io.poolbench.server.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.poolbench.api.AddedLatency;
import io.poolbench.api.LaunchConfig.Fidelity;
import io.poolbench.api.UserInfo;
import io.poolbench.server.RedisWithAlice;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.embedded.RedisServer;

class RedisUsersIT {
  private static final AddedLatency TWENTY_MILLIS = new AddedLatency(20_000, 0);
  private static final long TWENTY_MILLIS_IN_NANOS = 20_000_000;

  @RegisterExtension static final RedisWithAlice REDIS = new RedisWithAlice();

  @Test
  void theLatencyKeepsTheThreadWaitingAndAnAsynchronousReadOpenAndIsPartOfTheirTime()
      throws Exception {
    try (RedisUsers users =
        new RedisUsers(RedisURI.create(REDIS.uri()), 1, Fidelity.QUIET, TWENTY_MILLIS)) {
      long begun = System.nanoTime();
      assertThat(users.find("alice")).isEqualTo(RedisWithAlice.ALICE);
      assertThat(System.nanoTime() - begun).isGreaterThanOrEqualTo(TWENTY_MILLIS_IN_NANOS);
      assertThat(users.readTime().ofThisThread()).isGreaterThanOrEqualTo(TWENTY_MILLIS_IN_NANOS);

      CompletableFuture<UserInfo> answer = new CompletableFuture<>();
      CompletableFuture<Long> ended = new CompletableFuture<>();
      begun = System.nanoTime();
      users.find(
          "alice",
          (user, failure) -> {
            ended.complete(System.nanoTime());
            answer.complete(user);
          });
      assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo(RedisWithAlice.ALICE);
      assertThat(ended.join() - begun).isGreaterThanOrEqualTo(TWENTY_MILLIS_IN_NANOS);
    }
  }

  @Test
  void theLatencyChangesWhileThreadsRead() {
    AddedLatency aMinute = new AddedLatency(60_000_000, 0);
    try (RedisUsers users =
        new RedisUsers(RedisURI.create(REDIS.uri()), 1, Fidelity.QUIET, aMinute)) {
      users.delayBy(TWENTY_MILLIS);
      long begun = System.nanoTime();
      assertThat(users.find("alice")).isEqualTo(RedisWithAlice.ALICE);
      assertThat(System.nanoTime() - begun)
          .isBetween(TWENTY_MILLIS_IN_NANOS, TimeUnit.SECONDS.toNanos(60));
    }
  }

  @Test
  void anInterruptEndsTheWaitOfItsThread() {
    AddedLatency aMinute = new AddedLatency(60_000_000, 0);
    try (RedisUsers users =
        new RedisUsers(RedisURI.create(REDIS.uri()), 1, Fidelity.QUIET, aMinute)) {
      FutureTask<UserInfo> read = new FutureTask<>(() -> users.find("alice"));
      Thread reader = new Thread(read);
      reader.start();
      while (LockSupport.getBlocker(reader) != users) {
        Thread.onSpinWait();
      }
      reader.interrupt();

      assertThat(read).succeedsWithin(Duration.ofSeconds(30)).isEqualTo(RedisWithAlice.ALICE);
    }
  }

  /** No call may hang in a provider whose Redis has stopped answering, whatever waits for it. */
  @Test
  void readsOfAStoppedRedisFailUntilItIsBack() throws Exception {
    int port = RedisWithAlice.freePort();
    String uri = "redis://127.0.0.1:" + port;
    RedisServer redis = RedisWithAlice.serverAt(port);
    redis.start();
    try (RedisUsers users =
        new RedisUsers(
            RedisURI.create(uri), 1, Fidelity.QUIET, AddedLatency.NONE, Duration.ofSeconds(2))) {
      // It is empty: that there is no such user is its answer.
      awaitFailures(users, IllegalArgumentException.class, "no user with pin 'alice'");
      pause(uri);
      awaitFailures(users, IllegalStateException.class, "Redis did not answer");
      assertThat(users.failedReads()).isEqualTo(4);

      redis.stop();
      awaitFailures(users, IllegalStateException.class, "Redis did not answer");
      redis.start();
      awaitFailures(users, IllegalArgumentException.class, "no user with pin 'alice'");
    } finally {
      redis.stop();
    }
  }

  /** Until a read that its thread waits for and one that it does not wait for fail like this. */
  private static void awaitFailures(
      RedisUsers users, Class<? extends RuntimeException> type, String message) throws Exception {
    List<Throwable> failures = failures(users);
    while (!failures.stream().allMatch(type::isInstance)) {
      failures = failures(users);
    }
    // A consumer lacks the classes of a cause.
    assertThat(failures)
        .allSatisfy(failure -> assertThat(failure).hasMessageStartingWith(message).hasNoCause());
  }

  private static List<Throwable> failures(RedisUsers users) throws Exception {
    CompletableFuture<Throwable> asynchronous = new CompletableFuture<>();
    users.find("alice", (user, failure) -> asynchronous.complete(failure));
    return List.of(
        catchThrowable(() -> users.find("alice")), asynchronous.get(60, TimeUnit.SECONDS));
  }

  /** Redis answers no client for a minute, longer than this test runs. */
  private static void pause(String uri) {
    try (RedisClient client = RedisClient.create(uri);
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
