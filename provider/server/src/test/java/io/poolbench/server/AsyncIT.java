package io.poolbench.server;

import static io.poolbench.server.RedisWithAlice.ALICE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.api.LaunchConfig;
import io.poolbench.api.PermissionService;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.api.UserInfo;
import io.poolbench.core.ProviderHistograms;
import io.poolbench.core.ProviderMetrics;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Which thread waits for Redis, and whose pool that holds, with a pool of one thread. */
class AsyncIT {
  private static final PoolConfig ONE_THREAD = PoolConfig.of(PoolType.FIXED, null, 1, 100, null);
  private static final int CALLS = 8;

  @RegisterExtension static final RedisWithAlice REDIS = new RedisWithAlice();

  @TempDir Path folder;

  /** A form of a method, as an ordinary consumer calls it. */
  private interface Form {
    Form SYNC = PermissionService::findUserInfo;
    Form FUTURE = (service, pin) -> service.findUserInfoFuture(pin).get();
    Form ASYNC_CONTEXT = PermissionService::findUserInfoAsyncContext;
    List<Form> ALL = List.of(SYNC, FUTURE, ASYNC_CONTEXT);

    UserInfo find(PermissionService service, String pin) throws Exception;
  }

  @Test
  void theThreeFormsAnswerAlikeAndOnlyOneOfThemKeepsTheThread() throws Exception {
    try (RedisGate gate = new RedisGate(REDIS.port());
        ProviderProcess provider = start(Launches.config(ONE_THREAD, gate.uri()))) {
      for (Form form : Form.ALL) {
        // Twice: the thread keeps nothing of the call before.
        assertThat(form.find(provider.service(), "alice")).isEqualTo(ALICE);
        assertThat(form.find(provider.service(), "alice")).isEqualTo(ALICE);
        assertThatThrownBy(() -> found(form, provider, "nobody"))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("no user with pin 'nobody'");
      }

      gate.hold();
      List<Future<UserInfo>> futures = concurrently(Form.FUTURE, provider);
      awaitOpen(provider, CALLS);
      List<Future<UserInfo>> contexts = concurrently(Form.ASYNC_CONTEXT, provider);
      Map<String, Double> open = awaitOpen(provider, 2 * CALLS);
      assertThat(open)
          .containsEntry(ProviderMetrics.POOL_ACTIVE, 0.0)
          .containsEntry(ProviderMetrics.QUEUE_SIZE, 0.0);
      provider.ping().empty();

      List<Future<UserInfo>> syncs = concurrently(Form.SYNC, provider);
      Map<String, Double> held =
          provider.awaitMetrics(
              now ->
                  now.get(ProviderMetrics.QUEUE_SIZE) == CALLS - 1
                      && now.get(ProviderMetrics.POOL_ACTIVE) == 1);
      assertThat(held).containsEntry(ProviderMetrics.ASYNC_OPEN, 2.0 * CALLS);
      gate.release();
      for (Future<UserInfo> answer :
          Stream.of(futures, contexts, syncs).flatMap(List::stream).toList()) {
        assertThat(answer.get()).isEqualTo(ALICE);
      }

      Map<String, Double> after = awaitOpen(provider, 0);
      double completed = 2 * (2 + 1 + CALLS);
      assertThat(after)
          .containsEntry(ProviderMetrics.count(ProviderMetrics.COMPLETION), completed)
          .hasEntrySatisfying(
              ProviderMetrics.ASYNC_OPEN_TIME,
              seconds ->
                  assertThat(seconds)
                      .isGreaterThan(after.get(ProviderMetrics.sum(ProviderMetrics.COMPLETION))));
      assertThat(provider.errors()).isEmpty();
    }
  }

  @Test
  void aBlockedPoolOfOneServiceDoesNotHoldTheCallsOfAnother() throws Exception {
    try (RedisGate gate = new RedisGate(REDIS.port());
        ProviderProcess provider =
            start(Launches.config(ONE_THREAD, gate.uri(), "executorManagement=per_service"))) {
      gate.hold();
      List<Future<UserInfo>> answers = concurrently(Form.SYNC, provider);
      provider.awaitMetrics(
          now ->
              now.get(ProviderMetrics.QUEUE_SIZE) == CALLS - 1
                  && now.get(ProviderMetrics.POOL_ACTIVE) == 1);

      provider.ping().empty();
      provider.awaitMetrics(now -> now.get(ProviderMetrics.POOL_COMPLETED) == 1);

      gate.release();
      for (Future<UserInfo> answer : answers) {
        assertThat(answer.get()).isEqualTo(ALICE);
      }
      provider.awaitMetrics(now -> now.get(ProviderMetrics.POOL_COMPLETED) == CALLS + 1);
      assertThat(provider.histograms().get(ProviderHistograms.SERVICE).getTotalCount())
          .as("of both pools")
          .isEqualTo(CALLS + 1);
      assertThat(provider.errors()).isEmpty();
    }
  }

  private ProviderProcess start(LaunchConfig config) throws Exception {
    return ProviderProcess.startReady(config, folder);
  }

  /** The metrics once so many calls are open whose threads were given back. */
  private static Map<String, Double> awaitOpen(ProviderProcess provider, int calls)
      throws Exception {
    return provider.awaitMetrics(
        now ->
            now.get(ProviderMetrics.ASYNC_OPEN) == calls
                && now.get(ProviderMetrics.POOL_ACTIVE) == 0);
  }

  /** One call; a future's failure is thrown as that of the other forms. */
  private static void found(Form form, ProviderProcess provider, String pin) throws Throwable {
    try {
      form.find(provider.service(), pin);
    } catch (ExecutionException e) {
      throw e.getCause();
    }
  }

  private static List<Future<UserInfo>> concurrently(Form form, ProviderProcess provider) {
    PermissionService service = provider.service();
    return ProviderProcess.concurrently(CALLS, () -> form.find(service, "alice"));
  }
}
