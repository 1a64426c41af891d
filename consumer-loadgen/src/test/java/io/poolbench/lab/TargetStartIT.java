package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.poolbench.Jars;
import io.poolbench.api.EffectivePool;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.api.RpcProtocol;
import io.poolbench.core.Release;
import io.poolbench.journal.ViolationCode;
import io.poolbench.study.ProviderSettings.Jvm;
import io.poolbench.study.ProviderSettings.ProcessSettings;
import io.poolbench.study.Scheduling;
import io.poolbench.study.TargetSettings;
import io.poolbench.study.TargetSettings.TargetProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The start of a program of others, with an agent that measures nothing. */
class TargetStartIT {
  @TempDir private Path folder;
  private Path agent;

  @BeforeEach
  void packAgentAndProgram() throws IOException {
    Path modules = Files.createDirectories(folder.resolve(Path.of("provider", "agent", "target")));
    agent = modules.resolve("poolbench-provider-agent.jar");
    Jars.write(agent, "Premain-Class", FakeProgram.class);
    Jars.write(folder.resolve("program.jar"), "Main-Class", FakeProgram.class);
  }

  @Test
  void aProgramRunsAsItsStudySaysAndEndsWithTheLab() throws Exception {
    ProviderProcess target = start();
    ProcessHandle process = ProcessHandle.of(target.ready().pid()).orElseThrow();
    try (target) {
      assertThat(target.endpoint().pool())
          .isEqualTo(
              new EffectivePool("ThreadPoolExecutor", 2, 100, 60_000L, "SynchronousQueue", 0));
      target.renewPool(0);
    }
    assertThat(process.isAlive()).isFalse();
    assertThat(Files.readAllLines(log()))
        .contains(
            "arguments [one]",
            "folder " + folder.toRealPath(),
            "server.port 8081",
            "server.address 127.0.0.1",
            "bind 20999",
            "agent lab {\"pool\":{\"threadpool\":\"fixed\",\"threads\":\"16\",\"queues\":\"0\"},"
                + "\"port\":0,\"bindHost\":\"127.0.0.1\","
                + "\"withheld\":[\"registration\",\"configCenters\"],"
                + "\"stubs\":{\"a.B.c\":{\"json\":\"7\",\"nanos\":3000000}},"
                + "\"recording\":false}");
  }

  /** Here because its jar names no class to begin with. */
  @Test
  void aJvmThatRefusesTheAgentIsReportedAsSuch() throws Exception {
    Jars.write(agent, "Main-Class", FakeProgram.class);

    LabException failed = catchThrowableOfType(LabException.class, () -> start().close());

    assertThat(failed.code()).isEqualTo(ViolationCode.PROVIDER_NOT_STARTED);
    assertThat(failed.report()).contains("target's JVM refused the agent: exit code 1");
  }

  private ProviderProcess start() throws Exception {
    // The packed agent in place of a release's.
    Jvm jvm =
        new Jvm(List.of("-Xmx64m", "-XX:+UseSerialGC", "-Dfake.build=" + Release.digest(agent)));
    ThisMachine machine = ThisMachine.of(folder);
    TargetJvm program =
        TargetJvm.of(
            new TargetSettings(
                new TargetProgram(
                    folder.resolve("program.jar").toString(),
                    List.of(),
                    null,
                    List.of("one"),
                    Map.of("server.port", "8081"),
                    TargetProgram.Registry.UNREGISTERED,
                    TargetProgram.ConfigCenter.NONE,
                    Map.of("a.B.c", new TargetProgram.Stub("7", Duration.ofMillis(3))),
                    Duration.ofSeconds(60),
                    folder.toString(),
                    0,
                    new TargetSettings.ConfiguredBy("", "dubbo.protocol", 0),
                    null),
                RpcProtocol.DUBBO,
                PoolConfig.of(PoolType.FIXED, null, 16, 0, null),
                new ProcessSettings(jvm, Scheduling.OTHER, "127.0.0.1", 20_999)),
            machine);
    return ProviderProcess.start(
        new Program.Launch(program, program.launch().toJson(), jvm, Scheduling.OTHER),
        ProviderPlace.on(machine, machine.cpus()),
        log(),
        Optional.empty());
  }

  private Path log() {
    return folder.resolve("target.log");
  }
}
