package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.journal.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program that its owner starts, with the agent in the environment of all JVMs there: measured
 * behind a command, and left as it was.
 */
@Tag("nightly")
class AttachIT {
  private static final Path AGENT =
      Poolbench.home().resolve("provider/agent/target/poolbench-provider-agent.jar");

  private static final String SIZING = "poolbench-sample-size";
  private static final String CALL = "com.example.shop.OrderService.findOrder(7)";

  /** The pools of the program and of the study start their threads with calls. */
  private static final String BUSINESS = "DubboServerHan";

  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  @TempDir private Path folder;
  private Path file;
  private String options;
  private Process shop;

  @BeforeEach
  void start() throws Exception {
    file = folder.resolve("own").resolve("shop");
    options = "-javaagent:" + AGENT.toAbsolutePath() + "=attach=" + file;
    ProcessBuilder owner =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-Ddubbo.registry.address=N/A",
                "-Ddubbo.protocol.port=-1",
                "-Ddubbo.application.qos-enable=false",
                "-Dserver.port=0",
                "-jar",
                Executed.SAMPLE.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("shop.log").toFile());
    owner.environment().putAll(Map.of("JAVA_TOOL_OPTIONS", options));
    shop = owner.start();
    RunProcess.await(
        () -> {
          assertThat(shop.isAlive()).as(Files.readString(folder.resolve("shop.log"))).isTrue();
          return Files.exists(file);
        },
        "exported service",
        TIMEOUT);
  }

  @AfterEach
  void end() throws InterruptedException {
    shop.destroyForcibly().waitFor();
  }

  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  @Test
  void itsPoolTakesTurnsWithOthersAndIsPutBack() throws Exception {
    Executed sized =
        Executed.of(
            "size",
            Executed.SAMPLE.toString(),
            "--attach",
            file.toString(),
            "--call",
            CALL,
            "--yes",
            "--users",
            "4, 8",
            "--sla",
            "tp99=300ms",
            "--pools",
            "fixed:16:1000",
            "--stop-rate",
            "1000000",
            "--within",
            "4m",
            "--provider-on",
            "env 'JAVA_TOOL_OPTIONS=" + options + "'",
            "--study",
            folder.resolve("shop.yaml").toString(),
            "--out",
            folder.resolve("results").toString());

    assertThat(sized.err()).isEmpty();
    Executed.assertEnded(Executed.recorded(folder, SIZING), sized.exit(), sized.err());
    List<MeasuredCell> cells = Executed.measured(folder, SIZING);
    assertThat(cells)
        .extracting(cell -> cell.ranPool().label())
        .as("in one repetition or two")
        .containsOnly("as configured: fixed 200", "fixed 16 queue 1000");
    for (MeasuredCell cell : cells) {
      assertThat(cell.failedCalls()).isEmpty();
      assertThat(cell.environment().pinned()).isFalse();
      assertThat(cell.steps()).isNotEmpty();
      cell.steps()
          .forEach(
              step -> {
                assertThat(Metric.PROVIDER_CPU.of(step)).isPositive();
                assertThat(Metric.QUEUE_WAIT_MEAN.of(step)).isNotNull();
              });
    }
    assertThat(cells.get(0).sites().values())
        .as("its threads were sampled")
        .anyMatch(samples -> samples.samples() > 0);
    assertLeftAsItWas();
  }

  @Test
  void aDriverThatIsKilledLeavesItAsItWas() throws Exception {
    String yaml =
        """
        target: {attach: "%s", jar: "%s"}
        provider: {threadpool: fixed, threads: 3}
        call: {service: com.example.shop.OrderService, version: 1.0.0, method: findOrder, arguments: [7]}
        load: {users: 2, warmup: 0s, settle: 0s, measure: 10m}
        """
            .formatted(file, Executed.SAMPLE);
    try (RunProcess run = RunProcess.plain(folder, yaml, "--provider-on", "env SIDE=p")) {
      RunProcess.await(
          () -> {
            assertThat(run.driver().isAlive()).as(run.output()).isTrue();
            return threads(BUSINESS) > 0;
          },
          "call",
          TIMEOUT);
      run.rememberChildren();
      run.driver().destroyForcibly();
      assertThat(run.leftRunning()).isEmpty();
    }
    assertLeftAsItWas();
  }

  private void assertLeftAsItWas() throws Exception {
    assertThat(shop.isAlive()).isTrue();
    Executed read =
        Executed.of(
            "inspect",
            Executed.SAMPLE.toString(),
            "--attach",
            file.toString(),
            "--provider-on",
            "env",
            "--yes",
            "--study",
            folder.resolve("read.yaml").toString());
    assertThat(read.exit()).as(read.err()).isZero();
    assertThat(read.out()).contains("runs already", "Pool of dubbo runs fixed 200");
    assertThat(threads("pool-sampler")).as("threads that measure").isZero();
  }

  /** The kernel keeps 15 characters of a thread's name. */
  private long threads(String name) throws Exception {
    try (Stream<Path> tasks = Files.list(Path.of("/proc/" + shop.pid() + "/task"))) {
      return tasks
          .filter(
              task -> {
                try {
                  return Files.readString(task.resolve("comm")).startsWith(name);
                } catch (IOException ended) {
                  return false;
                }
              })
          .count();
    }
  }
}
