package io.poolbench.lab;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Sets the niceness of a provider's business threads with the {@code renice} command, because a JVM
 * cannot set it per thread. Thread-safe.
 */
final class BusinessNiceness {
  private static final List<String> BUSINESS =
      List.of(
          "DubboServerHand",
          "dubbo-protocol-", // of Dubbo 3.0 and 3.1
          "qtp",
          "http-nio-",
          "ForkJoinPool-", // carriers of virtual threads
          "VirtualThread-u"); // ends their timed waits

  private final long pid;
  private final int niceness;
  private final Set<Long> done = new HashSet<>();

  /**
   * @param niceness as in {@code nice(2)}; 0 = unchanged
   */
  BusinessNiceness(long pid, int niceness) {
    this.pid = pid;
    this.niceness = niceness;
  }

  /** Sets the niceness of the threads that have started since the last call. */
  synchronized void apply() throws InterruptedException {
    if (niceness == 0) {
      return;
    }
    List<String> command = new ArrayList<>(List.of("renice", "-n", niceness + "", "-p"));
    int before = command.size();
    List<ThreadUse> threads =
        ProcessThreads.read(pid).map(ProcessThreads::threads).orElse(List.of());
    // The id of a thread that has ended may be that of a new one.
    done.retainAll(threads.stream().map(ThreadUse::tid).toList());
    threads.stream()
        .filter(thread -> thread.isNamed(BUSINESS))
        .map(ThreadUse::tid)
        .filter(done::add)
        .forEach(tid -> command.add(tid.toString()));
    if (command.size() > before) {
      // Fails if one of the threads has just ended, but has then set the others.
      Pinning.runs(command);
    }
  }
}
