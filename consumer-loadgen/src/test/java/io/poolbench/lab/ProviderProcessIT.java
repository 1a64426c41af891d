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
import io.poolbench.api.RpcProtocol;
import io.poolbench.core.ProviderMetrics;
import io.poolbench.load.Loaded;
import io.poolbench.load.Probe;
import io.poolbench.redis.RedisKind;
import io.poolbench.study.ProviderSettings.Jvm;
import io.poolbench.study.RedisSettings;
import io.poolbench.study.Scheduling;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real provider process, as the lab starts and steers it. */
class ProviderProcessIT {
  @TempDir private Path folder;

  @AutoClose private ThisMachine machine;

  @BeforeEach
  void detect() throws LabException, InterruptedException {
    machine = ThisMachine.of(Path.of(System.getProperty("poolbench.home")));
  }

  @Test
  void workAndPoolsChangeAndEachEndpointIsProbedAtItsOwn() throws Exception {
    RedisSettings settings = new RedisSettings(RedisKind.EMBEDDED, "", 1, 1, AddedLatency.NONE);
    RedisLink redis = machine.useRedis(settings, machine.cpus());
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
      assertThatThrownBy(() -> provider.renewPool(2))
          .isInstanceOf(LabException.class)
          .hasMessage("request renewPool failed: no endpoint 2");
      Probe<CountersReading, LabException> probe =
          provider.probe(1, new CpuPlan(machine.cpus(), machine.cpus()));
      CountersReading before = probe.read();
      assertThat(
              probe
                  .gained(before, probe.readAtRest(), new Loaded(Optional.empty(), 0))
                  .gained(ProviderMetrics.POOL_REJECTED))
          .isZero();
    }
    assertThatThrownBy(() -> provider.cpuIterations(1))
        .isInstanceOf(LabException.class)
        .hasMessageStartingWith("provider ended: exit code ");
  }

  private ProviderProcess start(String redis) throws LabException, InterruptedException {
    PoolConfig fixed = PoolConfig.of(PoolType.FIXED, null, 4, 0, null);
    PoolConfig cached = PoolConfig.of(PoolType.CACHED, 0, 9, 0, null);
    LaunchConfig config =
        new LaunchConfig(
            List.of(
                new EndpointConfig(fixed, RpcProtocol.DUBBO, null),
                new EndpointConfig(cached, RpcProtocol.DUBBO, null)),
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
            ContractJson.write(config),
            new Jvm(List.of("-Xms128m", "-Xmx128m", "-XX:TieredStopAtLevel=1")),
            Scheduling.OTHER),
        ProviderPlace.on(machine, machine.cpus()),
        folder.resolve("provider.log"),
        Optional.empty());
  }
}
