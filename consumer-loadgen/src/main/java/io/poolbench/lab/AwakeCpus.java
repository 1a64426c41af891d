package io.poolbench.lab;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.poolbench.spec.CpuSets;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Processes that keep CPUs from idling, one for the provider's CPUs and one for the driver's, with
 * a polling thread for each CPU.
 *
 * <p>A hypervisor gives the physical CPU of an idle virtual CPU to other guests, and a thread that
 * wakes up on the virtual CPU waits until it is back. The polling threads have the scheduling class
 * {@code SCHED_IDLE}, in which they run only while no other thread wants the CPU. The processes end
 * on {@link #close}, or with this JVM. Not thread-safe.
 *
 * @see <a href="https://man7.org/linux/man-pages/man7/sched.7.html">sched(7)</a>
 */
public final class AwakeCpus implements AutoCloseable {
  /** Process name, at most 15 characters, by which {@link HostCounters} finds a poller. */
  static final String PROVIDER_POLLER = "pb-poll-server";

  static final String DRIVER_POLLER = "pb-poll-driver";

  private final List<Process> pollers = new ArrayList<>();

  private AwakeCpus() {}

  /**
   * Starts polling. If the host does not support it, one line in {@code notes} gives the reason.
   *
   * @param cpus the provider's are polled only if they are on this host
   */
  public static AwakeCpus open(
      Pinning pinning, CpuSets.Awake which, CpuPlan cpus, Consumer<String> notes)
      throws InterruptedException {
    AwakeCpus awake = new AwakeCpus();
    if (!which.provider() && !which.driver()) {
      return awake;
    }
    Optional<String> obstacle = obstacle(pinning);
    try {
      if (obstacle.isEmpty() && !awake.polls(which, cpus)) {
        obstacle = Optional.of("chrt not found, or SCHED_IDLE refused");
      }
    } catch (RuntimeException e) {
      awake.close();
      throw e;
    }
    obstacle.ifPresent(
        why -> {
          awake.close();
          notes.accept("CPUs not kept awake: " + why);
        });
    return awake;
  }

  private static Optional<String> obstacle(Pinning pinning) {
    if (!pinning.available()) {
      return Optional.of("no taskset on this host");
    }
    return new HostFacts()
        .cpuQuota()
        .map(quota -> "polling would use up the CPU quota of " + quota);
  }

  private boolean polls(CpuSets.Awake which, CpuPlan cpus) {
    if (cpus.shared()) {
      return polls(DRIVER_POLLER, cpus.provider().with(cpus.driver()));
    }
    return (!which.driver() || polls(DRIVER_POLLER, cpus.driver()))
        && (!which.provider() || !cpus.oneHost() || polls(PROVIDER_POLLER, cpus.provider()));
  }

  private boolean polls(String name, CpuList cpus) {
    try {
      Process poller =
          new ProcessBuilder(command(name, cpus))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      pollers.add(poller);
      // The poller prints a line or ends, within the time limits of its commands.
      return CpuPoller.POLLING.equals(poller.inputReader(UTF_8).readLine());
    } catch (IOException e) {
      return false;
    }
  }

  static List<String> command(String name, CpuList cpus) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xms8m",
        "-Xmx8m",
        "-XX:+UseSerialGC",
        // C1 has the fewest compiler threads; the interpreter executes no PAUSE.
        "-XX:TieredStopAtLevel=1",
        "-XX:-UsePerfData",
        "-cp",
        System.getProperty("java.class.path"),
        CpuPoller.class.getName(),
        name,
        cpus.toString());
  }

  List<ProcessHandle> processes() {
    return pollers.stream().map(Process::toHandle).toList();
  }

  @Override
  public void close() {
    pollers.forEach(Process::destroyForcibly);
    pollers.clear();
  }
}
