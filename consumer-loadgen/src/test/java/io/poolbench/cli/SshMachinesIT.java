package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.poolbench.cli.RunProcess.Condition;
import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import io.poolbench.journal.ViolationCode;
import io.poolbench.report.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Studies whose provider runs behind OpenSSH, in a network namespace of its own. Needs root, {@code
 * ip} and OpenSSH's server.
 */
class SshMachinesIT {
  private static final String STUDY =
      """
      driver: {method: empty}
      redis: {kind: embedded, records: 10}
      load: {users: 4, thinkTime: 10ms, warmup: 500ms, settle: 100ms, measure: 200ms}
      sla: {tp99: 5s}
      provider: {threads: 16, jvm: {options: [-Xmx128m, "-XX:TieredStopAtLevel=1"]}}
      """;
  private static final String SUT = "pb-sut";
  private static final String ADDRESS = "10.231.77.2";
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  @TempDir private static Path keys;
  private static Process server;

  @TempDir private Path folder;

  @BeforeAll
  static void connectNamespace() throws Exception {
    RunProcess.assumeLinux();
    assumeThat(RunProcess.shell("[ $(id -u) = 0 ] && [ -x /usr/sbin/sshd ] && ip netns list"))
        .isZero();
    removeNamespace();
    int made =
        RunProcess.shell(
            """
            set -e
            ip netns add pb-sut
            ip link add pb-sut-h type veth peer name eth0 netns pb-sut
            ip addr add 10.231.77.1/24 dev pb-sut-h
            ip link set pb-sut-h up
            ip -n pb-sut addr add 10.231.77.2/24 dev eth0
            ip -n pb-sut link set eth0 up
            ip -n pb-sut link set lo up
            """);
    assumeThat(made).as("network namespace").isZero();
    assertThat(
            RunProcess.shell(
                """
                set -e
                mkdir -p /run/sshd
                cd '%s'
                for key in host other user; do ssh-keygen -q -t ed25519 -N '' -f $key; done
                echo "10.231.77.2 $(cat host.pub)" >known
                echo "10.231.77.2 $(cat other.pub)" >wrong
                """
                    .formatted(keys)))
        .isZero();
    Path config =
        Files.writeString(
            keys.resolve(SUT),
            """
            HostKey %1$s/host
            AuthorizedKeysFile %1$s/user.pub
            PermitRootLogin yes
            StrictModes no
            UsePAM no
            PidFile none
            ClientAliveInterval 2
            ClientAliveCountMax 2
            """
                .formatted(keys));
    server =
        new ProcessBuilder(
                "ip", "netns", "exec", SUT, "/usr/sbin/sshd", "-D", "-e", "-f", "" + config)
            .redirectErrorStream(true)
            .redirectOutput(keys.resolve("sshd.log").toFile())
            .start();
    await(() -> RunProcess.shell(ssh("known") + " true 2>/dev/null") == 0, "sshd");
  }

  @AfterAll
  static void removeNamespace() throws Exception {
    if (server != null) {
      server.destroyForcibly();
    }
    int unused = RunProcess.shell("{ ip netns del pb-sut; ip link del pb-sut-h; } 2>/dev/null");
  }

  private static String ssh(String known) {
    // Attempts, one a second: a cell that follows a cut link may begin before the link is up again.
    String options =
        "-o BatchMode=yes -o StrictHostKeyChecking=yes -o ConnectionAttempts=60"
            + " -o ServerAliveInterval=2 -o ServerAliveCountMax=2";
    return "ssh -F none -i %1$s/user %2$s -o UserKnownHostsFile=%1$s/%3$s root@%4$s"
        .formatted(keys, options, known, ADDRESS);
  }

  private static String[] options(String... further) {
    List<String> options = new ArrayList<>(List.of("--provider-on", ssh("known")));
    options.addAll(List.of(further));
    return options.toArray(String[]::new);
  }

  @Test
  void pairedCellsRunOverSshAndASlowNetworkIsSaid() throws Exception {
    String study =
        STUDY.replace("tp99: 5s", "tp99: 0.001ms")
            + "paired: {rounds: 2}\n"
            + "cells: [{provider: {queues: 100}}, {provider: {queues: 200}}]\n";
    Executed run = Executed.run(folder, "study", study, options());

    assertThat(run.out()).contains("network from this host to the provider and back: ");
    for (MeasuredCell cell : run.cells(folder, "study")) {
      assertThat(cell.failedCalls()).isEmpty();
      Level step = cell.steps().get(0);
      assertThat(step.calls().ok()).isPositive();
      assertThat(Metric.PROVIDER_CPU_PER_CALL.of(step)).isPositive();
    }
    assertNothingLeft();
  }

  @Test
  void aWrongHostKeyIsRefusedInOneLine() throws Exception {
    Executed run = Executed.run(folder, "study", STUDY, "--provider-on", ssh("wrong"));

    run.assertRefused(ExitCode.LAB_FAILED, "Host key verification failed");
  }

