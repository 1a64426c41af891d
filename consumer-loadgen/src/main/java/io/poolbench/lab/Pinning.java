package io.poolbench.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Holds processes to CPUs, through the {@code taskset} command where the host has one. Thread-safe.
 */
public final class Pinning {
  private static final long PATIENCE_SECONDS = 10;

  /** Leads each thread to its own number. */
  private static final Path THREAD = Path.of("/proc/thread-self");

  private final boolean available;

  private Pinning(boolean available) {
    this.available = available;
  }

  /** Finds out whether this host can. */
  public static Pinning detect() throws InterruptedException {
    return new Pinning(runs(List.of("taskset", "--version")));
  }

  /** Whether processes can be held to CPUs here. */
  public boolean available() {
    return available;
  }

  /** A command that runs on these CPUs only; the command itself where this host cannot. */
  public List<String> on(CpuList cpus, List<String> command) {
    if (!available) {
      return command;
    }
    List<String> pinned = new ArrayList<>(List.of("taskset", "-c", cpus.toString()));
    pinned.addAll(command);
    return pinned;
  }

  /**
   * Holds this process, all threads that it has and will have, to these CPUs.
   *
   * @return whether it worked
   */
  public boolean holdSelf(CpuList cpus) throws InterruptedException {
    return hold(ProcessHandle.current().pid(), cpus);
  }

  /**
   * Holds the thread that calls this, and no other, to these CPUs.
   *
   * @return whether it worked
   */
  public boolean holdThread(CpuList cpus) throws InterruptedException {
    if (!available) {
      return false;
    }
    try {
      String tid = Files.readSymbolicLink(THREAD).getFileName().toString();
      return runs(List.of("taskset", "-c", "-p", cpus.toString(), tid));
    } catch (IOException e) {
      return false; // there is no /proc: the caller says that nothing is pinned
    }
  }

  /**
   * Holds a process, all threads that it has and will have, to these CPUs.
   *
   * @return whether it worked
   */
  public boolean hold(long pid, CpuList cpus) throws InterruptedException {
    return available
        && runs(List.of("taskset", "-a", "-c", "-p", cpus.toString(), Long.toString(pid)));
  }

  /**
   * Runs a command for its effect.
   *
   * @return whether it worked; on other systems than Linux it is not tried
   */
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
      return process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException e) {
      return false; // there is no such command: the caller says that nothing is pinned
    }
  }
}
