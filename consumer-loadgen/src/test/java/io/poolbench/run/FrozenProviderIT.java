package io.poolbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

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
import io.poolbench.dubbo.ExpectedUsers;
import io.poolbench.dubbo.ServiceCalls;
import io.poolbench.lab.BuiltProgram;
import io.poolbench.lab.CpuList;
import io.poolbench.lab.HostProbe;
import io.poolbench.lab.Pinning;
import io.poolbench.lab.Program;
import io.poolbench.lab.ProviderProcess;
import io.poolbench.lab.RedisLab;
import io.poolbench.load.Destination;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.Load;
import io.poolbench.load.Loads;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.load.NanoClock;
import io.poolbench.load.ParkingScheduler;
import io.poolbench.load.StepRunners;
import io.poolbench.load.Target;
import io.poolbench.redis.DataSet;
import io.poolbench.redis.RedisKind;
import io.poolbench.spec.DriverSettings;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.ProviderSettings;
import io.poolbench.spec.RedisSettings;
import io.poolbench.spec.Scheduling;
import io.poolbench.spec.ServiceMethod;
import io.poolbench.spec.Workload;
import io.poolbench.spec.Workload.ArrivalProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A provider process frozen by SIGSTOP, under an open loop. */
@Tag("nightly")
@Tag("timed")
class FrozenProviderIT {
  private static final int PER_SECOND = 2_000;
  private static final Duration WINDOW = Duration.ofSeconds(3);
  private static final Duration FREEZE = Duration.ofMillis(500);

  @TempDir private Path folder;

  private final NanoClock clock = NanoClock.system();

  /**
   * Of the requests that come evenly over the window {@code T}, the one that was due {@code t}
   * after the provider froze for {@code S} waits {@code S - t} at least; the hundredth part that
   * waits longest was due in the first {@code T/100}. So TP99 is {@code S - T/100}, and somewhat
   * more, as what has queued up is served one after the other.
   */
  @Test
  void aFreezeShowsInTheResponseTimesOfAllRequestsDueMeanwhile() throws Exception {
    assumeThat(System.getProperty("os.name")).as("SIGSTOP").contains("Linux");
    LoadSchedule schedule =
        new LoadSchedule(
            new Workload.Open(ArrivalProcess.CONSTANT),
            List.of(PER_SECOND),
            Duration.ZERO,
            Duration.ofSeconds(2),
            WINDOW);
    RedisSettings redis = new RedisSettings(RedisKind.EMBEDDED, "", 10, 1, AddedLatency.NONE);
    CpuList cpus = CpuList.parse("0-" + (Runtime.getRuntime().availableProcessors() - 1));
    try (RedisLab lab = new RedisLab();
        ProviderProcess provider = start(lab.link(redis, cpus).uri(), cpus);
        Load load = open(schedule, provider)) {
      CompletableFuture<Double> frozen = new CompletableFuture<>();
      MeasuredWindow<Integer> window =
          StepRunners.of(load, clock)
              .run(PER_SECOND, schedule.settle(), WINDOW, () -> freezeSoon(provider, frozen));

      double frozenMillis = frozen.get(60, TimeUnit.SECONDS);
      Histogram response = window.interval().response();
      double tp99Millis = response.getValueAtPercentile(99) / 1e6;
      double expectedMillis = frozenMillis - WINDOW.toMillis() / 100.0;
      System.out.printf(
          Locale.ROOT,
          "frozen for %.1f ms: TP99 must be %.1f ms at least, is %.1f ms (%+.1f %%); service %.1f"
              + " ms%n",
          frozenMillis,
          expectedMillis,
          tp99Millis,
          100 * (tp99Millis / expectedMillis - 1),
          window.interval().service().getValueAtPercentile(99) / 1e6);
      assertThat(tp99Millis).isGreaterThanOrEqualTo(0.95 * expectedMillis);
      assertThat(response.getTotalCount())
          .as("no request is missing")
          .isGreaterThanOrEqualTo((long) (0.99 * PER_SECOND * WINDOW.toSeconds()));
    }
  }

  /** Called at both ends of the window: the first call has the provider frozen a second later. */
  private int freezeSoon(ProviderProcess provider, CompletableFuture<Double> frozen) {
    long pid = provider.ready().pid();
    if (!frozen.isDone()) {
      Thread freezer = new Thread(() -> freeze(pid, frozen), "freezer");
      freezer.setDaemon(true);
      freezer.start();
    }
    return 0;
  }

  private void freeze(long pid, CompletableFuture<Double> frozen) {
    try {
      clock.sleepUntil(clock.nanoTime() + Duration.ofSeconds(1).toNanos());
      signal("STOP", pid);
      long stopped = clock.nanoTime();
      clock.sleepUntil(stopped + FREEZE.toNanos());
      signal("CONT", pid);
      frozen.complete((clock.nanoTime() - stopped) / 1e6);
    } catch (IOException | InterruptedException e) {
      frozen.completeExceptionally(e);
    }
  }

  private static void signal(String name, long pid) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(pid)).inheritIO().start().waitFor();
  }

  private ProviderProcess start(String redisUri, CpuList cpus) throws Exception {
    LaunchConfig config =
        new LaunchConfig(
            List.of(
                new EndpointConfig(PoolConfig.of(PoolType.FIXED, null, 16, 10_000, null), null)),
            0,
            Dispatcher.MESSAGE,
            ExecutorManagement.ISOLATION,
            ServiceWork.NONE,
            redisUri,
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
            new ProviderSettings.Jvm(List.of("-Xms256m", "-Xmx256m")),
            Scheduling.OTHER),
        new HostProbe(Pinning.detect(), NanoClock.system()),
        cpus,
        folder.resolve("provider.log"));
  }

  private Load open(LoadSchedule schedule, ProviderProcess provider) throws IOException {
    DriverSettings driver = new DriverSettings("wire", ServiceMethod.EMPTY, 1, 5_000, 1_000);
    InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), provider.endpoint().port());
    DataSet data = new DataSet(10);
    ExpectedUsers users = new ExpectedUsers(data.records(), data::user);
    Target.Factory targets =
        ServiceCalls.ofDriver()
            .targets(
                driver,
                RpcProtocol.DUBBO,
                Destination.direct(address),
                users,
                new FailureReasons());
    return Loads.open(
        schedule, Duration.ofSeconds(5), 1, group -> targets, clock, new ParkingScheduler(clock));
  }
}
