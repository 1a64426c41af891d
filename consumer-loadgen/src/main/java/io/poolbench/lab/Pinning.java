package io.poolbench.lab;

import io.poolbench.journal.ViolationCode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Pins processes and threads to CPUs with {@code taskset}, if the host has it. Thread-safe. */
public final class Pinning {
  static final String COMMAND = "taskset";

  private static final long COMMAND_TIMEOUT_SECONDS = 10;

  /** A thread that starts while the command runs may be missed. */
  private static final int ATTEMPTS = 3;

  private final boolean available;

  private Pinning(boolean available) {
    this.available = available;
  }

  /** Unavailable too if the host forbids it, as some containers do. */
  public static Pinning detect() throws InterruptedException {
    return new Pinning(runs(List.of(COMMAND, "-c", new HostFacts().cpus().toString(), "true")));
  }

  public boolean available() {
    return available;
  }

  /** The command, pinned to these CPUs; unchanged if pinning is unavailable. */
  public List<String> on(CpuList cpus, List<String> command) {
    if (!available) {
      return command;
    }
    List<String> pinned = new ArrayList<>(List.of(COMMAND, "-c", cpus.toString()));
    pinned.addAll(command);
    return pinned;
  }

  /** Pins all current and future threads of this process; returns whether it succeeded. */
  public boolean pinSelf(CpuList cpus) throws InterruptedException {
    return pin(ProcessHandle.current().pid(), cpus);
  }

  /** Pins all current and future threads of a process; returns whether it succeeded. */
  public boolean pin(long pid, CpuList cpus) throws InterruptedException {
    return available
        && runs(List.of(COMMAND, "-a", "-c", "-p", cpus.toString(), Long.toString(pid)));
  }

  /**
   * Pins a process and reads back the CPUs that each thread may use, because the exit code of
   * {@code taskset} is 0 even if it pinned nothing. Does nothing if pinning is unavailable or the
   * process has ended.
   *
   * @throws LabException if a thread may still use other CPUs
   */
  public void require(long pid, CpuList cpus) throws LabException, InterruptedException {
    if (!available) {
      return;
    }
    Optional<ThreadCpus> stray = Optional.empty();
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      pin(pid, cpus);
      stray = ThreadCpus.of(pid).stream().filter(t -> !t.cpus().within(cpus)).findFirst();
      if (stray.isEmpty()) {
        return;
      }
    }
    throw new LabException(
        ViolationCode.LAB_FAILED,
        "process %d not pinned to CPUs %s: thread %s on %s"
            .formatted(pid, cpus, stray.get().name(), stray.get().cpus()));
  }

  /** Runs a command; returns whether it succeeded, false on systems other than Linux. */
  static boolean runs(List<String> command) throws InterruptedException {
    if (!System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux")) {
      return false;
    }
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      try {
        return process.waitFor(COMMAND_TIMEOUT_SECONDS, TimeUnit.SECONDS)
            && process.exitValue() == 0;
      } finally {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      return false; // command not found
    }
  }
}
