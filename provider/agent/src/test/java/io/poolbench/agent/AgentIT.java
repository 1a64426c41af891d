package io.poolbench.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.example.plain.FilteredProvider;
import com.example.plain.Greeting;
import com.example.plain.NoProvider;
import com.example.plain.PlainProvider;
import io.poolbench.api.EffectivePool;
import io.poolbench.api.Ready;
import io.poolbench.core.AgentLaunch;
import io.poolbench.core.AgentProtocol;
import io.poolbench.core.ProviderHistograms;
import io.poolbench.core.ProviderMetrics;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

/** The built agent in a provider with this build's Dubbo on a flat class path. */
@Timeout(value = 300, threadMode = ThreadMode.SEPARATE_THREAD)
class AgentIT {
  private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));

  @TempDir Path folder;

  @Test
  void aPoolIsReplacedAndMeasuredAndStaysAsAskedFor() throws Exception {
    int port = TargetProcess.freePort();
    try (TargetProcess target =
        start(port, "threadpool=fixed", "corethreads=2", "threads=2", "queues=0", "alive=0")) {
      Ready ready = target.awaitReady();

      assertThat(ready.facts())
          .isEqualTo("Dubbo 3.3.6, Java " + System.getProperty("java.version"));
      assertThat(target.endpoint().port()).isEqualTo(port);
      // Dubbo sizes the pool anew, as configured, with the second service.
      assertThat(target.endpoint().pool())
          .isEqualTo(
              new EffectivePool(
                  "ThreadPoolExecutor", 2, 2, 0L, "SynchronousQueue", 0, "AbortPolicyWithReport"));
      assertOnLoopbackOnly(port);

      try (GreetingConsumer consumer = new GreetingConsumer(port)) {
        Greeting greeting = consumer.greeting();
        assertThat(greeting.greet("Ann")).isEqualTo("Hello Ann");
        assertThat(greeting.greetAll(Arrays.asList("Ann", "Bob"))).hasSize(2);
        assertThat(greeting.greetLater("Ann").get()).isEqualTo("Hello Ann");
        assertThat(consumer.clock().millis()).isPositive();
        refuseSome(greeting);
      }

      Map<String, Double> metrics =
          target.awaitMetrics(now -> now.get(ProviderMetrics.POOL_ACTIVE) == 0);
      assertThat(metrics.get(ProviderMetrics.POOL_SIZE)).isEqualTo(2);
      assertThat(metrics.get(ProviderMetrics.POOL_REJECTED)).isPositive();
      assertThat(metrics.get(ProviderMetrics.POOL_SPURIOUSLY_REJECTED)).isZero();
      assertThat(metrics.get(ProviderMetrics.count(ProviderMetrics.SERVICE)))
          .isEqualTo(metrics.get(ProviderMetrics.POOL_COMPLETED))
          .isGreaterThanOrEqualTo(4);
      assertThat(target.ask(AgentProtocol.HISTOGRAMS, "0").keySet())
          .contains(ProviderHistograms.SERVICE);
      assertReported(target.provider());

      target.ask(AgentProtocol.RENEW_POOL, "0");
      assertThat(target.metrics().get(ProviderMetrics.POOL_SIZE)).isZero();
      assertUsed(target, Map.of("threadpool", "cached", "threads", "3", "queues", "0"), 3);
      assertUsed(target, Map.of("threadpool", "no such pool"), 3);
      assertUsed(target, Map.of(), PlainProvider.THREADS);

      target.closeInput();
      assertThat(target.awaitExit()).isZero();
    }
  }

  /** The pool that runs is read back: one that cannot be built leaves the present one. */
  private static void assertUsed(TargetProcess target, Map<String, String> pool, int maxThreads)
      throws Exception {
    target.ask(AgentProtocol.USE_POOL, AgentLaunch.ofPool(pool).toJson());
    assertThat(target.provider())
        .containsEntry("pools.0.runs.maxThreads", Integer.toString(maxThreads));
  }

  private static void assertReported(Map<String, String> provider) {
    assertThat(provider)
        .containsEntry("pools", "1")
        .containsEntry("pools.0.protocol", "dubbo")
        .containsEntry("pools.0.extension", "FixedThreadPool")
        .containsEntry("pools.0.runs.maxThreads", "2")
        .containsEntry("pools.0.configured.threads", Integer.toString(PlainProvider.THREADS))
        .containsEntry("services", "2")
        .containsEntry("services.0.interfaceName", Greeting.class.getName())
        .containsEntry("services.0.methods", "4")
        .containsEntry("services.0.methods.0.name", "greet")
        .containsEntry("services.0.methods.0.returnType", "java.lang.String")
        .containsEntry("services.0.methods.0.readOnly", "true")
        .containsEntry("services.0.methods.1.readOnly", "false")
        .doesNotContainKey("services.0.methods.2.readOnly")
        .containsEntry("services.0.methods.1.parameterTypes.0", "java.util.List<java.lang.String>");
  }

  /**
   * Registries are set in code, where no system property replaces their address. What is withheld
   * is withheld from a registry and a config center alone.
   */
  @Test
  void withoutSettingsAProviderRunsItsOwnPoolOnLoopbackAndUsesWhatIsNotWithheld() throws Exception {
    List<String> options =
        List.of(
            "-Dregistry=recording://127.0.0.1:1?register-mode=interface",
            "-Ddubbo.config-center.address=recording://127.0.0.1:2");
    int port = TargetProcess.freePort();
    try (TargetProcess exchanged =
            start(
                options, PlainProvider.class, List.of(), Integer.toString(port), "exchanged-pool");
        TargetProcess withheld =
            start(
                options,
                PlainProvider.class,
                List.of("withheld=" + AgentLaunch.REGISTRATION + "," + AgentLaunch.CONFIG_CENTERS),
                Integer.toString(port + 1),
                "sockets");
        TargetProcess unconnected =
            start(
                List.of(
                    "-Dregistry=zookeeper://127.0.0.1:1", "-Djava.net.preferIPv6Addresses=true"),
                PlainProvider.class,
                List.of("port=" + (port + 2), "withheld=" + AgentLaunch.REGISTRIES),
                Integer.toString(port + 2))) {
      exchanged.awaitReady();
      assertThat(exchanged.printed())
          .contains("CONFIG CENTER used", "REGISTERED " + Greeting.class.getName());
      assertThat(exchanged.endpoint().pool().maxThreads())
          .isEqualTo(PlainProvider.EXCHANGED_THREADS);
      try (GreetingConsumer consumer = new GreetingConsumer(port)) {
        assertThat(consumer.greeting().greet("Ann")).isEqualTo("Hello Ann");
      }
      assertThat(exchanged.provider())
          .containsEntry("pools.0.runs.maxThreads", "" + PlainProvider.EXCHANGED_THREADS)
          .containsEntry("pools.0.configured.threads", "" + PlainProvider.THREADS)
          .containsEntry("pools.0.exchangedBy", ThreadPoolExecutor.class.getName());

      withheld.awaitReady();
      assertThat(withheld.printed())
          .noneMatch(line -> line.matches("CONFIG CENTER.*|REGISTERED.*"));
      assertThat(withheld.provider()).containsEntry("services", "2");
      List<String> listening =
          withheld.printed().stream().filter(line -> line.startsWith("LISTENING ")).toList();
      assertThat(listening).hasSize(2);
      for (String line : listening) {
        assertOnLoopbackOnly(Integer.parseInt(line.split(" ", -1)[1]));
      }

      unconnected.awaitReady();
      assertThat(unconnected.endpoint().port()).isEqualTo(port + 2);
      assertThat(unconnected.endpoint().pool().maxThreads()).isEqualTo(PlainProvider.THREADS);
      assertThat(unconnected.provider()).containsEntry("services", "2");
    }
  }

  /** The agent can measure nothing there, and must not harm the provider. */
  @Test
  void aProviderThatDoesNotSeeTheAgentServesAndIsReported() throws Exception {
    int port = TargetProcess.freePort();
    try (TargetProcess target =
        TargetProcess.start(
            JAVA_HOME,
            folder,
            List.of(),
            "-Dhidden.class.path=" + TargetProcess.flatClassPath(),
            "-cp",
            "target/test-classes",
            FilteredProvider.class.getName(),
            Integer.toString(port))) {
      assertBroken(target, AgentProtocol.AGENT_FAILED, "org.apache.dubbo.");
      target.awaitPrinted("EXPORTED");
      try (GreetingConsumer consumer = new GreetingConsumer(port)) {
        assertThat(consumer.greeting().greet("Ann")).isEqualTo("Hello Ann");
      }
    }
  }

  @Tag("versions")
  @Test
  void aPoolOfVirtualThreadsIsMeasuredFromJdk21On() throws Exception {
    for (Path javaHome : Jdks.thisAndLater()) {
      int port = TargetProcess.freePort();
      try (TargetProcess target =
          TargetProcess.start(
              javaHome,
              folder,
              List.of("threadpool=virtual", "port=" + port),
              "-cp",
              TargetProcess.flatClassPath(),
              PlainProvider.class.getName(),
              Integer.toString(port))) {
        if (Jdks.feature(javaHome) < 21) {
          assertBroken(target, AgentProtocol.POOL_NOT_REPLACED, "");
          continue;
        }
        target.awaitReady();
        assertThat(target.endpoint().pool().executorClass()).isEqualTo("ThreadPerTaskExecutor");
        try (GreetingConsumer consumer = new GreetingConsumer(port)) {
          assertThat(consumer.greeting().greet("Ann")).isEqualTo("Hello Ann");
        }
        Map<String, Double> metrics = target.metrics();
        assertThat(metrics.get(ProviderMetrics.count(ProviderMetrics.SERVICE))).isPositive();
      }
    }
  }

  @Test
  void whatCannotBeMeasuredIsReported() throws Exception {
    int port = TargetProcess.freePort();
    try (TargetProcess without = start(NoProvider.class, List.of());
        TargetProcess ownExecutor =
            start(PlainProvider.class, List.of(), Integer.toString(port), "own-executor");
        TargetProcess twoPorts =
            start(
                List.of("-DDUBBO_DUBBO_PORT_TO_BIND=" + TargetProcess.freePort()),
                PlainProvider.class,
                List.of(),
                Integer.toString(port + 2),
                "two-ports");
        TargetProcess open =
            start(PlainProvider.class, List.of(), Integer.toString(port + 4), "open-socket");
        TargetProcess otherPort = start(port + 1, "port=" + port)) {
      assertBroken(without, AgentProtocol.NO_DUBBO, "");
      assertBroken(ownExecutor, AgentProtocol.POOL_NOT_REPLACED, Greeting.class.getName());
      assertBroken(twoPorts, AgentProtocol.PORT_NOT_EXPORTED, "two protocols");
      assertBroken(otherPort, AgentProtocol.PORT_NOT_EXPORTED, Integer.toString(port + 1));
      assertBroken(open, AgentProtocol.OPEN_LISTENER, "target listens at ");
      assertThat(open.awaitExit()).isEqualTo(1);
    }
  }

  private static void assertBroken(TargetProcess target, String code, String reason)
      throws IOException {
    assertThat(target.awaitLine(AgentProtocol.BROKEN))
        .startsWith("BROKEN code=" + code + " reason=")
        .contains(reason);
  }

  private TargetProcess start(int port, String... settings) throws IOException {
    return start(PlainProvider.class, List.of(settings), Integer.toString(port));
  }

  private TargetProcess start(Class<?> program, List<String> settings, String... arguments)
      throws IOException {
    return start(List.of(), program, settings, arguments);
  }

  private TargetProcess start(
      List<String> options, Class<?> program, List<String> settings, String... arguments)
      throws IOException {
    return TargetProcess.start(
        JAVA_HOME,
        folder,
        settings,
        Stream.of(
                options,
                List.of("-cp", TargetProcess.flatClassPath(), program.getName()),
                List.of(arguments))
            .flatMap(List::stream)
            .toArray(String[]::new));
  }

  private static void assertOnLoopbackOnly(int port) throws IOException {
    List<InetAddress> others =
        NetworkInterface.networkInterfaces()
            .flatMap(NetworkInterface::inetAddresses)
            .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
            .toList();
    for (InetAddress other : others) {
      assertThatThrownBy(() -> new Socket(other, port).close())
          .isInstanceOf(ConnectException.class);
    }
    new Socket(InetAddress.getLoopbackAddress(), port).close();
  }

  /** Calls at once, of which the pool's two threads can take the first two only. */
  private static void refuseSome(Greeting greeting) throws InterruptedException {
    ExecutorService users = Executors.newFixedThreadPool(6);
    List<Future<?>> calls =
        Stream.<Future<?>>generate(() -> users.submit(() -> greeting.hold(200))).limit(6).toList();
    assertThat(calls).anySatisfy(call -> assertThat(catchThrowable(call::get)).isNotNull());
    assertThat(calls).anySatisfy(call -> assertThat(catchThrowable(call::get)).isNull());
    users.shutdown();
  }
}
