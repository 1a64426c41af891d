package io.poolbench.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.entry;

import io.poolbench.api.PermissionService;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.core.ProviderMetrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.dubbo.rpc.RpcException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a provider does with a refused call. */
class FidelityIT {
  private static final PoolConfig NO_QUEUE = PoolConfig.of(PoolType.FIXED, null, 1, 0, null);

  /** A round is six dependent operations, so that calls overlap on any machine. */
  private static final String LONG_CALLS = "work.cpuIterations=200000000";

  @RegisterExtension static final RedisWithAlice REDIS = new RedisWithAlice();

  @TempDir Path folder;

  @Test
  void aStockProviderLogsRefusalsAndDumpsThreadsIntoItsFolder() throws Exception {
    Path reports = folder.resolve("reports");
    try (ProviderProcess provider =
        ProviderProcess.startReady(
            Launches.config(
                NO_QUEUE, REDIS.uri(), LONG_CALLS, "fidelity=stock", "reportFolder=" + reports),
            folder)) {
      assertThat(provider.ready().facts())
          .startsWith("dubbo on NioServerSocketChannel, filters ")
          .contains(" exception", " timeout", " metrics-provider")
          .endsWith(", refusals logged and dumped");

      refuseSome(provider);

      assertThat(Files.readString(reports.resolve("refusals.log")))
          .contains("Thread pool is EXHAUSTED");
      while (files(reports).noneMatch(name -> name.startsWith("Dubbo_JStack"))) {
        assertThat(Thread.currentThread().isInterrupted()).as("timed out").isFalse();
      }
      assertThat(provider.home()).isEmptyDirectory();
    }
  }

  @Test
  void aQuietProviderNeitherLogsNorDumpsRefusals() throws Exception {
    try (ProviderProcess provider =
        ProviderProcess.startReady(Launches.config(NO_QUEUE, REDIS.uri(), LONG_CALLS), folder)) {
      refuseSome(provider);

      assertThat(provider.home()).isEmptyDirectory();
      assertThat(provider.errors()).isEmpty();
    }
  }

  /** Calls at once, of which the pool's one thread can take the first only; counts the others. */
  private static void refuseSome(ProviderProcess provider) throws Exception {
    int calls = 4;
    PermissionService service = provider.service();
    List<Throwable> refusals =
        ProviderProcess.concurrently(calls, () -> service.findUserInfo("alice")).stream()
            .map(call -> catchThrowable(call::get))
            .filter(Objects::nonNull)
            .map(Throwable::getCause)
            .toList();
    assertThat(refusals)
        .isNotEmpty()
        .allSatisfy(
            refusal ->
                assertThat(refusal)
                    .isInstanceOf(RpcException.class)
                    .hasMessageContaining("thread pool is exhausted"));
    assertThat(provider.metricsAfter(calls - refusals.size()))
        .contains(entry(ProviderMetrics.POOL_REJECTED, (double) refusals.size()));
  }

  private static Stream<String> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList().stream();
    }
  }
}
