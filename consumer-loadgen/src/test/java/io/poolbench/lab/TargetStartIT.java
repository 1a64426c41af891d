package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.poolbench.api.EffectivePool;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.api.RpcProtocol;
import io.poolbench.load.NanoClock;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.ProviderSettings.Jvm;
import io.poolbench.spec.Scheduling;
import io.poolbench.spec.TargetSettings;
import io.poolbench.spec.TargetSettings.TargetProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The start of a program of others, with an agent that measures nothing. */
class TargetStartIT {
  private static final CpuList CPUS = new HostFacts().cpus();
  private static final Jvm JVM = new Jvm("", List.of("-Xmx64m", "-XX:+UseSerialGC"));

  @TempDir private Path folder;

  @BeforeEach
  void packAgentAndProgram() throws IOException {
    Path modules = Files.createDirectories(folder.resolve(Path.of("agent", "target")));
    pack(modules.resolve("poolbench-provider-agent.jar"), "Premain-Class", FakeAgent.class);
    pack(folder.resolve("program.jar"), "Main-Class", FakeProgram.class);
  }

  private static void pack(Path jar, String attribute, Class<?> type) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue(attribute, type.getName());
    String entry = type.getName().replace('.', '/') + ".class";
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
        var content = type.getResourceAsStream("/" + entry)) {
      out.putNextEntry(new ZipEntry(entry));
      content.transferTo(out);
    }
  }

  @Test
  void aProgramRunsAsItsStudySaysAndEndsWithTheLab() throws Exception {
    TargetSettings settings =
        settings("ready", "Started .*", PoolConfig.of(PoolType.FIXED, null, 16, 0, null), "one");
    ProviderProcess target = start(settings);
    ProcessHandle process = ProcessHandle.of(target.ready().pid()).orElseThrow();
    try (target) {
      assertThat(target.endpoint().pool())
          .isEqualTo(
              new EffectivePool("ThreadPoolExecutor", 2, 100, 60_000L, "SynchronousQueue", 0));
      target.renewPool(0);
      assertThat(Files.readAllLines(log()))
          .contains(
              "arguments [one]",
              "folder " + folder.toRealPath(),
              "variable set",
              "server.port 8081",
              "server.address 127.0.0.1",
              "bind 20999",
              "agent lab {\"pool\":{\"threadpool\":\"fixed\",\"threads\":\"16\",\"queues\":\"0\"},"
                  + "\"port\":0,\"bindHost\":\"127.0.0.1\","
                  + "\"withheld\":[\"registration\",\"configCenters\"],\"stubs\":{},"
                  + "\"recording\":false}");
    }
    assertThat(process.isAlive()).isFalse();
  }

  @Test
  void theLogOfAProgramThatFloodsItsErrorsKeepsTheBeginningAndTheEnd() throws Exception {
    start(settings("ready", "Started .*", null, "flood")).close();

    assertThat(Files.size(log())).isLessThan(FakeProgram.FLOOD_LINES * 1024L * 2 / 3);
    assertThat(Files.readAllLines(log()))
        .contains("arguments [flood]", "end of the flood")
        .anyMatch(line -> line.endsWith(" bytes left out]"));
  }

  /** What the agent reports, that the program ends, or that its JVM refuses the agent. */
  @ParameterizedTest
  @CsvSource({
    "broken, , POOL_NOT_REPLACED, executor of its own: MyPool",
    "late, , NO_DUBBO, nothing loaded",
    "silent, fail, PROVIDER_NOT_STARTED, target ended before it was ready: exit code 3; its registry"
        + " cannot be reached | APPLICATION FAILED TO START",
    // As Dubbo 2.7 on a JDK from 16 on.
    "silent, closed, PROVIDER_NOT_STARTED, --add-opens=java.base/java.lang=ALL-UNNAMED",
    "refused, starts, PROVIDER_NOT_STARTED, target's JVM refused the agent: exit code 1 | as of an"
        + " agent of another JVM"
  })
  void aProgramThatDoesNotStartFailsTheCellByItsReason(
      String fake, String argument, ViolationCode code, String reasons) {
    LabException failed =
        failure(settings(fake, null, null, Stream.ofNullable(argument).toArray(String[]::new)));

    assertThat(failed.code()).isEqualTo(code);
    assertThat(failed.report()).contains(reasons.split(" \\| ")).doesNotContain("\tat ");
  }

  @Test
  void aProgramThatIsNotReadyInTimeEndsWithItsReason() {
    LabException silent = failure(settings("silent", null, null));
    assertThat(silent.report()).startsWith("target start timed out after 1 s");

    LabException withoutLine = failure(settings("ready", "never", null));
    assertThat(withoutLine.report())
        .startsWith("target takes calls, but no line matched 'never' within 10 s");
    assertThat(ProcessHandle.current().descendants().filter(this::isProgram)).isEmpty();
  }

  private boolean isProgram(ProcessHandle process) {
    return process.info().commandLine().orElse("").contains(folder.toString());
  }

  private LabException failure(TargetSettings settings) {
    LabException failed = catchThrowableOfType(LabException.class, () -> start(settings).close());
    assertThat(failed).isNotNull();
    return failed;
  }

  private ProviderProcess start(TargetSettings settings) throws Exception {
    TargetJvm program = TargetJvm.of(settings);
    return ProviderProcess.start(
        new Program.Launch(program, folder, program.config(), JVM, Scheduling.OTHER),
        new HostProbe(Pinning.detect(), NanoClock.system()),
        CPUS,
        log());
  }

  private Path log() {
    return folder.resolve("target.log");
  }

  private TargetSettings settings(
      String fake, String readyLine, PoolConfig pool, String... arguments) {
    boolean never = fake.equals("silent") && arguments.length == 0;
    boolean late = fake.equals("late") || "never".equals(readyLine);
    return new TargetSettings(
        new TargetProgram(
            folder.resolve("program.jar").toString(),
            List.of(),
            null,
            List.of(arguments),
            Map.of("fake", fake, "server.port", "8081"),
            Map.of("FAKE_VARIABLE", "set"),
            TargetProgram.Registry.UNREGISTERED,
            TargetProgram.ConfigCenter.NONE,
            Map.of(),
            new TargetProgram.Ready(Duration.ofSeconds(never ? 1 : late ? 10 : 60), readyLine),
            folder.toString(),
            0,
            new TargetSettings.ConfiguredBy("", "dubbo.protocol", 0),
            null),
        RpcProtocol.DUBBO,
        pool,
        JVM,
        Scheduling.OTHER,
        "127.0.0.1",
        20_999);
  }
}
