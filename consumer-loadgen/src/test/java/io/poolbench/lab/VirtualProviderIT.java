package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.poolbench.api.CallLimit;
import io.poolbench.api.ContractJson;
import io.poolbench.api.EffectivePool;
import io.poolbench.api.EndpointConfig;
import io.poolbench.api.LaunchConfig;
import io.poolbench.api.LaunchConfig.Dispatcher;
import io.poolbench.api.LaunchConfig.ExecutorManagement;
import io.poolbench.api.LaunchConfig.Fidelity;
import io.poolbench.api.LaunchConfig.ServiceWork;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.api.RpcProtocol;
import io.poolbench.dubbo.ClientKind;
import io.poolbench.dubbo.ExpectedUsers;
import io.poolbench.dubbo.TargetClasses;
import io.poolbench.load.Destination;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.NanoClock;
import io.poolbench.load.Target;
import io.poolbench.redis.AddedLatency;
import io.poolbench.redis.RedisKind;
import io.poolbench.result.Figures;
import io.poolbench.result.Metric;
import io.poolbench.spec.DriverSettings;
import io.poolbench.spec.ProviderSettings.Jvm;
import io.poolbench.spec.RedisSettings;
import io.poolbench.spec.Scheduling;
import io.poolbench.spec.ServiceMethod;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Virtual threads are those of the provider's JDK, whatever the driver's is. */
class VirtualProviderIT {
  private static final int CALLS = 50;
  private static final PoolConfig VIRTUAL = PoolConfig.of(PoolType.VIRTUAL, null, null, null, null);
  private static final PoolConfig POOLED =
      PoolConfig.of(PoolType.POOLED_VIRTUAL, 2, null, null, null);
  private static final Path PROVIDERS = Path.of(System.getProperty("poolbench.home"), "provider");

  @TempDir private Path folder;

  @Test
  void aVirtualPoolIsBuiltByDubboAndMeasuredLikeTheOthers() throws Exception {
    List<Integer> releases =
        Jdks.ofThisHost().stream()
            .map(Jdks.Jdk::feature)
            .filter(feature -> feature >= PoolType.VIRTUAL.minJdk())
            .toList();
    assumeThat(releases).as("JDKs that have virtual threads").isNotEmpty();
    CpuList cpus = new HostFacts().cpus();
    RedisSettings settings = new RedisSettings(RedisKind.EMBEDDED, "", 1, 64, 1, AddedLatency.NONE);
    Jvm jvm = new Jvm("", releases.get(releases.size() - 1), List.of("-Xms128m", "-Xmx128m"));
    try (RedisLab lab = new RedisLab();
        RedisLab.Link redis = lab.link(settings, cpus);
        ProviderProcess provider =
            ProviderProcess.start(
                new Program.Launch(
                    BuiltProgram.DUBBO_PROVIDER,
                    PROVIDERS,
                    ContractJson.write(config(redis.uri())),
                    jvm,
                    Scheduling.OTHER),
                new HostProbe(Pinning.detect(), NanoClock.system()),
                cpus,
                folder.resolve("provider.log"))) {
      EffectivePool built = provider.endpoint().pool();
      assertThat(built.label()).isEqualTo("virtual");
      assertThat(built.matches(VIRTUAL)).isTrue();
      assertThat(provider.facts()).contains("executelimit", "poolbench-limit");

      Counters before = provider.probe(0, () -> null).read();
      call(provider.endpoint().port(), redis);
      Counters after = provider.probe(0, () -> null).read();
      Figures use = after.since(before, CALLS, null, new CpuPlan(cpus, cpus));
      assertThat(use.of(Metric.SERVICE_MEAN)).isPositive();
      assertThat(use.of(Metric.QUEUE_WAIT_MEAN)).isNotNegative();
      assertThat(use.of(Metric.POOL_ACTIVE_MEAN)).isPositive();
      assertThat(use.of(Metric.QUEUE_MEAN)).isNotNegative();
      assertThat(use.of(Metric.POOL_THREADS)).as("of its own").isNull();
      assertThat(use.of(Metric.POOL_REJECTED)).isZero();
      assertThat(use.of(Metric.LIMIT_REJECTED)).isZero();
      assertThat(use.of(Metric.PINNED)).isBetween(0.0, 100.0);
      assertThat(use.of(Metric.RSS)).isBetween(50.0, 1_000.0);

      assertThat(provider.pool(1).orElseThrow().matches(POOLED)).isTrue();
      call(provider.ports().get(1), redis);
    }
  }

  private static void call(int port, RedisLab.Link redis) throws Exception {
    Semaphore ended = new Semaphore(0);
    FailureReasons reasons = new FailureReasons();
    DriverSettings driver = new DriverSettings("wire", ServiceMethod.FIND_USER_INFO, 1, 5_000, 1);
    ExpectedUsers users = new ExpectedUsers(redis.data().records(), redis.data()::user);
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    try (Target target =
        ClientKind.targets(
                driver,
                RpcProtocol.DUBBO,
                Destination.direct(address),
                users,
                TargetClasses.ofDriver(),
                reasons)
            .open(1, (slot, outcome, sentNanos, answeredNanos) -> ended.release())) {
      for (int call = 0; call < CALLS; call++) {
        target.send(0);
        assertThat(ended.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
      }
    }
    assertThat(reasons.counts()).isEmpty();
  }

  private static LaunchConfig config(String redis) {
    CallLimit limit = new CallLimit(CallLimit.Kind.EXECUTES, 8, "");
    return new LaunchConfig(
        List.of(new EndpointConfig(VIRTUAL, true, limit), new EndpointConfig(POOLED, true, limit)),
        0,
        Dispatcher.MESSAGE,
        ExecutorManagement.ISOLATION,
        ServiceWork.NONE,
        redis,
        1,
        LaunchConfig.LOOPBACK,
        0,
        Fidelity.QUIET,
        "");
  }
}
