package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

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
import io.poolbench.redis.AddedLatency;
import io.poolbench.redis.RedisKind;
import io.poolbench.result.Metric;
import io.poolbench.spec.ProviderSettings.Jvm;
import io.poolbench.spec.RedisSettings;
import io.poolbench.spec.Scheduling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real provider process, as the lab starts and steers it. */
class ProviderProcessIT {
  private static final CpuList CPUS = new HostFacts().cpus();

  /** As of sched.h. */
  private static final int SCHED_OTHER = 0;

  private static final int SCHED_RR = 2;
  private static final int SCHED_BATCH = 3;

  private static final EndpointConfig FIXED =
      new EndpointConfig(PoolConfig.of(PoolType.FIXED, null, 4, 0, null), true, null);
  private static final EndpointConfig CACHED =
      new EndpointConfig(PoolConfig.of(PoolType.CACHED, 0, 9, 0, null), true, null);

  private static final Path PROVIDERS = Path.of(System.getProperty("poolbench.home"), "provider");
  private static final Jvm JVM =
      new Jvm("", List.of("-Xms128m", "-Xmx128m", "-XX:TieredStopAtLevel=1"));

  private static RedisLab lab;
  private static RedisLab.Link redis;

  @TempDir private Path folder;

  @BeforeAll
  static void startRedis() throws LabException {
    lab = new RedisLab();
    redis = lab.link(new RedisSettings(RedisKind.EMBEDDED, "", 1, 64, 1, AddedLatency.NONE), CPUS);
  }

  @AfterAll
  static void stopRedis() {
    redis.close();
    lab.close();
  }

  @Test
  void workAndPoolsChangeOnceConfirmedAndEachEndpointIsProbedAtItsOwn() throws Exception {
    ProviderProcess provider = start(Scheduling.OTHER);
    try (provider) {
      provider.cpuIterations(12_345);
      provider.cpuIterations(0);
      assertThat(provider.ready().endpoints())
          .extracting(endpoint -> endpoint.pool().maxThreads())
          .containsExactly(4, 9);
      provider.renewPool(0);
      provider.renewPool(1);
      assertThat(provider.logTail())
          .containsSubsequence(
              "cpuIterations=12345", "cpuIterations=0", "renewPool 0", "renewPool 1");
      Counters before = provider.probe(1, () -> null).read();
      Counters after = provider.probe(1, () -> null).read();
      assertThat(after.since(before, 0, null, new CpuPlan(CPUS, CPUS)).of(Metric.POOL_REJECTED))
          .isZero();
    }
    assertThatThrownBy(() -> provider.cpuIterations(1))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("provider command failed");
  }

  /** All threads of two providers at once, and where another is permitted. */
  @Test
  void aProviderHasTheStudysSchedulingAndAnEmptyFolderWhoseFilesAreKept() throws Exception {
    assumeThat(System.getProperty("os.name")).as("proc(5), sched(7)").contains("Linux");
    assumeThat(HostFacts.hasCommand("chrt")).as("chrt").isTrue();
    Path left;
    Path empty;
    try (ProviderProcess provider = start(Scheduling.OTHER);
        ProviderProcess batch = start(Scheduling.BATCH)) {
      left = workingFolder(provider);
      empty = workingFolder(batch);
      assertThat(empty).isEmptyDirectory().hasParent(folder.toRealPath()).isNotEqualTo(left);
      assertThat(Files.getPosixFilePermissions(empty))
          .isEqualTo(PosixFilePermissions.fromString("rwx------"));
      Files.createFile(left.resolve("hs_err_pid1.log"));
      assertThat(commandOf(provider, SCHED_OTHER)).doesNotContain("chrt");
      assertThat(commandOf(batch, SCHED_BATCH)).containsSequence("chrt", "-b", "0");
    }
    assertThat(empty).doesNotExist();
    assertThat(left.resolve("hs_err_pid1.log")).exists();
    assumeThat(mayBeRealTime()).as("real-time threads are permitted here").isTrue();
    try (ProviderProcess realTime = start(Scheduling.ROUND_ROBIN)) {
      assertThat(commandOf(realTime, SCHED_RR)).containsSequence("chrt", "-r", "1");
    }
  }

  private static Path workingFolder(ProviderProcess provider) throws IOException {
    return Files.readSymbolicLink(Path.of("/proc", Long.toString(provider.ready().pid()), "cwd"));
  }

  /** The command of a provider all of whose threads must have this policy. */
  private static List<String> commandOf(ProviderProcess provider, int policy) throws Exception {
    assertThat(policies(provider.ready().pid())).containsOnly(policy);
    return provider.command();
  }

  private ProviderProcess start(Scheduling scheduling) throws LabException, InterruptedException {
    LaunchConfig config =
        new LaunchConfig(
            List.of(FIXED, CACHED),
            0,
            Dispatcher.MESSAGE,
            ExecutorManagement.ISOLATION,
            ServiceWork.NONE,
            redis.uri(),
            1,
            LaunchConfig.LOOPBACK,
            0,
            Fidelity.QUIET,
            "");
    return ProviderProcess.start(
        new Program.Launch(
            BuiltProgram.DUBBO_PROVIDER, PROVIDERS, ContractJson.write(config), JVM, scheduling),
        new HostProbe(Pinning.detect(), NanoClock.system()),
        CPUS,
        folder.resolve("provider.log"));
  }

  private static boolean mayBeRealTime() throws IOException, InterruptedException {
    return new ProcessBuilder("chrt", "-r", "1", "true")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor()
        == 0;
  }

  private static Set<Integer> policies(long pid) throws IOException {
    Set<Integer> policies = new HashSet<>();
    try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
      for (Path thread : threads.toList()) {
        policy(thread).ifPresent(policies::add);
      }
    }
    return policies;
  }

  /** The 41st field of its stat, by proc_pid_stat(5); empty where the thread has ended. */
  private static Optional<Integer> policy(Path thread) {
    try {
      String stat = Files.readString(thread.resolve("stat"));
      // The second field is the thread's name in parentheses, which may hold blanks.
      String[] fromThird = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return Optional.of(Integer.valueOf(fromThird[41 - 3]));
    } catch (IOException ended) {
      return Optional.empty();
    }
  }
}
