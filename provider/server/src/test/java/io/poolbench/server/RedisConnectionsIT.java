package io.poolbench.server;

import static io.poolbench.server.RedisWithAlice.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A provider process whose threads share several connections to Redis. */
@Timeout(60)
class RedisConnectionsIT {
  private static final PoolConfig ONE_THREAD = PoolConfig.of(PoolType.FIXED, null, 1, 100, null);
  private static final int CONNECTIONS = 3;

  @RegisterExtension static final RedisWithAlice REDIS = new RedisWithAlice();

  @TempDir Path folder;

  @Test
  void theReadsOfOneThreadAreSpreadEvenlyOverAsManyConnectionsAsAreAskedFor() throws Exception {
    try (RedisGate gate = new RedisGate(REDIS.port());
        ProviderProcess provider = start(gate);
        Consumer consumer = new Consumer(provider.awaitReady())) {
      int rounds = 10;
      call(consumer, CONNECTIONS);
      List<Long> before = gate.requestBytes();
      call(consumer, CONNECTIONS * rounds);
      List<Long> after = gate.requestBytes();

      assertThat(before).hasSize(CONNECTIONS);
      assertThat(new HashSet<>(after)).as("%s", after).hasSize(1);
      assertThat(after.get(0)).isGreaterThan(before.get(0));
      assertThat(provider.errors()).isEmpty();
    }
  }

  private ProviderProcess start(RedisGate gate) throws IOException {
    String uri = "redis://127.0.0.1:" + gate.port();
    return ProviderProcess.start(Launches.withRedis(uri, ONE_THREAD, CONNECTIONS, 0), folder);
  }

  private static void call(Consumer consumer, int times) {
    for (int call = 0; call < times; call++) {
      assertThat(consumer.service().findUserInfo("alice")).isEqualTo(ALICE);
    }
  }
}
