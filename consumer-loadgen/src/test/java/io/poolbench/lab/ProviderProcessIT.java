package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.api.AddedLatency;
import io.poolbench.api.ContractJson;
import io.poolbench.api.EndpointConfig;
import io.poolbench.api.LaunchConfig;
import io.poolbench.api.LaunchConfig.Dispatcher;
import io.poolbench.api.LaunchConfig.ExecutorManagement;
import io.poolbench.api.LaunchConfig.Fidelity;
import io.poolbench.api.LaunchConfig.ServiceWork;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.load.NanoClock;
import io.poolbench.redis.RedisKind;
import io.poolbench.journal.Metric;
import io.poolbench.spec.ProviderSettings.Jvm;
import io.poolbench.spec.RedisSettings;
import io.poolbench.spec.Scheduling;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real provider process, as the lab starts and steers it. */
class ProviderProcessIT {
  private static final CpuList CPUS = new HostFacts().cpus();

  @TempDir private Path folder;

  @Test
  void workAndPoolsChangeOnceConfirmedAndEachEndpointIsProbedAtItsOwn() throws Exception {
    RedisSettings settings = new RedisSettings(RedisKind.EMBEDDED, "", 1, 1, AddedLatency.NONE);
    try (RedisLab lab = new RedisLab()) {
      RedisLab.Link redis = lab.link(settings, CPUS);
      ProviderProcess provider = start(redis.uri());
      try (provider) {
        provider.cpuIterations(12_345);
        provider.cpuIterations(0);
        assertThat(provider.ready().endpoints())
            .extracting(endpoint -> endpoint.pool().maxThreads())
            .containsExactly(4, 9);
        provider.delayRedisBy(new AddedLatency(2_000, 500));
        provider.renewPool(0);
        provider.renewPool(1);
        assertThat(provider.logTail())
            .containsSubsequence(
                "cpuIterations=12345",
                "cpuIterations=0",
                "redisLatency={\"meanMicros\":2000,\"deviationMicros\":500}",
                "renewPool 0",
                "renewPool 1");
        Counters before = provider.probe(1).read();
        Counters after = provider.probe(1).read();
        assertThat(after.since(before, 0, null, new CpuPlan(CPUS, CPUS)).of(Metric.POOL_REJECTED))
            .isZero();
      }
      assertThatThrownBy(() -> provider.cpuIterations(1))
          .isInstanceOf(LabException.class)
          .hasMessageContaining("provider command failed");
    }
  }

  private ProviderProcess start(String redis) throws LabException, InterruptedException {
    PoolConfig fixed = PoolConfig.of(PoolType.FIXED, null, 4, 0, null);
    PoolConfig cached = PoolConfig.of(PoolType.CACHED, 0, 9, 0, null);
    LaunchConfig config =
        new LaunchConfig(
            List.of(new EndpointConfig(fixed, null), new EndpointConfig(cached, null)),
            0,
            Dispatcher.MESSAGE,
            ExecutorManagement.ISOLATION,
            ServiceWork.NONE,
            redis,
            1,
            AddedLatency.NONE,
            LaunchConfig.LOOPBACK,
            0,
            Fidelity.QUIET,
            "");
    return ProviderProcess.start(
        new Program.Launch(
            BuiltProgram.DUBBO_PROVIDER,
            Path.of(System.getProperty("poolbench.home"), "provider"),
            ContractJson.write(config),
            new Jvm(List.of("-Xms128m", "-Xmx128m", "-XX:TieredStopAtLevel=1")),
            Scheduling.OTHER),
        new HostProbe(Pinning.detect(), NanoClock.system()),
        CPUS,
        folder.resolve("provider.log"));
  }
}