  @Test
  void aProgramElsewhereIsObserved() throws Exception {
    // Within the login's namespaces: each command that enters that of the network has own mounts.
    ProcessBuilder shop =
        new ProcessBuilder(
            "sh",
            "-c",
            "exec %s %s/bin/java -cp %s %s"
                .formatted(
                    ssh("known"),
                    System.getProperty("java.home"),
                    Path.of("target", "test-classes").toAbsolutePath(),
                    ObservedShop.class.getName()));
    try (ObservedProcess program = new ObservedProcess(shop)) {
      program.assertLockIsNamed(folder, "--on", ssh("known"));
    }
    assertNothingLeft();
  }

  /**
   * A host process that is paused for 3 s is not lost; one whose ssh is killed is, and is started
   * again for the next cell; a killed driver leaves nothing running, not even a stopped provider,
   * and its run is resumed.
   */
  @Tag("nightly")
  @Test
  void whatEndsIsStartedAgainAndNothingIsLeftRunning() throws Exception {
    String study =
        STUDY
            + """
            cells:
              - {name: host, load: {measure: 10s}}
              - {name: driver, load: {measure: 5s, measureUpTo: 5s}}
            """;
    try (RunProcess run = RunProcess.live(folder, study, options())) {
      run.awaitMeasuring();
      RunProcess.pause(process("HostMain"), 3);
      ProcessHandle ssh =
          run.family().stream()
              .filter(child -> child.info().commandLine().orElse("").contains("root@" + ADDRESS))
              .min(Comparator.comparing(ProcessHandle::pid))
              .orElseThrow();
      RunProcess.signal("KILL", ssh);
      run.awaitOutput("[2/2]");
      run.awaitMeasuring();
      RunProcess.signal("STOP", process("ProviderMain"));
      RunProcess.signal("KILL", run.driver());
      // The limit that the documentation states; a busy host may exceed it.
      assertNothingLeft(Duration.ofSeconds(2));
    }
    assertThat(RunProcess.measured(folder).get(0).failure().code())
        .isIn(ViolationCode.PROVIDER_HOST_LOST.id(), ViolationCode.PROVIDER_ENDED.id());
    String[] resume = options("--resume", "" + RunProcess.latest(folder));
    try (RunProcess resumed = RunProcess.plain(folder, study, resume)) {
      resumed.awaitExit();
    }
    assertThat(RunProcess.measured(folder))
        .extracting(MeasuredCell::failure)
        .containsOnlyNulls()
        .hasSize(2);
    assertNothingLeft();
  }

  /** Both ends notice by the keep-alive of ssh that nothing comes any more. */
  @Tag("nightly")
  @Test
  void aCutLinkFailsItsCell() throws Exception {
    String study =
        STUDY
            + """
            cells:
              - {name: linked}
              - {name: cut, load: {measure: 60s}}
            """;
    try (RunProcess run = RunProcess.plain(folder, study, options())) {
      run.awaitOutput("[2/2]");
      run.awaitOutput("redis: embedded");
      assertThat(RunProcess.shell("ip link set pb-sut-h down")).isZero();
      try {
        await(() -> processes().size() == 1, "end of processes without a driver");
      } finally {
        assertThat(RunProcess.shell("ip link set pb-sut-h up")).isZero();
      }
      run.awaitExit();
    }
    assertThat(RunProcess.measured(folder))
        .extracting(cell -> cell.failed() ? cell.failure().code() : "")
        .first()
        .isEqualTo("");
    assertThat(RunProcess.measured(folder).get(1).failure().code())
        .isIn(
            ViolationCode.PROVIDER_HOST_LOST.id(),
            ViolationCode.PROVIDER_ENDED.id(),
            ViolationCode.PROVIDER_UNREACHABLE.id());
    assertNothingLeft();
  }

  /** A busy host takes a part of it. */
  private static void assertNothingLeft() throws Exception {
    assertNothingLeft(Duration.ofSeconds(10));
  }

  private static void assertNothingLeft(Duration limit) throws Exception {
    RunProcess.await(() -> processes().size() == 1, "end of all but sshd", limit);
  }

  private static ProcessHandle process(String main) throws Exception {
    return processes().stream()
        .filter(process -> process.info().commandLine().orElse("").contains(main))
        .findFirst()
        .orElseThrow();
  }

  private static List<ProcessHandle> processes() throws Exception {
    Process pids = new ProcessBuilder("ip", "netns", "pids", SUT).start();
    List<String> lines = pids.inputReader().lines().toList();
    pids.waitFor();
    return lines.stream().flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)).stream()).toList();
  }

  private static void await(Condition condition, String what) throws Exception {
    RunProcess.await(condition, what, TIMEOUT);
  }
}
