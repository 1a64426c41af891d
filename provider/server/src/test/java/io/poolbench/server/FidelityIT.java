package io.poolbench.server;

import static io.poolbench.server.RedisWithAlice.ALICE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.entry;

import io.poolbench.api.LaunchConfig;
import io.poolbench.api.PermissionService;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.core.ProviderMetrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a stock provider does with a refused call, and what a pool that is not measured reports. */
class FidelityIT {
  private static final PoolConfig NO_QUEUE = PoolConfig.of(PoolType.FIXED, null, 1, 0, null);

  @RegisterExtension static final RedisWithAlice REDIS = new RedisWithAlice();

  @TempDir Path folder;

  @Test
  void aStockProviderLogsRefusalsAndDumpsThreadsIntoItsFolder() throws Exception {
    Path reports = folder.resolve("reports");
    LaunchConfig config =
        Launches.config(
            NO_QUEUE,
            REDIS.uri(),
            "fidelity=stock",
            "reportFolder=" + reports,
            "work.cpuIterations=200000000");
    try (ProviderProcess provider = ProviderProcess.startReady(config, folder)) {
      assertThat(provider.ready().facts())
          .startsWith("dubbo on NioServerSocketChannel, filters ")
          .contains(" exception", " timeout", " metrics-provider")
          .endsWith(", refusals logged and dumped");

      refuseSome(provider.service());

      assertThat(Files.readString(reports.resolve("refusals.log")))
          .contains("Thread pool is EXHAUSTED");
      while (files(reports).noneMatch(name -> name.startsWith("Dubbo_JStack"))) {
        assertThat(Thread.currentThread().isInterrupted()).as("timed out").isFalse();
      }
      assertThat(provider.home()).isEmptyDirectory();
    }
  }

  @Test
  void aPoolThatIsNotMeasuredIsDubbosOwnAndReportsItsThreadsOnly() throws Exception {
    LaunchConfig config = Launches.config(NO_QUEUE, REDIS.uri(), "endpoints.0.measured=false");
    try (ProviderProcess provider = ProviderProcess.startReady(config, folder)) {
      assertThat(provider.endpoint().pool().matches(NO_QUEUE)).isTrue();
      assertThat(provider.service().findUserInfo("alice")).isEqualTo(ALICE);
      assertThat(provider.metrics())
          .contains(
              entry(ProviderMetrics.POOL_SIZE, 1.0),
              entry(ProviderMetrics.count(ProviderMetrics.REDIS), 1.0))
          .doesNotContainKeys(
              ProviderMetrics.POOL_COMPLETED,
              ProviderMetrics.POOL_ACTIVE_TIME,
              ProviderMetrics.sum(ProviderMetrics.SERVICE));
    }
  }

  /** Calls at once, of which the pool's one thread can take the first only. */
  private static void refuseSome(PermissionService service) {
    assertThat(ProviderProcess.concurrently(4, () -> service.findUserInfo("alice")))
        .anySatisfy(call -> assertThat(catchThrowable(call::get)).isNotNull());
  }

  private static Stream<String> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList().stream();
    }
  }
}
