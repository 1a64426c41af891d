package io.poolbench.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * The main class of a process that keeps CPUs from idling until its standard input ends. It is a
 * separate process so that its CPU time is known apart from the driver's.
 */
final class CpuPoller {
  /** The line that the process prints once all threads poll. */
  static final String POLLING = "polling";

  private static final Path NAME = Path.of("/proc/self/comm");

  private CpuPoller() {}

  /**
   * Exits with code 1 if a thread cannot be pinned to its CPU or moved to {@code SCHED_IDLE}.
   *
   * @param arguments the name of the process, and the CPUs in the kernel's list format
   */
  public static void main(String... arguments) throws IOException, InterruptedException {
    Files.writeString(NAME, arguments[0]);
    List<Integer> cpus = CpuList.parse(arguments[1]).cpus();
    CountDownLatch polling = new CountDownLatch(cpus.size());
    for (int cpu : cpus) {
      Thread thread = new Thread(() -> poll(cpu, polling), "cpu-" + cpu);
      thread.setDaemon(true);
      thread.start();
    }
    polling.await();
    System.out.println(POLLING);
    while (System.in.read() >= 0) {
      // Nothing is sent: standard input ends with the process that started this one.
    }
  }

  private static void poll(int cpu, CountDownLatch polling) {
    try {
      if (!yields(cpu)) {
        System.exit(1);
      }
    } catch (IOException | InterruptedException e) {
      System.exit(1);
    }
    polling.countDown();
    while (true) {
      Thread.onSpinWait();
    }
  }

  /** Pins the calling thread to a CPU and moves it to {@code SCHED_IDLE}. */
  private static boolean yields(int cpu) throws IOException, InterruptedException {
    String thread = Pinning.threadId();
    return Pinning.runs(List.of("taskset", "-c", "-p", Integer.toString(cpu), thread))
        && Pinning.runs(List.of("chrt", "-i", "-p", "0", thread));
  }
}
