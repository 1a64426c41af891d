package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.poolbench.spec.CpuSets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class AwakeCpusTest {
  private static final int POLICY = 41;
  private static final String SCHED_IDLE = "5";

  private final CpuList host = new HostFacts().cpus();
  private final List<String> notes = new ArrayList<>();
  private Pinning pinning;

  @BeforeEach
  void requireLinux() throws InterruptedException {
    pinning = Pinning.detect();
    assumeThat(pinning.available() && HostFacts.hasCommand("chrt")).as("taskset, chrt").isTrue();
    assumeThat(new HostFacts().cpuQuota()).as("CPU quota").isEmpty();
  }

  @Test
  void aThreadOfTheIdleClassPollsEachCpuUntilItIsClosed() throws Exception {
    ProcessHandle poller;
    try (AwakeCpus awake = open(CpuSets.Awake.DRIVER, new CpuPlan(host.part(0, 1), host))) {
      assertThat(notes).isEmpty();
      poller = awake.processes().get(0);
      assertThat(awake.processes()).hasSize(1);
      assertThat(Files.readString(proc(poller.pid()).resolve("comm")).trim())
          .isEqualTo(AwakeCpus.DRIVER_POLLER);
      for (int cpu : host.cpus()) {
        Path thread = thread(poller.pid(), "cpu-" + cpu);
        assertThat(field(thread, POLICY)).as("class of CPU %d", cpu).isEqualTo(SCHED_IDLE);
        assertThat(Files.readAllLines(thread.resolve("status")))
            .contains("Cpus_allowed_list:\t" + cpu);
      }
    }
    assertThat(poller.onExit().get(60, TimeUnit.SECONDS).isAlive()).isFalse();
  }

  @Test
  void onlyTheCpusThatAreAskedForAreKeptAwake() throws Exception {
    assumeThat(host.count()).isGreaterThan(1);
    CpuPlan apart = new CpuPlan(host.part(0, 1), host.part(1, 2));
    CpuPlan otherHost = new CpuPlan(host.part(0, 1), host.part(1, 2), false);

    assertThat(names(CpuSets.Awake.ON, apart))
        .containsExactly(AwakeCpus.DRIVER_POLLER, AwakeCpus.PROVIDER_POLLER);
    assertThat(names(CpuSets.Awake.PROVIDER, apart)).containsExactly(AwakeCpus.PROVIDER_POLLER);
    assertThat(names(CpuSets.Awake.ON, otherHost)).containsExactly(AwakeCpus.DRIVER_POLLER);
    assertThat(names(CpuSets.Awake.OFF, apart)).isEmpty();
    assertThat(names(CpuSets.Awake.AUTO, apart)).isEmpty();
    assertThat(notes).isEmpty();
  }

  @Test
  void aPollerEndsWhenItsStandardInputDoes() throws Exception {
    Process poller =
        new ProcessBuilder(AwakeCpus.command("pb-test", host.part(0, 1)))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      assertThat(poller.inputReader().readLine()).isEqualTo(CpuPoller.POLLING);
      poller.getOutputStream().close();

      assertThat(poller.waitFor()).isZero();
    } finally {
      poller.destroyForcibly();
    }
  }

  @Test
  void aCpuThatCannotBeHadIsNotedAndNothingPolls() throws Exception {
    CpuList missing = CpuList.parse("8191");
    try (AwakeCpus awake = open(CpuSets.Awake.ON, new CpuPlan(missing, host.part(0, 1)))) {
      assertThat(awake.processes()).isEmpty();
    }
    assertThat(notes).hasSize(1);
  }

  private AwakeCpus open(CpuSets.Awake which, CpuPlan cpus) throws InterruptedException {
    return AwakeCpus.open(pinning, which, cpus, notes::add);
  }

  private List<String> names(CpuSets.Awake which, CpuPlan cpus) throws Exception {
    List<String> names = new ArrayList<>();
    try (AwakeCpus awake = open(which, cpus)) {
      for (ProcessHandle poller : awake.processes()) {
        names.add(Files.readString(proc(poller.pid()).resolve("comm")).trim());
      }
    }
    return names;
  }

  private static Path proc(long pid) {
    return Path.of("/proc", Long.toString(pid));
  }

  private static Path thread(long pid, String name) throws IOException {
    try (Stream<Path> threads = Files.list(proc(pid).resolve("task"))) {
      for (Path thread : threads.toList()) {
        if (Files.readString(thread.resolve("comm")).trim().equals(name)) {
          return thread;
        }
      }
    }
    throw new AssertionError("no thread " + name);
  }

  /** By proc_pid_stat(5), from 1. */
  private static String field(Path thread, int number) throws IOException {
    String stat = Files.readString(thread.resolve("stat"));
    return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[number - 3];
  }
}
