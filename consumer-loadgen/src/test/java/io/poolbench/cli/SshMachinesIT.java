package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.poolbench.cli.RunProcess.Condition;
import io.poolbench.redis.AddedLatency;
import io.poolbench.redis.LatencyProxy;
import io.poolbench.result.CellResult;
import io.poolbench.result.GeneratorUse;
import io.poolbench.result.Metric;
import io.poolbench.result.StepResult;
import io.poolbench.result.Violation;
import io.poolbench.result.ViolationCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Studies whose provider and load run behind OpenSSH, each in a network namespace of its own. Needs
 * root, {@code ip} and OpenSSH's server.
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
  private static final String LOAD = "pb-load";
  private static final String SUT_ADDRESS = "10.231.79.2";
  private static final String LOAD_ADDRESS = "10.231.78.2";
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  @TempDir private static Path keys;
  private static final List<Process> servers = new ArrayList<>();

  @TempDir private Path folder;

  @BeforeAll
  static void connectNamespaces() throws Exception {
    RunProcess.assumeLinux();
    assumeThat(RunProcess.shell("[ $(id -u) = 0 ] && [ -x /usr/sbin/sshd ] && ip netns list"))
        .isZero();
    removeNamespaces();
    // The link between provider and load is not the one over which both are reached.
    int made =
        RunProcess.shell(
            """
            set -e
            for side in sut:77 load:78; do
              ns=pb-${side%%:*} net=10.231.${side##*:}
              ip netns add $ns
              ip link add $ns-h type veth peer name eth0 netns $ns
              ip addr add $net.1/24 dev $ns-h
              ip link set $ns-h up
              ip -n $ns addr add $net.2/24 dev eth0
              ip -n $ns link set eth0 up
              ip -n $ns link set lo up
            done
            ip link add eth1 netns pb-sut type veth peer name eth1 netns pb-load
            ip -n pb-sut addr add 10.231.79.2/24 dev eth1
            ip -n pb-load addr add 10.231.79.3/24 dev eth1
            ip -n pb-sut link set eth1 up
            ip -n pb-load link set eth1 up
            ip route add 10.231.79.2 via 10.231.77.2
            """);
    assumeThat(made).as("network namespaces").isZero();
    assertThat(
            RunProcess.shell(
                """
                set -e
                mkdir -p /run/sshd
                cd '%s'
                for key in host other user; do ssh-keygen -q -t ed25519 -N '' -f $key; done
                for net in 77 78; do
                  echo "10.231.$net.2 $(cat host.pub)" >>known
                  echo "10.231.$net.2 $(cat other.pub)" >>wrong
                done
                """
                    .formatted(keys)))
        .isZero();
    for (String namespace : List.of(SUT, LOAD)) {
      Path config =
          Files.writeString(
              keys.resolve(namespace),
              """
              HostKey %1$s/host
              AuthorizedKeysFile %1$s/user.pub
              PermitRootLogin yes
              StrictModes no
              UsePAM no
              PidFile none
              SetEnv XDG_CACHE_HOME=%1$s/cache
              """
                  .formatted(keys));
      servers.add(
          new ProcessBuilder(
                  "ip", "netns", "exec", namespace, "/usr/sbin/sshd", "-D", "-e", "-f", "" + config)
              .redirectErrorStream(true)
              .redirectOutput(keys.resolve(namespace + ".log").toFile())
              .start());
    }
    for (String address : List.of("10.231.77.2", LOAD_ADDRESS)) {
      await(
          () -> RunProcess.shell(ssh(address, "known") + " true 2>/dev/null") == 0,
          "sshd at " + address);
    }
  }

  @AfterAll
  static void removeNamespaces() throws Exception {
    servers.forEach(Process::destroyForcibly);
    int unused =
        RunProcess.shell(
            "for ns in pb-sut pb-load; do ip netns del $ns; ip link del $ns-h; done 2>/dev/null");
  }

  private static String ssh(String address, String known) {
    // Attempts, one a second: a cell that follows a cut link may begin before the link is up again.
    String options = "-o BatchMode=yes -o StrictHostKeyChecking=yes -o ConnectionAttempts=60";
    return "ssh -F none -i %1$s/user %2$s -o UserKnownHostsFile=%1$s/%3$s root@%4$s"
        .formatted(keys, options, known, address);
  }

  private static String[] options(String... further) {
    List<String> options = new ArrayList<>(List.of("--provider-on", ssh("10.231.77.2", "known")));
    options.addAll(List.of("--load-from", ssh(LOAD_ADDRESS, "known")));
    options.addAll(List.of("--load-from", ssh(LOAD_ADDRESS, "known") + " exec"));
    options.addAll(List.of("--set", "provider.bind=" + SUT_ADDRESS, "--least-generators", "1"));
    options.addAll(List.of(further));
    return options.toArray(String[]::new);
  }

  @Test
  void pairedCellsRunOverSshAndASlowNetworkIsSaid() throws Exception {
    String study =
        STUDY.replace("tp99: 5s", "tp99: 0.001ms")
            + "paired: {rounds: 2, maxRounds: 2}\n"
            + "cells: [{provider: {queues: 100}}, {provider: {queues: 200}}]\n";
    Executed run = Executed.run(folder, "study", study, options());

    assertThat(run.out()).contains("network from generator ssh ");
    for (CellResult cell : run.cells(folder, "study")) {
      assertThat(cell.failedCalls()).isEmpty();
      assertThat(cell.blocks()).hasSizeGreaterThanOrEqualTo(2);
      StepResult step = cell.steps().get(0);
      assertThat(step.calls().ok()).isPositive();
      assertThat(step.generators()).extracting(GeneratorUse::level).containsOnly(2);
      assertThat(Metric.PROVIDER_CPU_PER_CALL.of(step)).isPositive();
    }
    assertNothingLeft();
  }

  @Test
  void aWrongHostKeyIsRefusedInOneLine() throws Exception {
    Executed run =
        Executed.run(folder, "study", STUDY, "--provider-on", ssh("10.231.77.2", "wrong"));

    run.assertRefused(ExitCode.LAB_FAILED, "Host key verification failed");
  }

  /**
   * A generator that stands still for 3 s is not lost; one whose ssh is killed is, and there again
   * with the next cell; a killed coordinator leaves nothing running, and its run is resumed.
   */
  @Tag("nightly")
  @Test
  void whatEndsIsStartedAgainAndNothingIsLeftRunning() throws Exception {
    String study =
        STUDY
            + """
            cells:
              - {name: generator, load: {measure: 10s}}
              - {name: coordinator, load: {measure: 5s, measureUpTo: 5s}}
            """;
    try (RunProcess run = RunProcess.live(folder, study, options())) {
      run.awaitMeasuring();
      RunProcess.pause(sides(LOAD).get(0), 3);
      assertThat(run.output()).doesNotContain(" lost: ");
      ProcessHandle ssh =
          run.family().stream()
              .filter(child -> child.info().commandLine().orElse("").contains(" exec sh"))
              .findFirst()
              .orElseThrow();
      RunProcess.signal("KILL", ssh);
      run.awaitOutput(" lost: "); // whether sending or receiving notices first
      run.awaitOutput("[2/2]");
      run.awaitMeasuring();
      RunProcess.signal("KILL", run.driver());
      // The limit that the documentation states; a busy host may exceed it.
      assertNothingLeft(Duration.ofSeconds(2));
    }
    String[] resume = options("--resume", "" + RunProcess.latest(folder));
    try (RunProcess resumed = RunProcess.plain(folder, study, resume)) {
      resumed.awaitOutput("kept: ");
      resumed.awaitExit();
    }
    List<CellResult> cells = RunProcess.result(folder).cells();
    assertThat(cells).extracting(CellResult::failure).containsOnlyNulls().hasSize(2);
    assertThat(cells.get(0).steps().get(0).verdict().violations())
        .extracting(Violation::code)
        .contains(ViolationCode.GENERATOR_LOST.id());
    assertThat(cells.get(1).steps().get(0).generators()).hasSize(2).noneMatch(GeneratorUse::lost);
    assertNothingLeft();
  }

  /** Both ends notice by themselves that nothing comes any more. */
  @Tag("nightly")
  @Test
  void aCutLinkFailsItsCell() throws Exception {
    String study =
        STUDY
            + """
            cells:
              - {name: both links}
              - {name: load link, load: {measure: 60s}}
              - {name: provider link, load: {measure: 60s}}
            """;
    try (RunProcess run = RunProcess.plain(folder, study, options())) {
      cutLinkIn(run, "[2/3]", LOAD, 2);
      cutLinkIn(run, "[3/3]", SUT, 1);
      run.awaitExit();
    }
    assertThat(RunProcess.result(folder).cells())
        .extracting(cell -> cell.failed() ? cell.failure().code() : "")
        .containsExactly(
            "", ViolationCode.GENERATOR_LOST.id(), ViolationCode.PROVIDER_HOST_LOST.id());
    assertNothingLeft();
  }

  /** Cuts the link to a namespace while a cell runs, until all of its processes have ended. */
  private static void cutLinkIn(RunProcess run, String cell, String namespace, int processes)
      throws Exception {
    run.awaitOutput(cell);
    run.awaitOutput("redis: embedded");
    await(() -> sides(namespace).size() == processes, "processes in " + namespace);
    assertThat(RunProcess.shell("ip link set %s-h down".formatted(namespace))).isZero();
    try {
      await(() -> sides(namespace).isEmpty(), "end of processes without a coordinator");
    } finally {
      // A route ends with its link.
      assertThat(
              RunProcess.shell(
                  "ip link set %s-h up && ip route replace %s via 10.231.77.2"
                      .formatted(namespace, SUT_ADDRESS)))
          .isZero();
    }
  }

  /** Answers of one generator come 40 ms later, over a proxy in front of its SSH server. */
  @Tag("nightly")
  @Test
  void aGeneratorBehindALongerPathIsMeasuredAsTheOthers() throws Exception {
    AddedLatency latency = new AddedLatency(40_000, 0);
    try (LatencyProxy proxy = LatencyProxy.start(LOAD_ADDRESS, 22, latency, 1)) {
      String far =
          ssh("127.0.0.1", "known")
              .replace(
                  "-F none",
                  "-F none -o HostKeyAlias=%s -p %d".formatted(LOAD_ADDRESS, proxy.port()));
      Executed run = Executed.run(folder, "study", STUDY, options("--load-from", far));

      CellResult cell = run.cells(folder, "study").get(0);
      assertThat(cell.environment().generators().get(2).roundTripMillis()).isGreaterThan(39);
      assertThat(cell.environment().generators().get(0).roundTripMillis()).isLessThan(39);
      StepResult step = cell.steps().get(0);
      assertThat(step.generators()).hasSizeGreaterThanOrEqualTo(3).noneMatch(GeneratorUse::lost);
      assertThat(step.latency().tp50Millis()).isLessThan(39);
    }
    assertNothingLeft();
  }

  /** Well within the longest silence; a busy host takes a part of it. */
  private static void assertNothingLeft() throws Exception {
    assertNothingLeft(Duration.ofSeconds(10));
  }

  private static void assertNothingLeft(Duration limit) throws Exception {
    RunProcess.await(
        () -> processes(SUT).size() == 1 && processes(LOAD).size() == 1,
        "end of all but sshd",
        limit);
  }

  private static List<ProcessHandle> sides(String namespace) throws Exception {
    return processes(namespace).stream()
        .filter(process -> process.info().commandLine().orElse("").contains("Poolbench side"))
        .toList();
  }

  private static List<ProcessHandle> processes(String namespace) throws Exception {
    Process pids = new ProcessBuilder("ip", "netns", "pids", namespace).start();
    List<String> lines = pids.inputReader().lines().toList();
    pids.waitFor();
    return lines.stream().flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)).stream()).toList();
  }

  private static void await(Condition condition, String what) throws Exception {
    RunProcess.await(condition, what, TIMEOUT);
  }
}
